import { VueltaError } from '../errors.js';
import { roundOf, type DriftEvent, type Flow } from '../guard/index.js';
import type { Gate } from './gate.js';
import type { JournalData } from './journal.js';
import { DEFAULT_ATTEMPTS, type Endings } from './question/question.js';

/** What an operator is told about a replay that asks differently than the run before it (A15: drift is told, and never trusted). */
const DRIFT: Readonly<Record<DriftEvent['code'], Pick<DriftEvent, 'what' | 'why' | 'todo'>>> = {
  drift_question: {
    what: 'A replayed run asked another question under a key that has an answer.',
    why: 'The person answered another text, so the answer does not count and the question is asked again.',
    todo: 'Build the question from the arguments and from memo values, so that every round asks the same text.',
  },
  drift_order: {
    what: 'A replayed run asked its questions in another order than the run before it.',
    why: 'Answers stay with their keys, but a handler whose path changes between rounds may skip or repeat work.',
    todo: 'Branch on the arguments, on answers and on memo values only; wrap time, randomness and reads in memo.',
  },
};

/** The run that is watched. */
interface Watched {
  readonly flow: Flow;
  readonly journal: JournalData;
  readonly gate: Gate;
  shown(key: string): string;
}

/** Stands for the answers to questions that are not asked any more: no ask has this key. */
const NO_KEY = '';

/** Watches whether a replay asks what the run before it asked (A15: drift is told, and never trusted). */
export class Drift {
  /** The keys of this run, in the order of the handler. */
  readonly seen = new Set<string>();
  readonly #run: Watched;
  readonly #emit: (event: DriftEvent) => void;
  #told = false;

  constructor(run: Watched, emit: (event: DriftEvent) => void) {
    this.#run = run;
    this.#emit = emit;
  }

  /** An ask begins. */
  order(key: string): void {
    if (this.seen.has(key)) return;
    const { order } = this.#run.journal;
    const expected = order[this.seen.size];
    this.seen.add(key);
    if (expected === key) return;
    if (expected !== undefined && !this.#told) {
      this.#told = true;
      this.#tell(key, 'drift_order');
    }
    if (!order.includes(key)) order.push(key);
  }

  /** There is an answer to another question under this key. The tries were for that one. */
  question(key: string, endings: Endings<unknown>): void {
    delete this.#run.journal.tries[key];
    this.#tell(key, 'drift_question');
    const what = `The question "${this.#run.shown(key)}" was another one in each run`;
    const ended = this.#count(key, endings, `${what}: its text or its schema changes.`);
    if (ended !== undefined) throw ended;
  }

  /** The round goes out: an answer that came for a question which this run did not ask is lost as well. */
  lost(): void {
    const { asked, answers } = this.#run.flow;
    const lost = Object.keys(answers).filter((key) => Object.hasOwn(asked, key) && !this.seen.has(key));
    if (lost.length === 0) return;
    const keys = lost.map((key) => `"${this.#run.shown(key)}"`).join(', ');
    this.#count(NO_KEY, {}, `What was asked under ${keys} is asked under another key, or not any more.`);
  }

  /** A person who answers each time is not asked for ever. One change is not enough: a price may have moved. */
  #count(key: string, { attempts = DEFAULT_ATTEMPTS }: Endings<unknown>, what: string): VueltaError | undefined {
    const { journal, gate } = this.#run;
    const times = (journal.drifts[key] ?? 0) + 1;
    journal.drifts[key] = times;
    if (times < Math.max(attempts, 2)) return undefined;
    const why = `${what} So no answer can count, and after ${times} of them the call was ended. Something changes from run to run: a clock, `;
    return gate.fail(
      new VueltaError(
        'question_drifted',
        `${why}a random number, a read. Make it in ask.memo, which keeps it for the call.`,
      ),
    );
  }

  #tell(key: string, code: DriftEvent['code']): void {
    const { flow } = this.#run;
    this.#emit({ type: 'drift', code, ...roundOf(flow), key: this.#run.shown(key), ...DRIFT[code] });
  }
}
