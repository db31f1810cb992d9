import { isInputRequiredResult, type Result } from '@modelcontextprotocol/server';
import type { Claimed, Lease } from '../../store/index.js';
import { textOf } from '../carried.js';
import type { VueltaEvent } from '../events/events.js';
import { placeOf } from '../flow.js';
import { Holding } from './lease.js';
import { pause, retried } from './timers.js';
import type { Act, AttemptParts, Ran, Turn } from './turn.js';

/** What a claim came to: an outcome that is there, or a lease. */
type Taken = { readonly outcome: string } | { readonly holding: Holding };

type Told = Extract<VueltaEvent['type'], 'repeated' | 'taken_over' | 'settled' | 'unsettled' | 'released'>;

/** The same state with other answers: refused with the text of every refused state. */
export class Replayed extends Error {
  constructor() {
    super('A round was repeated with other answers');
    this.name = 'Replayed';
  }
}

/** The waits between attempts to settle a round whose work is done while the store fails. */
const SETTLING = [100, 200, 400, 800, 1600] as const;

/** One attempt of this process to run a round: claim it, run it, settle it or give it back. */
export class Attempt {
  readonly fingerprint: string;
  readonly outcome: Promise<Result>;
  /** Whether the store has the round for these answers: until it says so, other answers may still be the ones that count. */
  readonly known: Promise<boolean>;
  /** Comes after the outcome where the store has yet to take it. */
  readonly over: Promise<void>;
  readonly #parts: AttemptParts;
  readonly #turn: Turn;
  readonly #lease: Lease;
  #tellKnown: (known: boolean) => void = () => undefined;
  #settling: Promise<void> | undefined;
  #hasRun = false;
  #left = false;

  constructor(parts: AttemptParts, turn: Turn, fingerprint: string, act: Act) {
    this.#parts = parts;
    this.#turn = turn;
    this.fingerprint = fingerprint;
    this.#lease = { flow: turn.flow.id, round: turn.flow.round, owner: globalThis.crypto.randomUUID() };
    this.known = new Promise((resolve) => {
      this.#tellKnown = resolve;
    });
    this.outcome = this.#run(act);
    this.over = this.outcome.then(
      () => this.#settling,
      () => {
        this.#left = turn.signal.aborted;
        this.#tellKnown(false);
      },
    );
  }

  /** It came to nothing, and its client has gone: whoever waits for it must not be told what only that client caused. */
  get left(): boolean {
    return this.#left;
  }

