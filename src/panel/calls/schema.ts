import { isObject, type JsonObject } from '../../json.js';
import { shown, shownLine as lineOf } from '../../shown/terminal.js';
import { WHOLE, WHOLE_LINE } from '../../client/ports/shown-in-full.js';

const shownLine = (text: unknown): string => lineOf(text, WHOLE_LINE);

/** Members whose values go back to the server, or mean something to a validator: they stay as they are. */
const EXACT: ReadonlySet<string> = new Set([
  'const',
  'default',
  'enum',
  'examples',
  'pattern',
  'required',
  'type',
  'format',
  '$ref',
]);
const NAMED: ReadonlySet<string> = new Set(['properties', 'patternProperties', '$defs', 'definitions']);
const MAX_DEPTH = 32;

function safeMember(name: string, value: unknown, depth: number): unknown {
  if (EXACT.has(name)) return value;
  if (name === 'title' && typeof value === 'string') return shownLine(value);
  if (name === 'description' && typeof value === 'string') return shown(value, WHOLE);
  if (name === 'enumNames' && Array.isArray(value)) return value.map((label) => shownLine(label));
  if (NAMED.has(name) && isObject(value)) return safeProperties(value, depth);
  return safeNode(value, depth + 1);
}

/** A name that does not read as it is spelled gets a title that does. */
function safeProperties(properties: JsonObject, depth: number): JsonObject {
  const entries = Object.entries(properties).map(([name, property]) => {
    const safe = safeNode(property, depth + 1);
    const label = shownLine(name);
    return [name, isObject(safe) && !safe['title'] && label !== name ? { ...safe, title: label } : safe];
  });
  return Object.fromEntries(entries) as JsonObject;
}

function safeNode(node: unknown, depth: number): unknown {
  if (depth > MAX_DEPTH) return {};
  if (Array.isArray(node)) return node.map((item) => safeNode(item, depth + 1));
  if (!isObject(node)) return node;
  return Object.fromEntries(Object.entries(node).map(([name, value]) => [name, safeMember(name, value, depth)]));
}

/** A schema of the server whose titles and descriptions are safe to show; names and values are exact. */
export const safeSchema = (schema: unknown): unknown => safeNode(schema, 0);

/** Untitled options that do not read as they are spelled get titles that do. */
function titled(options: unknown): readonly { const: string; title: string }[] | undefined {
  if (!Array.isArray(options) || !options.every((option) => typeof option === 'string')) return undefined;
  if (options.every((option) => shownLine(option) === option)) return undefined;
  return options.map((option) => ({ const: option, title: shownLine(option) }));
}

function safeOptions(property: unknown): unknown {
  if (!isObject(property)) return property;
  const { enum: values, items, ...rest } = property;
  if (property['enumNames'] === undefined) {
    const oneOf = titled(values);
    if (oneOf !== undefined) return { ...rest, oneOf };
  }
  const anyOf = isObject(items) ? titled(items['enum']) : undefined;
  return anyOf === undefined ? property : { ...property, items: { anyOf } };
}

/** The same for a form, whose options are shown too. */
export function safeForm<S extends { readonly properties: object }>(schema: S): S {
  const safe = safeSchema(schema) as JsonObject & S;
  const properties = Object.entries(safe.properties).map(([name, property]) => [name, safeOptions(property)]);
  return { ...safe, properties: Object.fromEntries(properties) as S['properties'] };
}
