import type { AnswerFunction } from '../../client/answers/answers.js';
import type { Ask } from '../../protocol/ask.js';
import type { CallOutcome } from '../../client/call/outcome.js';
import { VueltaError } from '../../errors.js';

export interface OpenAsk {
  readonly kind: 'ask';
  readonly ask: Ask;
  /** The round as the harness counts it: asks that arrived together are of one round. */
  readonly round: number;
  /** Answers it; the next event of the call follows. */
  answer(response: Readonly<Record<string, unknown>>): void;
}

/** What a call of 2025-11-25 comes to next. */
export type OpenCallEvent =
  | OpenAsk
  | { readonly kind: 'end'; readonly outcome: CallOutcome<unknown> }
  | { readonly kind: 'lost'; readonly error: unknown };

/** A call of 2025-11-25 that stays open at each ask until a check has decided what to answer. */
export class OpenCall {
  readonly #stop = new AbortController();
  readonly #over: Promise<void>;
  #deliver!: (event: OpenCallEvent) => void;
  #next!: Promise<OpenCallEvent>;

  constructor(start: (answers: AnswerFunction, signal: AbortSignal) => Promise<CallOutcome<unknown>>) {
    this.#await();
    this.#over = start((ask, { round }) => this.#ask(ask, round), this.#stop.signal).then(
      (outcome) => this.#deliver({ kind: 'end', outcome }),
      (error: unknown) => this.#deliver({ kind: 'lost', error }),
    );
  }

  /** The next ask, or the end. Until it is answered, an ask is what comes next. */
  next(): Promise<OpenCallEvent> {
    return this.#next;
  }

  /** Gives the call up, and the server is told. */
  async drop(): Promise<void> {
    this.#stop.abort(new VueltaError('client_aborted', 'The check is done with this call.'));
    await this.#over;
  }

  #ask(ask: Ask, round: number): Promise<Readonly<Record<string, unknown>>> {
    return new Promise((resolve) => {
      const answer: OpenAsk['answer'] = (response) => {
        this.#await();
        resolve(response);
      };
      this.#deliver({ kind: 'ask', ask, round, answer });
    });
  }

  #await(): void {
    this.#next = new Promise((resolve) => {
      this.#deliver = resolve;
    });
  }
}
