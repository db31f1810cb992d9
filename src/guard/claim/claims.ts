import type { Result } from '@modelcontextprotocol/server';
import { canonical } from '../../state/canonical.js';
import type { Primitives } from '../../state/primitives.js';
import { Attempt, Replayed } from './attempt.js';
import { placeOf, type Flow } from '../flow.js';
import { refuseUnsealable } from '../refusal.js';
import type { Act, AttemptParts, Turn } from './turn.js';

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
 * Rests on: basic/patterns/mrtr, server requirements (an invariant such as single use is the server's to enforce).
 */
export class Claims {
  readonly #parts: ClaimParts;
  /** The rounds that this process runs. Others that want their outcome wait here, not at the store. */
  readonly #running = new Map<string, Attempt>();

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /**
   * Runs the round for these answers, or gives the outcome that it has.
   *
   * @throws Replayed for other answers; VueltaError when the store fails, before anything has run.
   */
  async run(turn: Turn, act: Act): Promise<Result> {
    const { flow, state, signal } = turn;
    const { primitives, emit } = this.#parts;
    const hashing = primitives.hash(`${state.slice(-SECRET_LENGTH)} ${textOf(flow.answers)}`);
    const fingerprint = typeof hashing === 'string' ? hashing : await hashing;
    const key = `${flow.id} ${flow.round}`;
    for (let running = this.#running.get(key); running !== undefined; running = this.#running.get(key)) {
      if (running.fingerprint !== fingerprint && (await running.known)) throw new Replayed();
      const [outcome] = await Promise.allSettled([running.outcome]);
      if (running.fingerprint !== fingerprint || (running.left && !signal.aborted)) {
        await running.over;
        continue;
      }
      if (outcome.status === 'rejected') throw outcome.reason;
      emit({ type: 'repeated', ...placeOf(flow) });
      return outcome.value;
    }
    const attempt = new Attempt(this.#parts, turn, fingerprint, act);
    this.#running.set(key, attempt);
    void attempt.over.finally(() => this.#running.delete(key));
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
