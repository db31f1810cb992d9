import { VueltaError } from '../../errors.js';

/** The waits between two looks at what another process does, in milliseconds; the last one repeats. */
const LOOKS = [10, 20, 40, 80, 160, 250] as const;

/** Waits before the next look, unless the client goes away meanwhile. @throws VueltaError `request_cancelled`. */
export async function pause(look: number, signal: AbortSignal): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const leave = (): void => {
      clearTimeout(timer);
      reject(new VueltaError('request_cancelled'));
    };
    const timer = setTimeout(
      () => {
        signal.removeEventListener('abort', leave);
        resolve();
      },
      LOOKS[look] ?? LOOKS.at(-1),
    );
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
  });
}

/** One shared interval for all lease renewals: a timer for every request would cost more than its work. */
export class Pulse {
  readonly #ms: number;
  readonly #acts = new Set<() => Promise<void>>();
  #timer: ReturnType<typeof setInterval> | undefined;

  constructor(ms: number) {
    this.#ms = ms;
  }

  /** The first beat comes within the time of one; a beat that fails is left to the next. Returns what stops it. */
  add(act: () => Promise<void>): () => void {
    this.#acts.add(act);
    if (this.#timer === undefined) {
      this.#timer = setInterval(() => this.#beat(), this.#ms);
      unref(this.#timer);
    }
    return () => void this.#acts.delete(act);
  }

  #beat(): void {
    for (const act of this.#acts) act().catch(() => undefined);
    if (this.#acts.size > 0) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
  }
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
