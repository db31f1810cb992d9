/** A value that is there already, or comes. The signed path under `node:crypto` never waits. */
export type Maybe<T> = T | Promise<T>;

/** Goes on with a value at once where it is there, else when it comes. */
export function andThen<T, R>(value: Maybe<T>, next: (value: T) => Maybe<R>): Maybe<R> {
  return value instanceof Promise ? value.then(next) : next(value);
}
