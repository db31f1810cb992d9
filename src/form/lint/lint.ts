import type { FormFault } from '../grammar.js';
import { isObject, isReservedName, keysOf } from '../../json.js';
import type { JsonObject } from '../../json.js';
import { isAnnotation, refusalOf } from './keywords.js';
import { MAX_PROPERTIES } from '../limits.js';
import { lintField } from './lint-field.js';

/** Forms in which nothing was found, the lint and whatever a person needs, and that are frozen to the bottom: they need no second look. */
const sound = new WeakSet<object>();

export function markSound(frozen: object): void {
  sound.add(frozen);
}

export const isSound = (schema: unknown): schema is object => typeof schema === 'object' && sound.has(schema as object);

const GRAMMAR: ReadonlySet<string> = new Set(['type', 'properties', 'required']);

/** Root keywords that add nothing to the grammar: a form has no other keys anyway. */
const isHarmless = (key: string, value: unknown): boolean =>
  isAnnotation(key) ||
  (key === '$schema' && typeof value === 'string') ||
  (key === 'additionalProperties' && typeof value === 'boolean');

function lintName(name: string): string | undefined {
  if (isReservedName(name)) return 'is a reserved name; call the field something else';
  return name === '' ? 'has no name' : undefined;
}

function lintProperties(properties: unknown): FormFault[] {
  if (!isObject(properties))
    return [{ path: 'properties', message: 'must be an object with one schema for each field' }];
  const names = Object.keys(properties);
  if (names.length > MAX_PROPERTIES)
    return [{ path: 'properties', message: `must have at most ${MAX_PROPERTIES} fields` }];
  return names.flatMap((name) => {
    const path = `properties.${name}`;
    const message = lintName(name);
    return message === undefined ? lintField(properties[name], path) : [{ path, message }];
  });
}

function lintRequired(required: unknown, properties: JsonObject): FormFault[] {
  const fault = (message: string): FormFault => ({ path: 'required', message });
  if (!Array.isArray(required) || !required.every((name) => typeof name === 'string'))
    return [fault('must be a list of field names')];
  if (new Set(required).size < required.length) return [fault('must not name the same field twice')];
  const missing = required.filter((name) => !Object.hasOwn(properties, name));
  return missing.map((name) => fault(`names ${JSON.stringify(name)}, which properties does not define`));
}

/**
 * Lints a wire schema against the form grammar of MCP 2026-07-28 (elicitation, `requestedSchema`): a flat object of text,
 * numbers, booleans, one choice and several choices.
 *
 * It refuses what no client has to show or to obey: nested objects and lists of them, null, unknown constraints, an `enum`
 * in the wrong place, bounds that contradict each other, a default that breaks its own field, reserved property names,
 * and `required` names that are not defined. A dialect marker, a boolean `additionalProperties` and annotations add nothing
 * and pass; {@link toForm} takes them off. It never throws.
 *
 * @returns the faults in the order of the schema; empty when the schema may be sent.
 * @example
 * ```ts
 * lintForm({ type: 'object', properties: { tags: { type: 'array', enum: ['a'] } } });
 * // [{ path: 'properties.tags', message: 'has its enum on the list; put it on items, with type string' }]
 * ```
 */
export function lintForm(schema: unknown): FormFault[] {
  if (isSound(schema)) return [];
  if (!isObject(schema) || schema.type !== 'object') {
    return [{ path: '', message: 'must be an object with type object and one property for each field' }];
  }
  const strays = keysOf(schema).filter((key) => !GRAMMAR.has(key) && !isHarmless(key, schema[key]));
  return [
    ...strays.map((key) => ({ path: key, message: refusalOf(key) })),
    ...lintProperties(schema.properties),
    ...(schema.required === undefined
      ? []
      : lintRequired(schema.required, isObject(schema.properties) ? schema.properties : {})),
  ];
}
