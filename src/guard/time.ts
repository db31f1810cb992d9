import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

/** Waits, unless the client goes away meanwhile. */
export async function pause(ms: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(new ProtocolError(ProtocolErrorCode.InternalError, 'The request was cancelled', { reason: 'cancelled' }));
    };
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', leave);
      resolve();
    }, ms);
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/** Does something again and again until it is stopped. A beat that fails is left to the next one. */
export function beat(ms: number, act: () => Promise<void>): () => void {
  const timer = setInterval(() => void act().catch(() => undefined), ms);
  unref(timer);
  return () => clearInterval(timer);
}

/** Tries once after each of the waits, until one attempt does not reject. */
export async function retried<T>(act: () => Promise<T>, waits: readonly number[]): Promise<T | undefined> {
  for (const ms of waits) {
    await new Promise<void>((resolve) => {
      unref(setTimeout(resolve, ms));
    });
    try {
      return await act();
    } catch {
      continue;
    }
  }
  return undefined;
}

/** A timer of ours must not keep a process alive that is done otherwise. */
function unref(timer: unknown): void {
  (timer as { unref?: () => void }).unref?.();
}
