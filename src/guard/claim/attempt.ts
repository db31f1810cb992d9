import { isInputRequiredResult, type Result } from '@modelcontextprotocol/server';
import { textOf } from '../json-result.js';
import type { HeldLease } from './lease.js';
import { Replayed, RoundLease, type AttemptParts, type RunHandler, type Turn } from './round-in-store.js';
import { retried } from './timers.js';

/** The waits between attempts to settle a round whose work is done while the store fails. */
const SETTLING = [100, 200, 400, 800, 1600] as const;

/** Where an attempt is; see the table at {@link Attempt}. */
type State =
  | { readonly is: 'claiming' | 'won' | 'settled' }
  | { readonly is: 'settling'; readonly done: Promise<void> }
  | { readonly is: 'released'; readonly clientGone: boolean };

/**
 * One attempt of this process to run a round: claim it, run the handler, settle the outcome or release the round.
 *
 * Owns what the attempt comes to, and what other requests for the same round get that come to this process meanwhile. Does not own: the lease and
 * the calls to the store (RoundLease), which attempt runs now (Claims), the handler and what goes out (Guard).
 *
 * - claiming: the store has not given the round to anybody here. From the start on.
 * - won: the lease is held here and the handler runs. After a claim that was won, also by taking over from somebody silent.
 * - settling: the result goes out, the store has yet to take it. After the store failed to settle a finished round.
 * - settled: the round has its outcome: ours, or that of whoever settled it before or took it over.
 * - released: no outcome; the round may be run again. After the handler threw, its client went away, or the store failed.
 *
 * Three promises, always in this order: `claimed` says whether the store has the round for these answers (true at the first claim that is not
 * refused, wherever it runs; false when the attempt ends before), `outcome` brings or rejects what the client gets, and `finished` comes when the
 * store is not called any more, which is later than the outcome while it is settling.
 */
export class Attempt {
  readonly outcome: Promise<Result>;
  readonly finished: Promise<void>;
  readonly #claimed: Promise<boolean>;
  readonly #turn: Turn;
  readonly #fingerprint: string;
  readonly #round: RoundLease;
  #state: State = { is: 'claiming' };

  constructor(parts: AttemptParts, turn: Turn, fingerprint: string, run: RunHandler) {
    let tellClaimed: (claimed: boolean) => void = () => undefined;
    this.#claimed = new Promise((resolve) => {
      tellClaimed = resolve;
    });
    this.#turn = turn;
    this.#fingerprint = fingerprint;
    this.#round = new RoundLease(parts, turn, fingerprint, tellClaimed);
    this.outcome = this.#run(run);
    this.finished = this.outcome.then(
      () => (this.#state.is === 'settling' ? this.#state.done : undefined),
      () => {
        this.#state = this.#released();
        tellClaimed(false);
      },
    );
  }

  /**
   * The outcome for another request of the same round, or `'again'` when the attempt has ended without one that counts for it: with other answers,
   * or because only its own client went away.
   *
   * @throws Replayed for other answers than the store has the round for; what the attempt throws for the same answers.
   */
  async join(fingerprint: string, signal: AbortSignal): Promise<Result | 'again'> {
    const isSame = fingerprint === this.#fingerprint;
    // Until the store has the round for the answers of this attempt, the others may still be the ones that count.
    if (!isSame && (await this.#claimed)) throw new Replayed();
    const [outcome] = await Promise.allSettled([this.outcome]);
    const wasCancelled = this.#state.is === 'released' && this.#state.clientGone;
    if (!isSame || (wasCancelled && !signal.aborted)) {
      await this.finished;
      return 'again';
    }
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  }

  async #run(run: RunHandler): Promise<Result> {
    const taken = await this.#round.claim(true);
    if ('outcome' in taken) return this.#repeat(taken.outcome);
    this.#state = { is: 'won' };
    const { holding } = taken;
    const { marks, target } = this.#turn.flow;
    let result: Result;
    let outcome: string | undefined;
    try {
      result = await run(holding);
      outcome = marks.threw ? undefined : textOf(target, result);
    } catch (error) {
      const theirs = await this.#release(holding, marks.reopened);
      if (theirs !== undefined) return theirs;
      throw error;
    }
    if (outcome !== undefined && !marks.reopened) return this.#settle(holding, result, outcome);
    return (await this.#release(holding, marks.reopened)) ?? result;
  }

  async #settle(holding: HeldLease, result: Result, outcome: string): Promise<Result> {
    let isOurs: boolean;
    try {
      isOurs = await this.#round.settle(outcome);
    } catch (error) {
      if (isInputRequiredResult(result)) {
        // A question that the store does not know does not go out: the next run of the round would send another one.
        const theirs = await this.#release(holding, false);
        if (theirs !== undefined) return theirs;
        throw error;
      }
      // The work is done. A store that fails here must not turn it into an error: the client would have it done again.
      this.#state = { is: 'settling', done: this.#settleLater(outcome).finally(() => holding.stop()) };
      return result;
    }
    holding.stop();
    if (!isOurs) return this.#takenOver(result, outcome);
    this.#state = { is: 'settled' };
    this.#round.tell('settled');
    return result;
  }

  async #settleLater(outcome: string): Promise<void> {
    const isOurs = await retried(() => this.#round.settle(outcome), SETTLING);
    const isSettled = isOurs === true || (isOurs === false && (await this.#round.isSettledWith(outcome)));
    this.#round.tell(isSettled ? 'settled' : 'unsettled');
  }

  /** Somebody took the round over while it ran here. Theirs is the outcome, so that every repeat gets the same. */
  async #takenOver(result: Result, outcome: string): Promise<Result> {
    // The clock may have jumped while the work was done, as it does after a sleep.
    if (this.#round.isForgotten) {
      this.#round.tell('unsettled');
      return result;
    }
    // A store that fails now ends this with its error: the outcome that counts is somebody else's, and a repeat gets it.
    const taken = await this.#round.claim(false);
    if ('outcome' in taken) return this.#repeat(taken.outcome);
    return this.#settle(taken.holding, result, outcome);
  }

  /**
   * Lets the round go without an outcome. It can be tried again at once with the same answers only, since whatever was done on the way was done
   * for them; with any, where it was reopened: the state before and the one that goes out now name one round, and whoever answers first has it.
   *
   * Gives the outcome of whoever has taken the round over meanwhile.
   */
  async #release(holding: HeldLease, reopened: boolean): Promise<Result | undefined> {
    holding.stop();
    const isOurs = await (reopened ? this.#round.release() : this.#round.endLease());
    const theirs = isOurs ? undefined : await this.#outcomeOfTaker();
    if (theirs !== undefined || reopened) return theirs;
    this.#state = this.#released();
    this.#round.tell('released');
    return undefined;
  }

  async #outcomeOfTaker(): Promise<Result | undefined> {
    const taken = await this.#round.claim(false).catch(() => undefined);
    if (taken === undefined) return undefined;
    if ('outcome' in taken) return this.#repeat(taken.outcome);
    taken.holding.stop();
    await this.#round.endLease();
    return undefined;
  }

  #repeat(outcome: string): Result {
    this.#state = { is: 'settled' };
    this.#round.tell('repeated');
    return JSON.parse(outcome) as Result;
  }

  #released(): State {
    return { is: 'released', clientGone: this.#turn.signal.aborted };
  }
}
