import { isObject } from '../../json.js';

/** JSON with sorted keys, so that two values that mean the same are the same text. */
export function canonicalJson(value: unknown): string {
  return JSON.stringify(value, (_key, item: unknown) =>
    isObject(item) ? Object.fromEntries(Object.entries(item).sort(([one], [other]) => (one < other ? -1 : 1))) : item,
  );
}
