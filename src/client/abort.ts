import { VueltaError } from '../errors.js';

/** An AbortSignal whose reason is always the coded error to fail with. */
export interface Stop {
  readonly signal: AbortSignal;
  /** Stops the work, with this error. */
  abort(error: Error): void;
  /** Lets go of the signal that this one follows. */
  release(): void;
}

/** Follows a caller's signal, which may be absent or already aborted. */
export function followSignal(signal: AbortSignal | undefined): Stop {
  const controller = new AbortController();
  const follow = (): void => {
    controller.abort(new VueltaError('client_aborted', undefined, { cause: signal?.reason }));
  };
  if (signal?.aborted) follow();
  signal?.addEventListener('abort', follow, { once: true });
  return {
    signal: controller.signal,
    abort: (error) => controller.abort(error),
    release: () => signal?.removeEventListener('abort', follow),
  };
}

/** Runs `onStop` when the signal aborts, at once if it has; the result forgets it again. */
export function onStop(signal: AbortSignal, handle: (error: Error) => void): () => void {
  const listener = (): void => handle(signal.reason as Error);
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}
