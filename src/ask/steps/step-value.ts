/**
 * What the value of a step is when it comes back. It passes through JSON, so that no round sees another type than the next: a
 * `Date` is a text, and functions are gone.
 */
export type AsJson<T> = unknown extends T
  ? T
  : T extends string | number | boolean | null | undefined | void
    ? T
    : T extends { toJSON(): infer J }
      ? AsJson<J>
      : T extends readonly unknown[]
        ? { [I in keyof T]: AsJson<T[I]> }
        : T extends bigint | symbol | Uncarried
          ? never
          : { [K in keyof T as T[K] extends Uncarried ? never : K]: AsJson<T[K]> };

type Uncarried = ((...args: never) => unknown) | ReadonlyMap<unknown, unknown> | ReadonlySet<unknown>;

/**
 * A list of one as JSON, or of none for `undefined`. What JSON would change without a word gives no text: a number that is not
 * finite (null), a Map or a Set ({}).
 */
export function toJson(value: unknown): string | undefined {
  if (value === undefined) return '[]';
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  try {
    return JSON.stringify([value], assertCarried);
  } catch {
    return undefined;
  }
}

export function fromJson(text: string): unknown {
  return (JSON.parse(text) as readonly unknown[])[0];
}

function assertCarried(_name: string, value: unknown): unknown {
  const isLost = typeof value === 'number' ? !Number.isFinite(value) : value instanceof Map || value instanceof Set;
  if (isLost) throw new TypeError('JSON cannot carry this value');
  return value;
}
