import type { Result } from '@modelcontextprotocol/server';
import type { VueltaError } from '../errors.js';

/** How an ask ended the call: with a result, or with an exception where its verb has no error result. */
export type End = { readonly result: Result } | { readonly error: unknown };

/** In how many ticks a run that is over may still start something, before its handler counts as one that never ends. */
const PATIENCE = 100;

/**
 * Where a run is; a run only goes down this list, and the first end and the first fault count.
 *
 * - open: the handler may start asks, steps and memos.
 * - suspended: the asks of a round have come together; the round goes out with what is pending (A1: a run has suspended only if this says so).
 * - ended: an ask or a step ended the call, with a result or an exception.
 * - failed: a programming error, or a store that failed, ends the call; whatever was to go out does not.
 *
 * `closed` is apart: the run has its outcome, whichever it is, and nothing starts any more.
 */
type State =
  | { readonly is: 'open' | 'suspended' }
  | { readonly is: 'ended'; readonly end: End }
  | { readonly is: 'failed'; readonly fault: VueltaError };

/** Whether a run goes on, and how it ends. Whatever a handler starts passes here first (A5: nothing happens after the end). */
export class Gate {
  /** Somebody has got what ends the run, or may yet come to await it: the handler may end by itself. */
  mayUnwind = false;
  /** The run has its outcome: nothing starts any more, in a promise that the handler left behind either. */
  closed = false;
  #state: State = { is: 'open' };
  #ticks = 0;
  #tick: Promise<void> | undefined;
  #abandon: () => void = () => undefined;
  #tellOver: () => void = () => undefined;
  /** Resolves when it is known how the run ends, whatever its handler still does. */
  readonly over = new Promise<void>((resolve) => {
    this.#tellOver = resolve;
  });
  /** Resolves when a handler has ignored for so long that its run is over that it will not end by itself. */
  readonly abandoned = new Promise<undefined>((resolve) => {
    this.#abandon = () => resolve(undefined);
  });

  get open(): boolean {
    return !this.closed && this.#state.is === 'open';
  }

  get state(): State {
    return this.#state;
  }

  suspend(): void {
    if (this.#state.is === 'open') this.#state = { is: 'suspended' };
    this.#tellOver();
  }

  endWith(end: End): Ending {
    if (this.#state.is === 'open' || this.#state.is === 'suspended') this.#state = { is: 'ended', end };
    this.#tellOver();
    return new Ending();
  }

  fail(fault: VueltaError): VueltaError {
    if (this.#state.is !== 'failed') this.#state = { is: 'failed', fault };
    this.#tellOver();
    return fault;
  }

  /** Refuses at the end of the tick, so that a loop that catches cannot spin; from an abandoned handler on, never. */
  async refuse(): Promise<never> {
    this.#tick ??= this.#nextTick();
    await this.#tick;
    throw this.refused();
  }

  /** What is thrown where something is started in a run that is over. */
  refused(): Suspension | Ending {
    return this.#state.is === 'suspended' ? new Suspension() : new Ending();
  }

  #nextTick(): Promise<void> {
    this.#ticks += 1;
    if (this.#ticks > PATIENCE) {
      this.#abandon();
      return new Promise(() => undefined);
    }
    return new Promise((resolve) => {
      endOfTick(() => {
        this.#tick = undefined;
        resolve();
      });
    });
  }
}

/** Unwinds a handler whose run has suspended. It tells a handler that catches it what not to do. */
export class Suspension extends Error {
  constructor() {
    const limit = Error.stackTraceLimit;
    // Its stack would show the end of a tick and nothing of the handler. Where the intrinsics are frozen, it does.
    Reflect.set(Error, 'stackTraceLimit', 0);
    super(
      'The run is suspended until a person answers. Do not catch this: let it leave the handler, which runs again from the top.',
    );
    Reflect.set(Error, 'stackTraceLimit', limit);
    this.name = 'Suspension';
  }
}

/** Unwinds a handler whose call has ended. */
export class Ending extends Error {
  constructor() {
    super('The call has ended. Do not catch this: let it leave the handler.');
    this.name = 'Ending';
  }
}

/** Runs after every microtask of this tick: what the handler starts at once belongs to one round (A3: one tick, one round). */
export function endOfTick(run: () => void): void {
  if (typeof setImmediate === 'function') setImmediate(run);
  else setTimeout(run, 0);
}
