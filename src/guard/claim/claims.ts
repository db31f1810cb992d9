import type { Result } from '@modelcontextprotocol/server';
import { canonical } from '../../state/canonical.js';
import type { Primitives } from '../../state/primitives.js';
import { Attempt } from './attempt.js';
import { roundOf, type Flow } from '../flow.js';
import { refuseUnsealable } from '../refusal.js';
import type { AttemptParts, RunHandler, Turn } from './round-in-store.js';

export interface ClaimParts extends AttemptParts {
  readonly primitives: Primitives;
}

/**
 * The end of a state that goes into the fingerprint of its answers: its signature or tag, which only its holder knows. Without it,
 * who can read the store could guess the answers and check the guess.
 */
const SECRET_LENGTH = 43;

/**
 * Makes a round single-use and its outcome repeatable: one run a round, however often its request arrives, and wherever.
 *
 * Owns which rounds run in this process, one {@link Attempt} each: a request whose round runs here joins that attempt instead of asking the store.
 * Does not own what an attempt comes to, nor how the store decides between processes.
 *
 * - no attempt of the round here: this request makes one, and claims at the store
 * - an attempt, for the same answers: this request gets its outcome, as a repeat
 * - an attempt, for other answers: refused as soon as the store has the round for those; else whoever comes next tries
 * - the attempt has ended without an outcome that counts for this request (`'again'`): look again, from the top
 *
 * Rests on: basic/patterns/mrtr, server requirements (an invariant such as single use is the server's to enforce).
 */
export class Claims {
  readonly #parts: ClaimParts;
  /** By flow and round; an attempt leaves when it has finished. */
  readonly #running = new Map<string, Attempt>();

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /**
   * Runs the round for these answers, or gives the outcome that it has.
   *
   * @throws Replayed for other answers; VueltaError when the store fails, before anything has run.
   */
  async run(turn: Turn, run: RunHandler): Promise<Result> {
    const { flow, state, signal } = turn;
    const { primitives, emit } = this.#parts;
    const hashing = primitives.hash(`${state.slice(-SECRET_LENGTH)} ${textOf(flow.answers)}`);
    const fingerprint = typeof hashing === 'string' ? hashing : await hashing;
    const key = `${flow.id} ${flow.round}`;
    for (let running = this.#running.get(key); running !== undefined; running = this.#running.get(key)) {
      const outcome = await running.join(fingerprint, signal);
      if (outcome === 'again') continue;
      emit({ type: 'repeated', ...roundOf(flow) });
      return outcome;
    }
    const attempt = new Attempt(this.#parts, turn, fingerprint, run);
    this.#running.set(key, attempt);
    void attempt.finished.finally(() => this.#running.delete(key));
    return attempt.outcome;
  }
}

function textOf(answers: Flow['answers']): string {
  try {
    return canonical(answers);
  } catch {
    throw refuseUnsealable('answers');
  }
}
