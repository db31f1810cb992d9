import { refuseNumberNames, refuseUnaskable } from '../lint/askable.js';
import { account, convertField } from './field.js';
import type { Conversion } from './field.js';
import type { FormFault, FormSchema } from '../grammar.js';
import { frozenCopy, isObject } from '../../json.js';
import type { JsonObject } from '../../json.js';
import { lintForm, markSound } from '../lint/lint.js';
import { resolve } from './refs.js';
import type { Wanted } from './wanted.js';

/** The outcome of a conversion; `wire` has no fields when there are faults. */
export interface Converted {
  readonly wire: FormSchema;
  readonly enforced: readonly string[];
  readonly faults: readonly FormFault[];
  /** What a field wants, by its name, beyond what the wire says. */
  readonly wanted: ReadonlyMap<string, Wanted>;
}

const NONE: ReadonlyMap<string, Wanted> = new Map();
const PREFIX = 'properties.';

const NOT_AN_OBJECT = 'must be an object with one property for each field';

const ROOT = ['$schema', '$defs', 'definitions', 'type', 'properties', 'required'];

const isOpen = (value: unknown): boolean =>
  typeof value === 'boolean' || (isObject(value) && Object.keys(value).length === 0);

function accountRoot(root: JsonObject, conversion: Conversion): void {
  const carried = isOpen(root.additionalProperties) ? [...ROOT, 'additionalProperties'] : ROOT;
  // These may define fields of their own, which nobody would be asked for.
  const composed = ['allOf', 'anyOf', 'oneOf', 'additionalProperties', 'patternProperties'].filter(
    (key) => root[key] !== undefined && !carried.includes(key),
  );
  for (const path of composed)
    conversion.faults.push({ path, message: 'may define more fields; write them all in properties' });
  account(root, [...carried, ...composed], '', conversion);
}

function requiredOf(root: JsonObject, fields: ReadonlyMap<string, JsonObject | undefined>, enforces: boolean): unknown {
  if (!Array.isArray(root.required)) return root.required;
  const order = [...fields.keys()];
  const rank = (name: unknown): number =>
    order.includes(name as string) ? order.indexOf(name as string) : order.length;
  const kept = root.required.filter((name) => {
    const field = fields.get(name as string);
    // A field that failed to convert has its own fault; one with a default never has to be filled in.
    return fields.has(name as string) ? field !== undefined && !(enforces && field.default !== undefined) : true;
  });
  return kept.length === 0 ? undefined : kept.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Turns a JSON Schema, as a converter prints it, into the form grammar: references inlined, options in one of the four
 * shapes of the grammar, and every constraint accounted for.
 *
 * @param enforces whether a schema library validates the answer when it comes back.
 */
export function convert(source: JsonObject, enforces: boolean): Converted {
  const root = resolve(source, source);
  const empty: FormSchema = { type: 'object', properties: {} };
  if (root === undefined || root.type !== 'object') {
    return { wire: empty, enforced: [], faults: [{ path: '', message: NOT_AN_OBJECT }], wanted: NONE };
  }
  const conversion: Conversion = { root, enforces, enforced: [], faults: [], wanted: new Map() };
  accountRoot(root, conversion);
  const nodes = root.properties ?? {};
  if (!isObject(nodes)) return { wire: empty, enforced: [], faults: lintForm(root), wanted: NONE };
  const fields = new Map(
    Object.keys(nodes).map((name) => [name, convertField(nodes[name], PREFIX + name, conversion)]),
  );
  const shown = [...fields].filter((entry): entry is [string, JsonObject] => entry[1] !== undefined);
  const required = requiredOf(root, fields, enforces);
  const wire = {
    type: 'object' as const,
    properties: Object.fromEntries(shown),
    ...(required === undefined ? {} : { required }),
  };
  const linted = [...conversion.faults, ...lintForm(wire)];
  const form = wire as unknown as FormSchema;
  const faults = linted.length > 0 ? linted : [...refuseUnaskable(form), ...refuseNumberNames(form)];
  if (faults.length > 0) return { wire: empty, enforced: [], faults, wanted: NONE };
  const wanted = new Map([...conversion.wanted].map(([path, want]) => [path.slice(PREFIX.length), want]));
  const frozen = frozenCopy(wire) as FormSchema;
  markSound(frozen);
  return { wire: frozen, enforced: Object.freeze(conversion.enforced), faults, wanted };
}
