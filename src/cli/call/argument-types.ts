import { isObject, type JsonObject } from '../../json.js';
import { parseText } from '../../form/index.js';
import { UsageError } from '../usage.js';

const DEEPEST = 4;

function pointed(pointer: string, root: unknown): unknown {
  let at: unknown = root;
  for (const part of pointer.split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    at = isObject(at) && Object.hasOwn(at, name) ? at[name] : undefined;
  }
  return at;
}

const typeName = (value: unknown): string => (value === null ? 'null' : Array.isArray(value) ? 'array' : typeof value);

/** The types that a schema allows; none when it does not say. */
export function typesOf(schema: unknown, root: unknown, depth = 0): ReadonlySet<string> {
  if (!isObject(schema) || depth > DEEPEST) return new Set();
  const { type, enum: values, const: only, $ref, anyOf, oneOf, allOf } = schema;
  if (typeof type === 'string') return new Set([type]);
  if (Array.isArray(type)) return new Set(type.filter((name) => typeof name === 'string'));
  if (only !== undefined) return new Set([typeName(only)]);
  if (Array.isArray(values)) return new Set((values as unknown[]).map(typeName));
  if (typeof $ref === 'string' && $ref.startsWith('#')) return typesOf(pointed($ref, root), root, depth + 1);
  const parts: unknown[] = [anyOf, oneOf, allOf].flatMap((list) => (Array.isArray(list) ? (list as unknown[]) : []));
  return new Set(parts.flatMap((part) => Array.from(typesOf(part, root, depth + 1))));
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const NAMES: Readonly<Record<string, string>> = {
  integer: 'a whole number',
  number: 'a number',
  boolean: 'true or false',
  null: 'null',
  array: 'a JSON list',
  object: 'a JSON object',
};

function typedText(name: string, text: string, types: ReadonlySet<string>): unknown {
  if (types.size === 0 || types.has('string')) return text;
  const numeric = (['number', 'integer'] as const).find((type) => types.has(type));
  const number = numeric && parseText({ type: numeric }, text);
  if (number?.ok === true) return number.value;
  const value = parsed(text);
  if (value !== undefined && typeof value !== 'number' && types.has(typeName(value))) return value;
  const wanted = [...types].map((type) => NAMES[type] ?? type).join(' or ');
  const isTold = number !== undefined && (types.size === 1 || !/^must be an? /.test(number.message));
  const why = isTold ? number.message : `must be ${wanted}`;
  throw new UsageError(`--arg ${name} ${why}. The tool says so; ${name}:=JSON is taken as it is.`);
}

/**
 * Gives the arguments that were written as text the types that the tool's schema wants: numbers, yes or no, JSON. Text stays text
 * where the schema takes text, or does not say.
 */
export function typedArguments(inputSchema: unknown, args: JsonObject, texts: ReadonlySet<string>): JsonObject {
  const properties = isObject(inputSchema) && isObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      if (typeof value !== 'string' || !texts.has(name) || !Object.hasOwn(properties, name)) return [name, value];
      return [name, typedText(name, value, typesOf(properties[name], inputSchema))];
    }),
  );
}
