import { randomUUID } from 'node:crypto';
import type { Answer, Ask } from '../../client/index.js';
import type { Port, Question } from '../../client/ports/port.js';
import { onAbort } from '../../client/abort.js';
import { type PostedAnswer, readAnswer, type ReadAnswer } from './answer.js';
import { Refusal } from '../serve/refusal.js';
import { viewQuestion } from './question.js';
import type { QuestionView } from '../view.js';

export interface Asker {
  readonly id: string;
  /** How many questions of the round come after this one. */
  more(): number;
  asked(question: Question): void;
  answered(ask: Ask, action: PostedAnswer['action']): void;
}

interface Open {
  readonly view: QuestionView;
  readonly ask: Ask;
  readonly asker: Asker;
  readonly resolve: (answer: Answer | undefined) => void;
}

/** The question that waits. It stays until it is answered or nobody waits for it any more, whoever looks at the page. */
export class Questions {
  readonly #changed: () => void;
  readonly #open = new Map<string, Open>();

  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** The one that is shown; the others wait. */
  get view(): QuestionView | undefined {
    return [...this.#open.values()][0]?.view;
  }

  port(asker: Asker): Port {
    return { name: 'panel', capabilities: {}, put: (question) => this.#put(question, asker) };
  }

  /** Gives the answer of the person; the question stays when it does not fit. */
  answer(id: string, posted: PostedAnswer): ReadAnswer {
    const open = this.#open.get(id);
    if (open === undefined) throw new Refusal(409, 'This question does not wait any more.');
    const read = readAnswer(open.ask, posted);
    if ('answer' in read) {
      this.#open.delete(id);
      open.asker.answered(open.ask, posted.action);
      open.resolve(read.answer);
      this.#changed();
    }
    return read;
  }

  #put(question: Question, asker: Asker): Promise<Answer | undefined> {
    const { ask, signal } = question;
    const id = randomUUID();
    let forget = (): void => {};
    const answer = new Promise<Answer | undefined>((resolve, reject) => {
      const view = viewQuestion(question, { id, call: asker.id, more: asker.more() });
      this.#open.set(id, { view, ask, asker, resolve });
      forget = onAbort(signal, (error) => {
        this.#open.delete(id);
        this.#changed();
        reject(error);
      });
    });
    if (this.#open.has(id)) asker.asked(question);
    this.#changed();
    return answer.finally(() => forget());
  }
}
