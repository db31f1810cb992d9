/** What the SDK reads of an exception. */
const READ = ['code', 'data', 'message', 'name', 'stack'] as const;

/**
 * What was thrown, as an error that can be read. Anything can be thrown: nothing, a text, an object that throws when it is looked at. Of a
 * prompt's or a resource's exception that it cannot read the SDK tells nobody, and its client waits for ever.
 */
export function asError(thrown: unknown, what: string): Error {
  try {
    if (thrown instanceof Error) {
      for (const name of READ) Reflect.get(thrown, name);
      return thrown;
    }
  } catch {
    // It cannot be read.
  }
  return new Error(`${what} threw something that is no error.`);
}
