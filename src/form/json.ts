export type JsonObject = Record<string, unknown>;

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** An own property, never one of the prototype chain. */
export const own = (object: JsonObject, key: string): unknown => (Object.hasOwn(object, key) ? object[key] : undefined);

/** Own keys that JSON would carry. */
export const keysOf = (object: JsonObject): string[] => Object.keys(object).filter((key) => object[key] !== undefined);

/** A copy of plain data that shares nothing with it and cannot change. */
export function frozenCopy(value: unknown): unknown {
  if (Array.isArray(value)) return Object.freeze(value.map(frozenCopy));
  if (!isObject(value)) return value;
  return Object.freeze(Object.fromEntries(keysOf(value).map((key) => [key, frozenCopy(value[key])])));
}
