/** How deep arguments may nest before they are refused: a hostile request must not exhaust the stack. */
export const MAX_DEPTH = 256;

/** Texts of values that are frozen to the bottom, by identity. */
const known = new WeakMap<object, string>();

/** Makes the text of a value that can never change once a process. It must be frozen all the way down. */
export function keepCanonical(frozen: object): void {
  if (!known.has(frozen)) known.set(frozen, canonical(frozen));
}

/**
 * JSON in one canonical form: object members sorted by name, no white space (the parts of RFC 8785 that matter for values
 * that came out of `JSON.parse`). Two requests that a proxy has reordered or reformatted give the same text.
 *
 * Two values that differ never give one text, so what has no text of its own is refused instead of written as `null` or `{}`:
 * a `Set`, a function, the `Infinity` that `JSON.parse` makes of `1e999`. A value with `toJSON`, such as a `Date`, counts as
 * what that returns.
 *
 * @throws RangeError when the value nests deeper than {@link MAX_DEPTH}; TypeError when it is not JSON.
 */
export function canonical(value: unknown, depth = 0): string {
  if (value === null || typeof value !== 'object') return scalar(value);
  const kept = known.get(value);
  if (kept !== undefined) return kept;
  if (depth >= MAX_DEPTH) throw new RangeError(`canonical: the value nests deeper than ${MAX_DEPTH} levels`);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item, depth + 1)).join(',')}]`;
  if (!isPlain(value)) return canonical(fromJsonMethod(value), depth + 1);
  let members = '';
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (member === undefined) continue;
    members += `${members === '' ? '' : ','}${JSON.stringify(name)}:${canonical(member, depth + 1)}`;
  }
  return `{${members}}`;
}

function scalar(value: unknown): string {
  if (value === undefined) return 'null';
  const text = typeof value === 'number' && !Number.isFinite(value) ? undefined : JSON.stringify(value);
  if (text === undefined) throw notJson();
  return text;
}

/** An object literal, of this realm or of another. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null || Object.getPrototypeOf(prototype) === null;
}

function fromJsonMethod(value: object): unknown {
  const { toJSON } = value as { toJSON?: unknown };
  if (typeof toJSON !== 'function') throw notJson();
  return toJSON.call(value) as unknown;
}

function notJson(): TypeError {
  return new TypeError('canonical: the value holds something that JSON cannot carry');
}
