/** A server may nest a message as deep as its parser goes. */
const DEEPEST = 64;
const TOO_DEEP = '[nested too deeply to be shown]';

/** What to put in the place of parts of a JSON value. */
export interface Changes {
  readonly text: (text: string) => string;
  readonly number?: (number: number) => unknown;
  readonly name?: (name: string) => string;
  /** What is put in the place of a whole member; `undefined` when it is like any other. */
  readonly member?: (name: string, value: unknown) => unknown;
}

/** A copy of a JSON value with these changes; what lies deeper than anybody reads is left out. */
export function changeJson(value: unknown, changes: Changes, depth = 0): unknown {
  const { text, number = (same) => same, name = (same) => same, member = () => undefined } = changes;
  if (typeof value === 'string') return text(value);
  if (typeof value === 'number') return number(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth > DEEPEST) return TOO_DEEP;
  if (Array.isArray(value)) return value.map((item) => changeJson(item, changes, depth + 1));
  return Object.fromEntries(
    Object.entries(value).map(([key, item]: [string, unknown]) => [
      name(key),
      member(key, item) ?? changeJson(item, changes, depth + 1),
    ]),
  );
}
