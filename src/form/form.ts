import { VueltaError } from '../errors.js';
import { checkContent } from './check.js';
import { convert, type Converted } from './convert/convert.js';
import type { Form, FormContent, FormFault, FormOutcome, FormSource, FormValue } from './grammar.js';
import { toIssues } from './issues.js';
import { isObject, type JsonObject } from '../json.js';
import { inputJsonSchema, isStandardSchema, type StandardResult, type StandardSchema } from './convert/standard.js';
import { cleanValue } from './value.js';
import { wantedAddress } from './convert/wanted.js';

const SHOWN = 5;

const describe = (faults: readonly FormFault[]): string => {
  const lines = faults.slice(0, SHOWN).map(({ path, message }) => (path === '' ? message : `${path}: ${message}`));
  const rest = faults.length - lines.length;
  return `This schema cannot be a form. ${lines.join('; ')}${rest > 0 ? `; and ${rest} more` : ''}.`;
};

/**
 * A schema has something that the form grammar cannot express (code `form_unsupported`).
 *
 * @example
 * ```ts
 * try {
 *   toForm(schema);
 * } catch (error) {
 *   if (error instanceof FormError) for (const { path, message } of error.faults) console.error(path, message);
 * }
 * ```
 */
export class FormError extends VueltaError {
  /** Every fault found, in the order of the schema. */
  readonly faults: readonly FormFault[];

  constructor(faults: readonly FormFault[]) {
    super('form_unsupported', describe(faults));
    this.name = 'FormError';
    this.faults = faults;
  }
}

const forms = new WeakMap<object, Form>();

function accept(converted: Converted): Converted {
  if (converted.faults.length > 0) throw new FormError(converted.faults);
  return converted;
}

const copyOf = (content: Record<string, FormValue>): Record<string, FormValue> =>
  Object.fromEntries(Object.entries(content).map(([name, value]) => [name, cleanValue(value)]));

function standardForm(schema: StandardSchema): Form {
  const printed = markLocalTimes(schema, inputJsonSchema(schema));
  const { wire, enforced, wanted: told } = accept(convert(printed, true));
  const addresses = Object.entries(wire.properties).filter(([, field]) => 'format' in field && field.format === 'uri');
  const wanted = new Map([
    ...addresses.map(([name]) => [name, wantedAddress((address) => takes(schema, name, address) === true)] as const),
    ...told,
  ]);
  const judge = (given: StandardResult<unknown>, content: Record<string, FormValue>): FormOutcome<unknown> => {
    const result = assertResult(given);
    if (result.issues !== undefined) {
      return { ok: false, issues: toIssues(result.issues, content, { schema: wire, wanted }) };
    }
    return { ok: true, content: result.value, wire: content };
  };
  return Object.freeze({
    wire,
    enforced,
    validate(content: unknown) {
      const checked = checkContent(wire, content);
      if (!checked.ok) return checked;
      // A library may hand back the very object that it was given.
      const result = schema['~standard'].validate(copyOf(checked.wire));
      return isPromise(result) ? result.then((late) => judge(late, checked.wire)) : judge(result, checked.wire);
    },
  });
}

function isPromise<T>(result: T | Promise<T>): result is Promise<T> {
  return typeof (result as { then?: unknown } | null | undefined)?.then === 'function';
}

/** What a schema forgot to say is not a yes. The issues of ArkType are a list of its own kind. */
function assertResult(result: StandardResult<unknown>): StandardResult<unknown> {
  const given = result as { readonly issues?: { readonly map?: unknown } } | null | undefined;
  const isResult = typeof given === 'object' && given !== null;
  if (isResult && (given.issues === undefined ? 'value' in given : typeof given.issues?.map === 'function'))
    return result;
  throw new VueltaError('ask_invalid', 'validate() of the schema gave neither a value nor a list of issues.');
}

function wireForm(schema: JsonObject): Form {
  const { wire, enforced } = accept(convert(schema, false));
  return Object.freeze({ wire, enforced, validate: (content: unknown) => checkContent(wire, content) });
}

function fromStandard(schema: StandardSchema): Form {
  const known = forms.get(schema);
  if (known !== undefined) return known;
  const form = standardForm(schema);
  forms.set(schema, form);
  return form;
}

