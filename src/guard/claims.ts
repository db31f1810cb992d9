import type { Result } from '@modelcontextprotocol/server';
import { canonical } from '../state/canonical.js';
import type { Primitives } from '../state/primitives.js';
import type { Claimed, Lease, Store } from '../store/index.js';
import type { EventSink } from './events.js';
import { placeOf, type Flow, type Held } from './flow.js';
import { refuseUnsealable } from './refusal.js';
import { beat, isGone, pause, retried } from './time.js';

/** What a run came to: its result, and whether the handler threw on the way to it. */
export interface Ran {
  readonly result: Result;
  readonly threw: boolean;
}

type Act = (held: Held) => Promise<Ran>;

export interface ClaimParts {
  /** Every operation rejects with a coded error, and in time. */
  readonly store: Store;
  readonly primitives: Primitives;
  readonly emit: EventSink;
  readonly leaseMs: number;
}

/** A round that is to be run once. */
interface Turn {
  readonly flow: Flow;
  readonly lease: Lease;
  readonly fingerprint: string;
  /** The expiry of the state, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly signal: AbortSignal;
}

/** A round that this process runs. Others that want its outcome wait here, not at the store. */
interface Running {
  readonly fingerprint: string;
  readonly outcome: Promise<Result>;
}

/** The same state with other answers: refused with the text of every refused state. */
export class Replayed extends Error {
  constructor() {
    super('A round was repeated with other answers');
    this.name = 'Replayed';
  }
}

/** The waits between two looks at a round that another process runs, in milliseconds; the last one repeats. */
const LOOKS = [10, 20, 40, 80, 160, 250] as const;

/** The waits between attempts to settle a round whose work is done while the store fails. */
const SETTLING = [100, 200, 400, 800, 1600] as const;

/**
 * Makes a round single-use and its outcome repeatable: one run a round, however often its request arrives, and wherever.
 *
 * Rests on: basic/patterns/mrtr, server requirements (an invariant such as single use is the server's to enforce).
 */
export class Claims {
  readonly #parts: ClaimParts;
  readonly #running = new Map<string, Running>();

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /**
   * Runs the round for these answers, or gives the outcome that it has.
   *
   * @throws Replayed for other answers; VueltaError when the store fails, before anything has run.
   */
  async run(flow: Flow, expiresAt: number, signal: AbortSignal, act: Act): Promise<Result> {
    const fingerprint = await this.#parts.primitives.hash(textOf(flow.answers));
    const key = `${flow.id} ${flow.round}`;
    for (let running = this.#running.get(key); running !== undefined; running = this.#running.get(key)) {
      if (running.fingerprint !== fingerprint) throw new Replayed();
      const result = await running.outcome.catch((error: unknown) => {
        // The client that waited first has gone; this one has not.
        if (!isGone(error) || signal.aborted) throw error;
        return undefined;
      });
      if (result === undefined) continue;
      this.#parts.emit({ type: 'repeated', ...placeOf(flow) });
      return result;
    }
    const lease: Lease = { flow: flow.id, round: flow.round, owner: globalThis.crypto.randomUUID() };
    const { outcome, over } = this.#begin({ flow, lease, fingerprint, expiresAt, signal }, act);
    this.#running.set(key, { fingerprint, outcome });
    void over.finally(() => this.#running.delete(key));
    return outcome;
  }

  /** `over` comes after the outcome where the store has yet to take it. */
  #begin(turn: Turn, act: Act): { outcome: Promise<Result>; over: Promise<void> } {
    let settled: Promise<unknown> = Promise.resolve();
    const outcome = this.#claim(turn, act, (settling) => {
      settled = settling;
    });
    const over = outcome.then(
      () => settled,
      () => undefined,
    );
    return { outcome, over: over.then(() => undefined) };
  }

  async #claim(turn: Turn, act: Act, settling: (done: Promise<unknown>) => void): Promise<Result> {
    const claimed = await this.#take(turn);
    const known = this.#known(turn, claimed);
    if (known !== undefined) return known;
    const { flow, lease, expiresAt } = turn;
    const held: Held = { lost: false };
    const stop = beat(this.#parts.leaseMs / 3, async () => {
      held.lost ||= !(await this.#parts.store.renew(lease, this.#parts.leaseMs));
    });
    let ran: Ran;
    try {
      ran = await act(held);
    } catch (error) {
      stop();
      await this.#giveBack(turn);
      throw error;
    }
    if (ran.threw) {
      stop();
      await this.#giveBack(turn);
      return ran.result;
    }
    // The work is done. A store that fails here must not turn it into an error: the client would have it done again.
    const settle = () => this.#parts.store.settle(lease, JSON.stringify(ran.result), expiresAt);
    const kept = await settle().catch(() => 'failed' as const);
    if (kept === 'failed') settling(this.#settleLater(flow, settle).finally(stop));
    else stop();
    if (kept === false) return this.#yield(turn, ran.result);
    if (kept === true) this.#parts.emit({ type: 'settled', ...placeOf(flow) });
    return ran.result;
  }

  /** Claims until the round is somebody's: ours, or done. */
  async #take({ lease, fingerprint, expiresAt, signal }: Turn): Promise<Exclude<Claimed, { kind: 'busy' }>> {
    const { store, leaseMs } = this.#parts;
    for (let look = 0; ; look += 1) {
      const claimed = await store.claim({ ...lease, fingerprint, leaseMs, expiresAt }).catch((error: unknown) => {
        // The claim may have reached the store all the same; nobody must wait for it.
        store.release(lease).catch(() => undefined);
        throw error;
      });
      if (claimed.kind !== 'busy') return claimed;
      await pause(LOOKS[look] ?? LOOKS[LOOKS.length - 1] ?? 0, signal);
    }
  }

  #known({ flow }: Turn, claimed: Exclude<Claimed, { kind: 'busy' }>): Result | undefined {
    const { emit } = this.#parts;
    if (claimed.kind === 'conflict') throw new Replayed();
    if (claimed.kind === 'settled') {
      emit({ type: 'repeated', ...placeOf(flow) });
      return JSON.parse(claimed.outcome) as Result;
    }
    if (claimed.takenOver) emit({ type: 'taken_over', ...placeOf(flow) });
    return undefined;
  }

  /** Somebody took the round over while it ran here. Theirs is the outcome, so that every repeat gets the same. */
  async #yield(turn: Turn, result: Result): Promise<Result> {
    const { store, emit } = this.#parts;
    const known = this.#known(turn, await this.#take(turn));
    if (known !== undefined) return known;
    const kept = await store.settle(turn.lease, JSON.stringify(result), turn.expiresAt).catch(() => false);
    emit({ type: kept ? 'settled' : 'unsettled', ...placeOf(turn.flow) });
    return result;
  }

  async #settleLater(flow: Flow, settle: () => Promise<boolean>): Promise<void> {
    const kept = await retried(settle, SETTLING);
    this.#parts.emit({ type: kept === true ? 'settled' : 'unsettled', ...placeOf(flow) });
  }

  async #giveBack({ flow, lease }: Turn): Promise<void> {
    this.#parts.emit({ type: 'released', ...placeOf(flow) });
    await this.#parts.store.release(lease).catch(() => undefined); // The lease runs out by itself.
  }
}

function textOf(answers: Flow['answers']): string {
  try {
    return canonical(answers);
  } catch {
    throw refuseUnsealable('answers');
  }
}
