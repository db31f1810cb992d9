import { isObject, type JsonObject } from '../json.js';
import type { StandardResult, StandardSchema } from './convert/standard.js';

/** As the form grammar has a date and time, and as it has not. */
const WITH_OFFSET = ['2026-07-28T15:00:00Z', '2026-07-28T15:00:00+02:00', '2026-07-28T15:00:00.000Z'];
const WITHOUT = '2026-07-28T15:00';

type Result = StandardResult<unknown>;

const keyOf = (segment: unknown): unknown => (isObject(segment) ? segment['key'] : segment);

/** Whether the schema has nothing against the text in this field, whatever it misses in the others. */
export function takes(schema: StandardSchema, name: string, text: string): boolean | undefined {
  try {
    const result: Result | Promise<Result> = schema['~standard'].validate({ [name]: text });
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
export function markLocalTimes(schema: StandardSchema, printed: JsonObject): JsonObject {
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
