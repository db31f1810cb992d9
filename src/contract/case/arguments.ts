import { isObject, type JsonObject } from '../../json.js';
import { exampleNumber, exampleText, FORMATS } from '../../form/example.js';

type Made =
  { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly path: string; readonly why: string };

export type MadeArguments =
  { readonly args: JsonObject } | { readonly args?: never; readonly path: string; readonly why: string };

const DEEPEST = 8;

/** Formats that forms do not have, and tools do. */
const MORE_FORMATS: Readonly<Record<string, string>> = {
  ...FORMATS,
  time: '12:00:00Z',
  duration: 'P1D',
  uuid: '5a9e1c1e-0000-4000-8000-000000000001',
  hostname: 'example.com',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  'uri-reference': '/example',
  url: 'https://example.com/',
};

const made = (value: unknown): Made => ({ ok: true, value });

class Maker {
  readonly #root: unknown;

  constructor(root: unknown) {
    this.#root = root;
  }

  make(given: unknown, path: string, depth: number): Made {
    if (depth > DEEPEST) return { ok: false, path, why: 'its schema is nested too deeply' };
    if (given === true) return made('example');
    const schema = this.#resolve(given, depth);
    if (schema === undefined) return { ok: false, path, why: 'its schema cannot be read' };
    const offered = offersOf(schema);
    if (offered.length > 0) {
      const fitting = offered.find((value) => matches(schema, value));
      return fitting === undefined
        ? { ok: false, path, why: 'none of its examples fits its own schema' }
        : made(fitting);
    }
    return this.#alternatives(schema, path, depth) ?? this.#typed(schema, path, depth);
  }

  /** Follows references within the schema, and joins what must hold together. */
  #resolve(given: unknown, depth: number): JsonObject | undefined {
    if (!isObject(given)) return undefined;
    const { $ref, allOf, ...own } = given;
    const parts: unknown[] = [...(Array.isArray(allOf) ? (allOf as unknown[]) : []), own];
    if (typeof $ref === 'string') parts.unshift(this.#find($ref));
    if (parts.length === 1) return own;
    if (depth > DEEPEST) return undefined;
    const joined: JsonObject = {};
    for (const part of parts) {
      const schema = this.#resolve(part, depth + 1);
      if (schema === undefined) return undefined;
      const { properties, required, ...rest } = schema;
      Object.assign(joined, rest);
      if (isObject(properties))
        joined['properties'] = { ...(joined['properties'] as JsonObject | undefined), ...properties };
      if (Array.isArray(required)) {
        joined['required'] = [...((joined['required'] as unknown[] | undefined) ?? []), ...(required as unknown[])];
      }
    }
    return joined;
  }

  #find(pointer: string): unknown {
    if (!pointer.startsWith('#')) return undefined;
    const names = pointer
      .slice(1)
      .split('/')
      .slice(1)
      .map((name) => decodeURIComponent(name).replaceAll('~1', '/').replaceAll('~0', '~'));
    let at: unknown = this.#root;
    for (const name of names) at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
    return at;
  }

  #alternatives(schema: JsonObject, path: string, depth: number): Made | undefined {
    const options = schema['anyOf'] ?? schema['oneOf'];
    if (!Array.isArray(options)) return undefined;
    let last: Made = { ok: false, path, why: 'it has no alternatives' };
    for (const option of options as unknown[]) {
      last = this.make(option, path, depth + 1);
      if (last.ok) return last;
    }
    return last;
  }

  #typed(schema: JsonObject, path: string, depth: number): Made {
    const { type } = schema;
    const kinds: unknown[] = Array.isArray(type) ? (type as unknown[]) : [type];
    const kind = kinds.find((one) => one !== 'null') ?? kinds[0];
    switch (kind) {
      case 'string':
        return textFor(schema, path);
      case 'number':
      case 'integer':
        return numberFor(schema, path, kind === 'integer');
      case 'boolean':
        return made(false);
      case 'null':
        return made(null);
      case 'array':
        return this.#list(schema, path, depth);
      case 'object':
        return this.#object(schema, path, depth);
      default:
        return 'properties' in schema ? this.#object(schema, path, depth) : made('example');
    }
  }

  #list({ minItems = 0, items, uniqueItems }: JsonObject, path: string, depth: number): Made {
    const count = typeof minItems === 'number' ? minItems : 0;
    if (count === 0) return made([]);
    if (uniqueItems === true && count > 1) return { ok: false, path, why: 'its items must differ' };
    const item = this.make(items ?? true, `${path}[]`, depth + 1);
    return item.ok ? made(Array.from({ length: count }, () => item.value)) : item;
  }

  #object({ properties = {}, required = [] }: JsonObject, path: string, depth: number): Made {
    const names = Array.isArray(required) ? required.filter((name) => typeof name === 'string') : [];
    const entries: Array<readonly [string, unknown]> = [];
    for (const name of names) {
      const schema = isObject(properties) && Object.hasOwn(properties, name) ? properties[name] : true;
      const value = this.make(schema, path === '' ? name : `${path}.${name}`, depth + 1);
      if (!value.ok) return value;
      entries.push([name, value.value]);
    }
    return made(Object.fromEntries(entries));
  }
}

