import type { AnswerContext, AnswerFunction, Ask } from '../../client/index.js';
import { portAnswers } from '../../client/ports/answering.js';
import type { Port } from '../../client/ports/port.js';
import type { Echoes } from '../../shown/answers.js';

/** What is told of the answers of a call; never what they say. */
export interface AnswerEvents {
  asked(ask: Ask, round: number): void;
  /** Something was cancelled without asking anybody. */
  refused(ask: Ask, round: number, message: string): void;
}

/** The answers of a port, watched. */
export class WatchedAnswers {
  readonly #port: AnswerFunction;
  readonly #echoes: Echoes;
  readonly #events: AnswerEvents;
  #last: AnswerContext | undefined;

  constructor(port: Port, echoes: Echoes, events: AnswerEvents) {
    this.#port = portAnswers(port, {
      onNotice: ({ question: { ask, round }, message }) => events.refused(ask, round, message),
    });
    this.#echoes = echoes;
    this.#events = events;
  }

  readonly answer: AnswerFunction = async (ask, context) => {
    this.#last = context;
    this.#events.asked(ask, context.round);
    const answer = await this.#port(ask, context);
    if (answer !== undefined) this.#echoes.add(ask.key, ask, answer);
    return answer;
  };

  /** Whether the call failed with this error because nobody answered in time. */
  isLate(error: unknown): boolean {
    return this.#last?.signal.aborted === true && this.#last.signal.reason === error;
  }
}