/**
 * Forms of wire schemas by their text: a handler writes its schema again in every round, and a plain object can change under one identity.
 * The text may hold what a client sent, so there is a bound.
 */
const wires = new Map<string, Form>();
const MAX_CHARACTERS = 1024 * 1024;
let characters = 0;

function fromWire(schema: JsonObject): Form {
  const source = JSON.stringify(schema);
  const known = wires.get(source);
  if (known !== undefined) return known;
  const form = wireForm(schema);
  wires.set(source, form);
  characters += source.length;
  for (const oldest of wires.keys()) {
    if (characters <= MAX_CHARACTERS) break;
    wires.delete(oldest);
    characters -= oldest.length;
  }
  return form;
}

/**
 * Makes a form from a schema: the `requestedSchema` to send, and the check of what comes back (MCP 2026-07-28, elicitation).
 *
 * A Standard Schema (zod 4.2, ArkType 2.2, Valibot through `toStandardJsonSchema`) is converted in input mode. What the wire
 * cannot carry is enforced when the answer comes back and listed in {@link Form.enforced}. A wire schema has nothing that
 * could enforce more, so there a constraint outside the grammar is a fault. Local references, literal unions and exclusive
 * bounds of whole numbers are rewritten exactly. The result is cached for each schema object, and for each text of a wire schema.
 *
 * @throws FormError naming each path that a form cannot have: nested objects, lists of them, null, tuples, free lists,
 * reserved names, a default that breaks its own field.
 * @throws TypeError when `schema` is no schema, or its library cannot print JSON Schema; the message says what to do.
 * @example
 * ```ts
 * const form = toForm(z.object({ seats: z.int().positive().default(1) }));
 * form.wire; // { type: 'object', properties: { seats: { type: 'integer', minimum: 1, default: 1 } } }
 * await form.validate({}); // { ok: true, content: { seats: 1 }, wire: { seats: 1 } }
 * ```
 */
export function toForm<S extends FormSource>(schema: S): Form<FormContent<S>> {
  const given: unknown = schema;
  if (isStandardSchema(given)) return fromStandard(given) as Form<FormContent<S>>;
  if (isObject(given)) return fromWire(given) as Form<FormContent<S>>;
  throw new TypeError(
    'toForm() needs a schema: a Standard Schema object, or a wire schema such as { type: "object", properties: {} }.',
  );
}

/** As the form grammar has a date and time, and as it has not. */
const WITH_OFFSET = ['2026-07-28T15:00:00Z', '2026-07-28T15:00:00+02:00', '2026-07-28T15:00:00.000Z'];
const WITHOUT = '2026-07-28T15:00';

const keyOf = (segment: unknown): unknown => (isObject(segment) ? segment['key'] : segment);

/** Whether the schema has nothing against the text in this field, whatever it misses in the others. */
function takes(schema: StandardSchema, name: string, text: string): boolean | undefined {
  try {
    const result: StandardResult<unknown> | Promise<StandardResult<unknown>> = schema['~standard'].validate({
      [name]: text,
    });
    if ('then' in result) return void result.catch(() => {});
    return !(result.issues ?? []).some(({ path }) => path === undefined || keyOf(path[0]) === name);
  } catch {
    return undefined;
  }
}

/**
 * Valibot prints `date-time` for a date and time without an offset too. On the wire this format needs one: no answer could
 * satisfy both, so such a field goes out as text and is checked when it comes back.
 */
function markLocalTimes(schema: StandardSchema, printed: JsonObject): JsonObject {
  const { properties } = printed;
  if (!isObject(properties)) return printed;
  const marked = Object.entries(properties).map(([name, node]): [string, unknown] => {
    if (!isObject(node) || node.format !== 'date-time' || node.pattern !== undefined) return [name, node];
    const isLocal =
      takes(schema, name, WITHOUT) === true && WITH_OFFSET.every((text) => takes(schema, name, text) === false);
    return [name, isLocal ? { ...node, format: 'local-date-time' } : node];
  });
  return { ...printed, properties: Object.fromEntries(marked) };
}
