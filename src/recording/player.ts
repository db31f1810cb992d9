import type { Answer, AnswerContext, Ask, CallOutcome, Revision, Round } from '../client/index.js';
import { MODERN } from '../protocol/revision.js';
import { checkAnswer } from '../client/answers/check.js';
import { Divergence, Likeness, type Mismatch } from './compare.js';
import type { Given } from './given.js';
import { Masker } from './mask.js';
import { isLast, seeAsk, type SeenAsk, seeEnd, seeState } from './observe.js';
import type { RecordedAsk, RecordedRound, Recording } from './recording.js';

const END = 'the end of the call';

/** An ask of the recording, and the round that it is in, from 0. */
interface Expected {
  readonly at: number;
  readonly round: RecordedRound;
  readonly ask: RecordedAsk;
}

interface Answered {
  readonly expected: Expected;
  readonly ask: Ask;
  readonly wire: Readonly<Record<string, unknown>>;
}

const FIELDS = ['kind', 'message', 'schema', 'url', 'params'] as const;

/** An ask in one line, for a difference between an ask and something else. */
function brief({ key, kind, message }: SeenAsk): object {
  return { key, kind, ...(message !== undefined && { message }) };
}

/**
 * Holds a call against a recording while it runs. Each ask is compared before it is answered, so that a yes never goes to
 * another question than the recorded one.
 *
 * On 2026-07-28 asks are told apart by their keys. On 2025-11-25, or when the recording is of the other revision, there are
 * neither keys nor states to compare: asks are taken in the order in which they come.
 */
export class Player {
  readonly #recording: Recording;
  readonly #given: Given;
  readonly #keyed: boolean;
  readonly #masker: Masker;
  readonly #likeness = new Likeness();
  readonly #left: Expected[];
  #unmasked: Answered[] = [];
  #rounds = 0;
  #hadState = false;

  constructor(recording: Recording, revision: Revision, given: Given) {
    this.#recording = recording;
    this.#given = given;
    this.#keyed = revision === MODERN && recording.revision === MODERN;
    this.#masker = new Masker(recording.call);
    this.#left = recording.rounds.flatMap((round, at) => round.asks.map((ask) => ({ at, round, ask })));
  }

  async answer(ask: Ask, context: AnswerContext): Promise<Answer> {
    const expected = this.#take(ask, context.round - 1);
    if (this.#unmasked.some(({ expected: { at } }) => at < expected.at)) this.#hide();
    this.#compare(ask, expected);
    const answer = await this.#given.answer(ask, expected.ask, expected.round, context);
    this.#unmasked.push({ expected, ask, wire: checkAnswer(ask, answer) });
    // On 2025-11-25 nothing says where a round ends: there a recording hides each answer at once.
    if (this.#recording.revision !== MODERN) this.#hide();
    return answer;
  }

  /** A round is over, and its answers have not been sent. */
  close(round: Round): void {
    if (!this.#keyed || isLast(round)) return;
    const at = this.#rounds;
    this.#rounds += 1;
    const recorded = this.#recording.rounds[at];
    if (recorded === undefined) {
      throw new Divergence(at + 1, { path: 'end', expected: END, received: 'a state and no ask' });
    }
    const missing = this.#left.find((expected) => expected.at === at);
    if (missing !== undefined) this.#miss(missing, undefined);
    const state = this.#likeness.differ('state', recorded.state, seeState(round, this.#hadState));
    if (state !== undefined) throw new Divergence(at + 1, state);
    this.#hadState = round.state !== undefined;
  }

  finish(outcome: CallOutcome<unknown>): void {
    this.#hide();
    const { rounds, end } = this.#recording;
    const received = seeEnd(outcome, this.#masker);
    const [missing] = this.#left;
    if (missing !== undefined) this.#miss(missing, received);
    if (this.#keyed && this.#rounds < rounds.length) {
      throw new Divergence(this.#rounds + 1, { path: 'end', expected: 'another round', received });
    }
    const last = rounds.length + 1;
    if (end.kind !== received.kind) throw new Divergence(last, { path: 'end', expected: end, received });
    const found = this.#likeness.differ('end', end, received);
    if (found !== undefined) throw new Divergence(last, found);
  }

  #miss({ at, ask }: Expected, received: unknown): never {
    throw new Divergence(at + 1, { path: `asks.${ask.key}`, expected: brief(ask), received });
  }

  #take(ask: Ask, at: number): Expected {
    const position = this.#keyed
      ? this.#left.findIndex((expected) => expected.at === at && expected.ask.key === ask.key)
      : 0;
    const [expected] = position === -1 ? [] : this.#left.splice(position, 1);
    if (expected !== undefined) return expected;
    this.#hide();
    const received = brief(seeAsk(ask, ask.key, this.#masker));
    if (this.#keyed && at < this.#recording.rounds.length) {
      throw new Divergence(at + 1, { path: `asks.${ask.key}`, expected: undefined, received });
    }
    throw new Divergence(this.#recording.rounds.length + 1, { path: 'end', expected: END, received });
  }

  #compare(ask: Ask, expected: Expected): void {
    const found = this.#differ(ask, expected);
    if (found === undefined) return;
    // What is shown must not repeat an answer of this round either.
    this.#hide();
    throw new Divergence(expected.at + 1, this.#differ(ask, expected) ?? { ...found, received: undefined });
  }

  #differ(ask: Ask, { ask: recorded }: Expected): Mismatch | undefined {
    const seen = seeAsk(ask, recorded.key, this.#masker);
    for (const field of FIELDS) {
      const found = this.#likeness.differ(`asks.${recorded.key}.${field}`, recorded[field], seen[field]);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #hide(): void {
    for (const { expected, ask, wire } of this.#unmasked) this.#masker.answered(expected.ask.key, ask, wire);
    this.#unmasked = [];
  }
}
