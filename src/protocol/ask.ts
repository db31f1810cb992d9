import { VueltaError } from '../errors.js';
import { type FormFault, type FormSchema, lintForm } from '../form/index.js';
import { isObject, isReservedName, type JsonObject } from '../json.js';
import { ASK_METHODS, type AskKind } from './kinds.js';
import { printable } from '../shown/line.js';

/** Who asks. A person must always see the name (MCP 2026-07-28, elicitation, security considerations). */
export interface AskingServer {
  readonly name: string;
  readonly title?: string;
}

/**
 * One embedded request of a round (MCP 2026-07-28, multi round-trip requests).
 *
 * It is the server's own text and schema, unchanged. On 2025-11-25 the wire has no keys; there `key` is the answer's key
 * once one was chosen, else the name of the only field, else `ask1`, `ask2`, … in order of arrival.
 *
 * @example
 * ```ts
 * const answers = ({ key, message, server }: Ask) => (yes(`${server.name}: ${message}`) ? accept({ [key]: true }) : decline());
 * ```
 */
export interface Ask {
  readonly key: string;
  readonly kind: AskKind;
  /** What the person reads; forms and URLs have one. */
  readonly message?: string;
  /** The form; only on `form`. */
  readonly requestedSchema?: FormSchema;
  /** The address; only on `url`. It has not been checked: do not open it. */
  readonly url?: string;
  /** The params as received; `{}` when there were none. */
  readonly params: Readonly<JsonObject>;
  readonly server: AskingServer;
  /** What in `requestedSchema` goes beyond the form grammar. The fields concerned are sent as answered, unchecked. */
  readonly faults: readonly FormFault[];
}

/** Who asks, under which key, and where in the message the ask stands. */
export interface AskOrigin {
  readonly key: string;
  readonly path: string;
  readonly server: AskingServer;
}

export function violation(path: string, why: string): VueltaError {
  return new VueltaError(
    'protocol_violation',
    `The server sent something that the revision does not allow, at ${printable(path)}: ${why}.`,
  );
}

function textAt(params: JsonObject, name: string, path: string): string {
  const value = params[name];
  if (typeof value !== 'string') throw violation(`${path}.params.${name}`, 'it must be a string');
  return value;
}

function schemaAt(params: JsonObject, path: string): FormSchema {
  const at = `${path}.params.requestedSchema`;
  const schema = params['requestedSchema'];
  if (!isObject(schema)) throw violation(at, 'a form needs a schema');
  if (schema['type'] !== 'object') throw violation(`${at}.type`, "it must be 'object'");
  const properties = schema['properties'];
  if (!isObject(properties)) throw violation(`${at}.properties`, 'it must be an object');
  for (const [name, property] of Object.entries(properties)) {
    if (isReservedName(name)) throw violation(`${at}.properties.${name}`, 'this name is reserved');
    if (!isObject(property)) throw violation(`${at}.properties.${name}`, 'it must be an object');
  }
  const required = schema['required'];
  if (required !== undefined && !(Array.isArray(required) && required.every((name) => typeof name === 'string'))) {
    throw violation(`${at}.required`, 'it must be a list of names');
  }
  return schema as unknown as FormSchema;
}

function readElicitation(params: JsonObject, { key, path, server }: AskOrigin): Ask {
  const message = textAt(params, 'message', path);
  const mode = params['mode'] ?? 'form';
  if (mode === 'url')
    return { key, kind: 'url', message, url: textAt(params, 'url', path), params, server, faults: [] };
  if (mode !== 'form') throw violation(`${path}.params.mode`, "it must be 'form' or 'url'");
  const requestedSchema = schemaAt(params, path);
  return { key, kind: 'form', message, requestedSchema, params, server, faults: lintForm(requestedSchema) };
}

/** Reads one embedded request; throws `protocol_violation` with the path of what is malformed. */
export function readAsk(entry: unknown, origin: AskOrigin): Ask {
  const { key, path, server } = origin;
  if (!isObject(entry)) throw violation(path, 'it must be an object');
  const { method, params } = entry;
  if (typeof method !== 'string' || !ASK_METHODS.has(method)) {
    throw violation(`${path}.method`, `it must be one of ${[...ASK_METHODS].join(', ')}`);
  }
  if (params !== undefined && !isObject(params)) throw violation(`${path}.params`, 'it must be an object');
  if (method === 'roots/list') return { key, kind: 'roots', params: params ?? {}, server, faults: [] };
  if (params === undefined) throw violation(`${path}.params`, 'it is missing');
  if (method === 'elicitation/create') return readElicitation(params, origin);
  if (!Array.isArray(params['messages'])) throw violation(`${path}.params.messages`, 'it must be a list');
  return { key, kind: 'sampling', params, server, faults: [] };
}

function describeFields({ properties, required = [] }: FormSchema): string {
  const fields = Object.entries(properties).map(([name, { type }]) => {
    const kind = typeof type === 'string' ? type : 'untyped';
    return `${name} (${kind}${required.includes(name) ? ', required' : ''})`;
  });
  return fields.length === 0 ? 'no fields' : `fields: ${fields.join(', ')}`;
}

/**
 * The ask in one line for an error message: key, kind, message and fields. `mask` hides what was answered where the server
 * repeats it.
 *
 * INVARIANT: it is hidden before the text is cut and put on one line; of a cut answer, nothing would be found.
 */
export function describeAsk(
  { key, kind, message, requestedSchema }: Ask,
  mask: (text: string) => string = (text) => text,
): string {
  const line = (text: string): string => printable(mask(text).replaceAll(/\s+/gu, ' '));
  const said = message === undefined ? '' : ` "${line(message)}"`;
  const fields = requestedSchema === undefined ? '' : `, ${line(describeFields(requestedSchema))}`;
  return `'${line(key)}' (${kind})${said}${fields}`;
}