  async #run(act: Act): Promise<Result> {
    const taken = await this.#take();
    if ('outcome' in taken) return this.#repeat(taken.outcome);
    const { holding } = taken;
    this.#hasRun = true;
    let ran: Ran;
    let outcome: string | undefined;
    try {
      ran = await act(holding);
      outcome = ran.threw ? undefined : textOf(this.#turn.flow.target, ran.result);
    } catch (error) {
      const isOpen = this.#turn.flow.marks.reopened;
      const theirs = await (isOpen ? this.#reopen(holding) : this.#giveBack(holding));
      if (theirs !== undefined) return theirs;
      throw error;
    }
    if (ran.reopened) return (await this.#reopen(holding)) ?? ran.result;
    if (outcome !== undefined) return this.#settle(holding, ran.result, outcome);
    return (await this.#giveBack(holding)) ?? ran.result;
  }

  /** Claims until the round is somebody's: ours, or done. */
  async #take(): Promise<Taken> {
    for (let look = 0; ; look += 1) {
      const asked = performance.now();
      const claimed = await this.#claim();
      if (claimed.kind === 'conflict') throw new Replayed();
      this.#tellKnown(true);
      if (claimed.kind === 'settled') return { outcome: claimed.outcome };
      if (claimed.kind === 'won') {
        const holding = this.#hold(asked);
        if (await this.#isSure(holding)) {
          if (claimed.takenOver) this.#tell('taken_over');
          this.#parts.filling.look(this.#turn.flow);
          return { holding };
        }
      }
      await pause(look, this.#turn.signal);
    }
  }

  #hold(asked: number): Holding {
    const { store, leaseMs, runMs, now, pulse } = this.#parts;
    const renew = (ms: number) => store.renew(this.#lease, ms);
    return new Holding({ leaseMs, renew, renewMs: this.#turn.expiresAt - now(), restMs: runMs }, asked, pulse);
  }

  async #claim(): Promise<Claimed> {
    const { store, leaseMs, runMs } = this.#parts;
    const { expiresAt: until } = this.#turn;
    try {
      return await store.claim({
        ...this.#lease,
        fingerprint: this.fingerprint,
        leaseMs,
        expiresAt: until + runMs,
        until,
      });
    } catch (error) {
      this.#letGo();
      throw error;
    }
  }

  /** A store that took long to answer may have given the round to somebody else since. */
  async #isSure(holding: Holding): Promise<boolean> {
    try {
      if (await holding.confirm()) return true;
    } catch (error) {
      holding.stop();
      this.#letGo();
      throw error;
    }
    holding.stop();
    return false;
  }

  /** A claim may have reached the store that failed; while nothing has run, nobody must wait for it. */
  #letGo(): void {
    if (!this.#hasRun) this.#parts.store.release(this.#lease).catch(() => undefined);
  }

  async #settle(holding: Holding, result: Result, outcome: string): Promise<Result> {
    let kept: boolean;
    try {
      kept = await this.#keep(outcome);
    } catch (error) {
      if (isInputRequiredResult(result)) return this.#withhold(holding, error);
      // The work is done. A store that fails here must not turn it into an error: the client would have it done again.
      this.#settling = this.#settleLater(outcome).finally(() => holding.stop());
      return result;
    }
    holding.stop();
    if (!kept) return this.#yield(result, outcome);
    this.#tell('settled');
    return result;
  }

  /** A question that the store does not know does not go out: the next run of the round would send another one. */
  async #withhold(holding: Holding, error: unknown): Promise<Result> {
    const theirs = await this.#giveBack(holding);
    if (theirs === undefined) throw error;
    return theirs;
  }

  async #keep(outcome: string): Promise<boolean> {
    const { store, now, graceMs } = this.#parts;
    return store.settle(this.#lease, outcome, Math.max(this.#turn.expiresAt, now()) + graceMs);
  }

  /** Somebody took the round over while it ran here. Theirs is the outcome, so that every repeat gets the same. */
  async #yield(result: Result, outcome: string): Promise<Result> {
    // The clock may have jumped while the work was done, as it does after a sleep: the record is over, and nobody comes for it.
    if (this.#parts.now() >= this.#turn.expiresAt + this.#parts.runMs) {
      this.#tell('unsettled');
      return result;
    }
    // A store that fails now ends this with its error: the outcome that counts is somebody else's, and a repeat gets it.
    const taken = await this.#take();
    if ('outcome' in taken) return this.#repeat(taken.outcome);
    return this.#settle(taken.holding, result, outcome);
  }

  async #settleLater(outcome: string): Promise<void> {
    const kept = await retried(() => this.#keep(outcome), SETTLING);
    this.#tell(kept === true || (kept === false && (await this.#isKept(outcome))) ? 'settled' : 'unsettled');
  }

  /** Whether an attempt to settle that failed has reached the store all the same. */
  async #isKept(outcome: string): Promise<boolean> {
    const claimed = await this.#claim().catch(() => undefined);
    if (claimed?.kind === 'won') return this.#keep(outcome).catch(() => false);
    return claimed?.kind === 'settled' && claimed.outcome === outcome;
  }

  /**
   * Ends the lease at once, so that the round can be tried again; with the same answers only, since whatever was done on the way was
   * done for them. If somebody has taken it over meanwhile, theirs is the outcome.
   */
  async #giveBack(holding: Holding): Promise<Result | undefined> {
    holding.stop();
    const theirs = (await this.#end()) ? undefined : await this.#theirs();
    if (theirs !== undefined) return theirs;
    this.#left = this.#turn.signal.aborted;
    this.#tell('released');
    return undefined;
  }

  /** Leaves the round as if nobody had claimed it. Whoever answers it first has it: the state before and the one that goes out now name one round. */
  async #reopen(holding: Holding): Promise<Result | undefined> {
    holding.stop();
    const isOurs = await this.#parts.store.release(this.#lease).catch(() => true);
    return isOurs ? undefined : this.#theirs();
  }

  /** False when the round is somebody else's by now. A store that fails lets the lease run out by itself. */
  #end(): Promise<boolean> {
    return this.#parts.store.renew(this.#lease, 0).catch(() => true);
  }

  async #theirs(): Promise<Result | undefined> {
    const taken = await this.#take().catch(() => undefined);
    if (taken === undefined) return undefined;
    if ('outcome' in taken) return this.#repeat(taken.outcome);
    taken.holding.stop();
    await this.#end();
    return undefined;
  }

  #repeat(outcome: string): Result {
    this.#tell('repeated');
    return JSON.parse(outcome) as Result;
  }

  #tell(type: Told): void {
    this.#parts.emit({ type, ...placeOf(this.#turn.flow) });
  }
}
