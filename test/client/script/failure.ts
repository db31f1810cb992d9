import { VueltaError } from '../../../src/errors.js';

/** The coded error of a promise or function, its message apart. */
export async function failure(work: Promise<unknown> | (() => unknown)): Promise<{ code: string; message: string }> {
  const error: unknown = await (async () => (typeof work === 'function' ? work() : work))().then(
    () => undefined,
    (reason: unknown) => reason,
  );
  if (!(error instanceof VueltaError)) throw new Error('expected a coded error', { cause: error });
  expectNoCause(error);
  return { code: error.code, message: error.message };
}

/** A cause of a parser quotes what it read. */
function expectNoCause(error: VueltaError): void {
  if (error.cause !== undefined) throw new Error('a coded error of a file must not have a cause');
}
