import type { Result } from '@modelcontextprotocol/server';
import type { Claimed, Lease, Store } from '../../store/index.js';
import type { EventSink, VueltaEvent } from '../events/events.js';
import type { TellFilling } from '../events/filling.js';
import { roundOf, type Flow, type Held } from '../flow.js';
import { HeldLease } from './lease.js';
import { pause, type Pulse } from './timers.js';

/** A request to run a round. */
export interface Turn {
  readonly flow: Flow;
  /** The state as it came: authentic, and known to nobody who reads the store. */
  readonly state: string;
  /** The expiry of the state, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly signal: AbortSignal;
}

/** Runs the handler while the round is held; what the round learns on the way is in `flow.marks`. */
export type RunHandler = (held: Held) => Promise<Result>;

export interface AttemptParts {
  /** Every operation rejects with a coded error, and in time. */
  readonly store: Store;
  readonly emit: EventSink;
  readonly tellFilling: TellFilling;
  readonly leaseMs: number;
  /** Beats three times a lease. */
  readonly pulse: Pulse;
  /** How long a settled round outlives its state: for clocks that differ, and for requests that wait for it right then. */
  readonly graceMs: number;
  /** How long a round may run on after its state has expired. */
  readonly runMs: number;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}

/** What a claim came to: the outcome that the round has, or a lease on it. */
type Taken = { readonly outcome: string } | { readonly holding: HeldLease };

type RoundEvent = Extract<VueltaEvent['type'], 'repeated' | 'taken_over' | 'settled' | 'unsettled' | 'released'>;

/** The same state with other answers: refused with the text of every refused state. */
export class Replayed extends Error {
  constructor() {
    super('A round was repeated with other answers');
    this.name = 'Replayed';
  }
}

/** One round at the store, as one owner: every call that an attempt makes to the store is here. */
export class RoundLease {
  readonly #parts: AttemptParts;
  readonly #turn: Turn;
  readonly #fingerprint: string;
  readonly #lease: Lease;
  readonly #onClaimed: (claimed: true) => void;

  /** `onClaimed` hears that the store has the round for these answers, here or elsewhere. */
  constructor(parts: AttemptParts, turn: Turn, fingerprint: string, onClaimed: (claimed: true) => void) {
    this.#parts = parts;
    this.#turn = turn;
    this.#fingerprint = fingerprint;
    this.#lease = { flow: turn.flow.id, round: turn.flow.round, owner: globalThis.crypto.randomUUID() };
    this.#onClaimed = onClaimed;
  }

  /**
   * Claims until the round is won here or settled. `isFirst`: nothing has run yet, so a claim that may have reached a store that failed is
   * released, and nobody waits for it.
   *
   * @throws Replayed for other answers; VueltaError `request_cancelled` when the client goes meanwhile, or what the store throws.
   */
  async claim(isFirst: boolean): Promise<Taken> {
    for (let look = 0; ; look += 1) {
      let taken: Taken | undefined;
      try {
        taken = await this.#tryOnce();
      } catch (error) {
        if (isFirst && !(error instanceof Replayed)) this.#parts.store.release(this.#lease).catch(() => undefined);
        throw error;
      }
      if (taken !== undefined) return taken;
      await pause(look, this.#turn.signal);
    }
  }

  async #tryOnce(): Promise<Taken | undefined> {
    const asked = performance.now();
    const claimed = await this.#claimOnce();
    if (claimed.kind === 'conflict') throw new Replayed();
    this.#onClaimed(true);
    if (claimed.kind === 'settled') return { outcome: claimed.outcome };
    if (claimed.kind === 'busy') return undefined;
    const { store, leaseMs, runMs, now, pulse, tellFilling } = this.#parts;
    const renew = (ms: number) => store.renew(this.#lease, ms);
    const lease = { leaseMs, renew, renewMs: this.#turn.expiresAt - now(), restMs: runMs };
    const holding = new HeldLease(lease, asked, pulse);
    let isOurs = false;
    try {
      // A store that took long to answer may have given the round to somebody else since.
      isOurs = await holding.confirm();
    } finally {
      if (!isOurs) holding.stop();
    }
    if (!isOurs) return undefined;
    if (claimed.takenOver) this.tell('taken_over');
    tellFilling(this.#turn.flow);
    return { holding };
  }

  async #claimOnce(): Promise<Claimed> {
    const { store, leaseMs, runMs } = this.#parts;
    const { expiresAt: until } = this.#turn;
    return store.claim({ ...this.#lease, fingerprint: this.#fingerprint, leaseMs, expiresAt: until + runMs, until });
  }

  /** False when the round was taken over: nothing is written then. */
  async settle(outcome: string): Promise<boolean> {
    const { store, now, graceMs } = this.#parts;
    return store.settle(this.#lease, outcome, Math.max(this.#turn.expiresAt, now()) + graceMs);
  }

  /** Whether the round has this outcome although settling it failed or came too late; settles it if it is free. */
  async isSettledWith(outcome: string): Promise<boolean> {
    const claimed = await this.#claimOnce().catch(() => undefined);
    if (claimed?.kind === 'won') return this.settle(outcome).catch(() => false);
    return claimed?.kind === 'settled' && claimed.outcome === outcome;
  }

  /** Ends the lease at once: the round may be tried again, with the same answers. False when it was taken over. */
  endLease(): Promise<boolean> {
    // A store that fails lets the lease run out by itself.
    return this.#parts.store.renew(this.#lease, 0).catch(() => true);
  }

  /** Leaves the round as if nobody had claimed it. False when it was taken over. */
  release(): Promise<boolean> {
    return this.#parts.store.release(this.#lease).catch(() => true);
  }

  /** Whether the record of the round is over, as it is after a clock that jumped: nobody comes for it any more. */
  get isForgotten(): boolean {
    return this.#parts.now() >= this.#turn.expiresAt + this.#parts.runMs;
  }

  tell(type: RoundEvent): void {
    this.#parts.emit({ type, ...roundOf(this.#turn.flow) });
  }
}
