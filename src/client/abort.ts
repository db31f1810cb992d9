import { VueltaError } from '../errors.js';

/** An AbortSignal whose reason is always the coded error to fail with. */
export interface Stop {
  readonly signal: AbortSignal;
  abort(error: Error): void;
  release(): void;
}

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

/** Runs `onAbort` when the signal aborts, at once if it has; the result forgets it again. */
export function onAbort(signal: AbortSignal, handle: (error: Error) => void): () => void {
  const listener = (): void => handle(signal.reason as Error);
  if (signal.aborted) listener();
  else signal.addEventListener('abort', listener, { once: true });
  return () => signal.removeEventListener('abort', listener);
}

/** The longest delay that a timer can hold; beyond it Node fires at once. */
const MAX_DELAY_MS = 2_147_483_647;

/** The time as a number that a foreign timer can hold. */
export const timerMs = (ms: number): number => Math.min(ms, MAX_DELAY_MS);

/** A timer for a budget; `Infinity` and what no timer can hold mean that there is none. */
export function startBudget(ms: number, onSpent: () => void): NodeJS.Timeout | undefined {
  return ms > MAX_DELAY_MS ? undefined : setTimeout(onSpent, ms);
}

export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let forget = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      forget = onAbort(signal, reject);
      if (!signal.aborted) timer = startBudget(ms, resolve);
    });
  } finally {
    clearTimeout(timer);
    forget();
  }
}
