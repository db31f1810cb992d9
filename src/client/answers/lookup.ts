import { VueltaError } from '../../errors.js';
import type { Answer, AnswerFunction, AnswerMap, Answers } from './answers.js';
import type { Ask } from '../../protocol/ask.js';
import { isObject } from '../../json.js';
import { matchKey } from './match.js';
import { printable } from '../../shown/line.js';

type Entry = AnswerMap | AnswerFunction;

/** The answer for an ask, or who gives it; with the ask under the key that the answer has. */
export interface Found {
  readonly ask: Ask;
  readonly answer: Answer | AnswerFunction | undefined;
}

const isEntry = (value: unknown): value is Entry => typeof value === 'function' || isObject(value);

export class AnswerLookup {
  readonly #script: readonly Entry[] | undefined;
  readonly #strict: boolean;
  #entry: Entry | undefined;
  #next = 0;
  readonly #used = new Map<string, { ask: Ask; round: number }>();
  #round = 0;

  constructor(answers: Answers, strict: boolean) {
    const script = Array.isArray(answers) ? (answers as readonly Entry[]) : undefined;
    if (script === undefined ? !isEntry(answers) : !script.every(isEntry)) {
      throw new TypeError(
        'answers must be a map by key, a function, or a list of these with one entry for each round that asks.',
      );
    }
    this.#script = script;
    this.#entry = script === undefined ? (answers as Entry) : undefined;
    this.#strict = strict;
  }

  /** A round asks. A script goes on by one entry; what it has under keys that were not asked is an error before anything is sent. */
  begin(asks: readonly Ask[], keyed: boolean): void {
    this.#round += 1;
    if (this.#script === undefined) return;
    this.#checkEntry();
    this.#entry = this.#script[this.#next];
    this.#next += 1;
    this.#used.clear();
    if (keyed) this.#checkEntry(new Set(asks.map(({ key }) => key)));
  }

  find(ask: Ask, keyed: boolean): Found {
    const entry = this.#entry;
    if (entry === undefined || typeof entry === 'function') return { ask, answer: entry };
    const key = keyed ? ask.key : this.#match(ask, entry);
    if (key === undefined || !Object.hasOwn(entry, key)) return { ask, answer: undefined };
    const named = key === ask.key ? ask : { ...ask, key };
    this.#used.set(key, { ask, round: this.#round });
    return { ask: named, answer: entry[key] };
  }

  /** The call has ended with a result that is no failure: what nobody asked for is an error. */
  finish(): void {
    this.#checkEntry();
    const left = (this.#script?.length ?? 0) - this.#next;
    if (left > 0 && this.#strict) {
      throw new VueltaError(
        'answer_unused',
        `The script has ${left} more ${left === 1 ? 'entry' : 'entries'} than there were rounds that asked (${this.#next}). ` +
          "Take them out, or set unusedAnswers to 'ignore'.",
      );
    }
  }

  #match(ask: Ask, entry: AnswerMap): string | undefined {
    const keys = Object.keys(entry);
    const earlier = [...this.#used].filter(([, use]) => use.round < this.#round);
    const unused = keys.filter((key) => !this.#used.has(key));
    return matchKey(ask, entry, unused, new Map(earlier.map(([key, use]) => [key, use.ask])));
  }

  #checkEntry(asked?: ReadonlySet<string>): void {
    if (!this.#strict || this.#entry === undefined || typeof this.#entry === 'function') return;
    const unused = Object.keys(this.#entry).filter((key) => !this.#used.has(key) && asked?.has(key) !== true);
    const where = this.#script === undefined ? '' : ` of entry ${this.#next} of the script`;
    if (unused.length === 0) return;
    const quoted = unused.map((key) => `'${printable(key)}'`).join(', ');
    throw new VueltaError(
      'answer_unused',
      `No ask wanted the answer ${quoted}${where}. Correct the key, or set unusedAnswers to 'ignore'.`,
    );
  }
}
