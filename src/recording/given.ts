import { AnswerLookup } from '../client/answers/lookup.js';
import type { Answer, AnswerContext, Answers, Ask } from '../client/index.js';
import { isObject } from '../json.js';
import { printable } from '../shown/line.js';
import { formatPath } from '../client/script/document.js';
import { noteOrigin } from '../client/answers/check.js';
import { perform, toWire } from '../client/script/entry.js';
import { VueltaError } from '../errors.js';
import type { RecordedAsk, RecordedRound, Recording } from './recording.js';

/** Whether the recording says what was answered: a form without fields and an address are accepted with nothing more. */
function isKept({ kind, schema, answer }: RecordedAsk): boolean {
  if (answer === 'result') return false;
  if (kind !== 'form') return true;
  const { action, content } = toWire(answer) as Record<string, unknown>;
  if (action !== 'accept' || content !== undefined) return true;
  const properties = isObject(schema) ? schema['properties'] : undefined;
  return !isObject(properties) || Object.keys(properties).length === 0;
}

/** Fails before the first request when an answer is surely missing. */
export function requireAnswers({ rounds }: Recording, answers: Answers | undefined): void {
  if (typeof answers === 'function' || Array.isArray(answers)) return;
  const missing = rounds.flatMap(({ asks }, at) =>
    asks
      .filter((ask) => !isKept(ask) && (answers === undefined || !Object.hasOwn(answers, ask.key)))
      .map(({ key }) => `'${printable(key)}' (round ${at + 1})`),
  );
  if (missing.length === 0) return;
  throw new VueltaError(
    'ask_unanswered',
    `The recording does not keep every answer. Give the answers to ${missing.join(', ')}, or record them with keepAnswers (--keep-answers).`,
  );
}

const isAccepted = (ask: Ask, answer: unknown): boolean =>
  ask.kind === 'sampling' || ask.kind === 'roots' || (isObject(answer) && answer['action'] === 'accept');

/** Answers a replay: from the recording where it says what was answered, else from what the caller gives. */
export class Given {
  readonly #lookup: AnswerLookup;
  #round: RecordedRound | undefined;

  constructor(answers: Answers = {}) {
    this.#lookup = new AnswerLookup(answers, false);
  }

  /** `ask` came and is the one recorded as `recorded`, the `at`-th of `round`. */
  async answer(
    ask: Ask,
    recorded: RecordedAsk,
    round: RecordedRound,
    context: AnswerContext,
  ): Promise<Answer & object> {
    if (round !== this.#round) this.#lookup.begin([], true);
    this.#round = round;
    if (isKept(recorded) && recorded.answer !== 'result') {
      const place = `${formatPath(['asks', recorded.key])} of round ${context.round} of the recording`;
      return noteOrigin(await perform(recorded.answer, place, context.signal), place);
    }
    const found = this.#lookup.find({ ...ask, key: recorded.key }, true);
    const answer = typeof found.answer === 'function' ? await found.answer(found.ask, context) : found.answer;
    const name = `'${printable(recorded.key)}' in round ${context.round}`;
    if (answer === undefined) {
      throw new VueltaError(
        'ask_unanswered',
        `The recording does not keep the answer to ${name}, and the answers given have none.`,
      );
    }
    if (!isAccepted(ask, answer)) {
      throw new VueltaError(
        'answer_invalid',
        `The recording accepts ${name}, and the answer given does not: this would be another call. Give one that accepts.`,
      );
    }
    return answer;
  }
}
