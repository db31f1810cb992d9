import type { Result } from '@modelcontextprotocol/server';
import type { VueltaError } from '../errors.js';
import { endOfTick, Ending, Suspension } from './signals.js';

/** How an ask ended the call: with a result, or with an exception where its verb has no error result. */
export type End = { readonly result: Result } | { readonly error: unknown };

/** In how many ticks a run that is over may still start something, before its handler counts as one that never ends. */
const PATIENCE = 100;

/** Whether a run goes on. Whatever a handler starts passes here first (A5). */
export class Gate {
  /** Somebody has got what ends the run, or may yet come to await it: the handler may end by itself. */
  mayUnwind = false;
  #suspended = false;
  #closed = false;
  #end: End | undefined;
  #fault: VueltaError | undefined;
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
    return !this.#suspended && !this.#closed && this.#end === undefined && this.#fault === undefined;
  }

  /** A1: the run has suspended, whatever its handler does now. */
  get suspended(): boolean {
    return this.#suspended;
  }

  /** The run has its outcome. */
  get closed(): boolean {
    return this.#closed;
  }

  get end(): End | undefined {
    return this.#end;
  }

  get fault(): VueltaError | undefined {
    return this.#fault;
  }

  suspend(): void {
    this.#suspended = true;
    this.#tellOver();
  }

  /** Nothing starts after the handler has ended, in a promise that it left behind either. */
  close(): void {
    this.#closed = true;
  }

  /** Records how the call ends; the first one counts. */
  endWith(end: End): Ending {
    this.#end ??= end;
    this.#tellOver();
    return new Ending();
  }

  /** Records a programming error; the first one counts. */
  fail(fault: VueltaError): VueltaError {
    this.#fault ??= fault;
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
    const isOnlySuspended = this.#suspended && this.#end === undefined && this.#fault === undefined;
    return isOnlySuspended ? new Suspension() : new Ending();
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
