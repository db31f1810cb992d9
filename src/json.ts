/** A JSON object as it came off the wire. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value as JSON carries it. An own `__proto__` key stays an own key. */
export function copyJson<T>(value: T): T {
  return JSON.parse(JSON.stringify(value)) as T;
}

/** A map that has no inherited keys: on it, even `__proto__` is an ordinary key. */
export function bareMap<T>(entries: Iterable<readonly [string, T]> = []): Record<string, T> {
  const map = Object.create(null) as Record<string, T>;
  for (const [key, value] of entries) map[key] = value;
  return map;
}

/** Names that reach a prototype when they are assigned or read without care; no honest form or key needs them. */
const RESERVED: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

export const isReservedName = (name: string): boolean => RESERVED.has(name);

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

/** JSON with sorted keys, so that two values that mean the same are the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1))) : item,
  );
}