/** The values that a schema itself names, the author's choice first. */
function offersOf({ const: only, default: usual, examples, enum: options, ...schema }: JsonObject): unknown[] {
  if (only !== undefined) return [only];
  const lists: unknown[] = [examples, options].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  const single = schema['example'];
  return [...(usual === undefined ? [] : [usual]), ...(single === undefined ? [] : [single]), ...lists];
}

function matches({ pattern, minLength, maxLength }: JsonObject, value: unknown): boolean {
  if (typeof value !== 'string') return true;
  const { length } = Array.from(value);
  if (typeof minLength === 'number' && length < minLength) return false;
  if (typeof maxLength === 'number' && length > maxLength) return false;
  if (typeof pattern !== 'string') return true;
  try {
    return new RegExp(pattern, 'u').test(value);
  } catch {
    return false;
  }
}

function textFor(schema: JsonObject, path: string): Made {
  const { format, minLength, maxLength, pattern } = schema;
  const limit = (bound: unknown): number | undefined => (typeof bound === 'number' ? bound : undefined);
  const known = typeof format === 'string' ? MORE_FORMATS[format] : undefined;
  if (typeof format === 'string' && known === undefined) return { ok: false, path, why: `its format is '${format}'` };
  const value = known ?? exampleText(limit(minLength), limit(maxLength));
  if (matches(schema, value)) return made(value);
  const rule =
    typeof pattern === 'string' ? `it must match ${pattern}` : 'its length is bounded otherwise than its format';
  return { ok: false, path, why: `${rule}, and its schema has no example` };
}

function numberFor(schema: JsonObject, path: string, whole: boolean): Made {
  const bound = (name: string): number | undefined => {
    const value = schema[name];
    return typeof value === 'number' ? value : undefined;
  };
  const step = bound('multipleOf') ?? (whole ? 1 : undefined);
  const [above, below] = [bound('exclusiveMinimum'), bound('exclusiveMaximum')];
  const least = Math.max(bound('minimum') ?? -Infinity, above ?? -Infinity);
  const most = Math.min(bound('maximum') ?? Infinity, below ?? Infinity);
  const inside = (value: number): boolean => value >= least && value <= most && value !== above && value !== below;
  const near = exampleNumber(least, most, whole);
  const candidates =
    step === undefined
      ? [near, (least + most) / 2, near + 1, near - 1]
      : [Math.ceil(near / step) * step, Math.floor(near / step) * step, (Math.floor(near / step) + 1) * step];
  const value = candidates.find((one) => Number.isFinite(one) && inside(one));
  return value === undefined ? { ok: false, path, why: 'no number fits its bounds' } : made(value);
}

/**
 * Arguments that a tool's input schema accepts: what is required, with the author's defaults and examples where there are any.
 */
export function exampleArguments(inputSchema: unknown): MadeArguments {
  const result = new Maker(inputSchema).make(inputSchema, '', 0);
  if (!result.ok) return { path: result.path, why: result.why };
  return isObject(result.value) ? { args: result.value } : { path: '', why: 'its schema is not that of an object' };
}
