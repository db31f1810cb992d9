import { isObject, type JsonObject } from '../../json.js';

export interface OtherArguments {
  readonly name: string;
  readonly args: JsonObject;
}

const atMost = (limit: unknown, value: number): boolean => typeof limit !== 'number' || value <= limit;
const atLeast = (limit: unknown, value: number): boolean => typeof limit !== 'number' || value >= limit;

function otherText(value: string, schema: JsonObject): string | undefined {
  if (schema['format'] === 'email') return `x${value}`;
  if (schema['format'] !== undefined || schema['pattern'] !== undefined) return undefined;
  if (atMost(schema['maxLength'], value.length + 1)) return `${value}x`;
  return value.slice(0, -1) + (value.endsWith('x') ? 'y' : 'x');
}

function otherNumber(value: number, schema: JsonObject): number | undefined {
  const near = [value + 1, value - 1];
  return near.find((one) => atMost(schema['maximum'], one) && atLeast(schema['minimum'], one));
}

function otherValue(value: unknown, schema: JsonObject): unknown {
  const { enum: options } = schema;
  if (Array.isArray(options)) return options.find((option) => option !== value);
  if (schema['const'] !== undefined) return undefined;
  if (typeof value === 'string') return otherText(value, schema);
  if (typeof value === 'number') return otherNumber(value, schema);
  return typeof value === 'boolean' ? !value : undefined;
}

/** The arguments with each text, number and yes/no changed alone, as far as the schema of the arguments lets it be seen. */
export function otherArguments(args: Readonly<JsonObject>, inputSchema: unknown): OtherArguments[] {
  const properties = isObject(inputSchema) && isObject(inputSchema['properties']) ? inputSchema['properties'] : {};
  return Object.entries(args).flatMap(([name, value]) => {
    const schema = Object.hasOwn(properties, name) ? properties[name] : undefined;
    const other = otherValue(value, isObject(schema) ? schema : {});
    return other === undefined ? [] : [{ name, args: { ...args, [name]: other } }];
  });
}
