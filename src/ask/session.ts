import type { Result } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import type { FormIssue } from '../form/index.js';
import {
  bareAnswer,
  digestAsk,
  digestOf,
  outcomeOf,
  placeOf,
  refuseKey,
  supportsAsk,
  type DriftEvent,
  type EventSink,
  type Flow,
} from '../guard/index.js';
import type { Primitives } from '../state/primitives.js';
import { readJournal, type JournalData } from './journal.js';
import { embeddedRequest, type Answer, type Endings, type Question } from './question.js';
import { endOfTick, Ending, Suspension } from './signals.js';

/** What a session needs of the server it runs on. */
export interface SessionParts {
  readonly primitives: Primitives;
  readonly emit: EventSink;
  /** Builds the result of an ask that ends the call in the way of its verb. */
  readonly endWith: (flow: Flow, cause: EndCause) => Result;
}

export type EndCause =
  | { readonly kind: 'exhausted'; readonly key: string; readonly attempts: number }
  | {
      readonly kind: 'fallback';
      readonly text: true | string;
      readonly question: Question<unknown>;
      readonly key: string;
    };

interface Pending {
  readonly question: Question<unknown>;
  readonly digest: string;
  readonly issues: readonly FormIssue[];
  readonly reject: (signal: Error) => void;
}

/** Calls to a suspended run after which it counts as one that will never end. */
const MAX_REFUSALS = 100;

const DEFAULT_ATTEMPTS = 3;

/** One run of a handler: what it asked, what was answered, and how it ends. The rules are in INVARIANTS.md. */
export class Session {
  readonly flow: Flow;
  readonly journal: JournalData;
  readonly pending = new Map<string, Pending>();
  readonly #parts: SessionParts;
  readonly #asked = new Map<string, { digest: string; answer: Promise<Answer<unknown>> }>();
  #looking = 0;
  #flushing = false;
  #refusals = 0;
  #position = 0;
  #drifted = false;
  #suspended = false;
  #end: Result | undefined;
  #fault: VueltaError | undefined;
  #abandon: () => void = () => undefined;
  /** Resolves when a handler has ignored its suspension so often that it will not end by itself. */
  readonly abandoned = new Promise<void>((resolve) => {
    this.#abandon = resolve;
  });

  constructor(flow: Flow, parts: SessionParts) {
    this.flow = flow;
    this.journal = readJournal(flow.journal);
    this.#parts = parts;
  }

  get suspended(): boolean {
    return this.#suspended;
  }

  get end(): Result | undefined {
    return this.#end;
  }

  get fault(): VueltaError | undefined {
    return this.#fault;
  }

  /** Records a programming error; the first one counts. */
  fail(fault: VueltaError): VueltaError {
    this.#fault ??= fault;
    return fault;
  }

  /** A5: whatever starts after the run has suspended or ended is refused, at the end of the tick, so that no loop can spin. */
  async assertRunning(): Promise<void> {
    if (!this.#suspended && this.#end === undefined) return;
    this.#refusals += 1;
    if (this.#refusals >= MAX_REFUSALS) this.#abandon();
    await new Promise<void>((resolve) => {
      endOfTick(resolve);
    });
    throw this.#end === undefined ? new Suspension() : new Ending();
  }

  /** Answers a question from the journal or from this round's answers, or makes it pending. */
  ask<T>(key: string, question: Question<T>, endings: Endings<Result>): Promise<Answer<T>> {
    const answer = this.#suspended || this.#end !== undefined ? this.#refuse<T>() : this.#start(key, question, endings);
    answer.catch(() => undefined); // A4
    return answer;
  }

  async #refuse<T>(): Promise<Answer<T>> {
    await this.assertRunning();
    throw new Suspension();
  }

  async #start<T>(key: string, question: Question<T>, endings: Endings<Result>): Promise<Answer<T>> {
    const wrongKey = refuseKey(key);
    if (wrongKey !== undefined) throw this.fail(new VueltaError('ask_invalid', `The key of an ask ${wrongKey}.`));
    this.#looking += 1;
    let looking = true;
    const found = (): void => {
      if (looking) this.#looking -= 1;
      looking = false;
    };
    try {
      const digesting = digestAsk(question.kind, question.params, this.#parts.primitives);
      const digest = digesting instanceof Promise ? await digesting : digesting;
      const earlier = this.#asked.get(key);
      if (earlier !== undefined) {
        found();
        return await this.#again<T>(key, digest, earlier);
      }
      const answer = this.#settle(key, digest, question, endings, found);
      this.#asked.set(key, { digest, answer });
      return await answer;
    } finally {
      found();
    }
  }

  /** A11 */
  #again<T>(
    key: string,
    digest: string,
    earlier: { digest: string; answer: Promise<Answer<unknown>> },
  ): Promise<Answer<T>> {
    if (earlier.digest === digest) return earlier.answer as Promise<Answer<T>>;
    throw this.fail(
      new VueltaError(
        'key_reused',
        `Two different questions use the key "${key}" in one run. Give each question its own key.`,
      ),
    );
  }

  async #settle<T>(
    key: string,
    digest: string,
    question: Question<T>,
    endings: Endings<Result>,
    lookedUp: () => void,
  ): Promise<Answer<T>> {
    this.#checkOrder(key);
    let issues: readonly FormIssue[] = [];
    const found = this.#find(key, digest, question);
    if (found !== undefined) {
      const action = found.answer['action'];
      if (action === 'decline' || action === 'cancel') {
        this.#keep(key, digest, found);
        return this.#outcome<T>({ action }, endings);
      }
      const reading = await question.read(found.answer);
      if ('value' in reading) {
        this.#keep(key, digest, found, reading.kept);
        return { action: 'accept', content: reading.value };
      }
      issues = reading.issues;
      this.#retry(key, endings);
    }
    lookedUp();
    return this.#suspend<T>(key, { question, digest, issues }, endings);
  }

  /** A6: the answer under this key, if it was given to this very question. */
  #find(key: string, digest: string, question: Question<unknown>): Found | undefined {
    const settled = this.journal.answers[key];
    if (settled !== undefined) {
      if (settled[0] === digest) return { answer: settled[1] as Found['answer'], fresh: false };
      this.#drift(key, 'drift_question');
      delete this.journal.answers[key];
    }
    const answer = bareAnswer(this.flow.answers[key], question.kind);
    if (answer === undefined) return undefined;
    const asked = this.flow.asked[key];
    // Without a digest the guard let an unsolicited answer in, as the policy of this tool allows.
    if (asked === undefined || digestOf(asked) === digest) return { answer, fresh: true };
    this.#drift(key, 'drift_question');
    return undefined;
  }

  /** A8 */
  #keep(key: string, digest: string, { answer, fresh }: Found, kept: unknown = answer): void {
    if (!fresh) return;
    this.journal.answers[key] = [digest, kept];
    delete this.journal.tries[key];
    this.#parts.emit({ type: outcomeOf(answer), ...placeOf(this.flow), key });
  }

  /** A10 */
  #retry(key: string, { attempts = DEFAULT_ATTEMPTS, exhausted }: Endings<Result>): void {
    delete this.journal.answers[key];
    const tries = (this.journal.tries[key] ?? 0) + 1;
    this.journal.tries[key] = tries;
    if (tries >= attempts) {
      throw this.#endWith(exhausted ?? this.#parts.endWith(this.flow, { kind: 'exhausted', key, attempts }));
    }
    this.#parts.emit({ type: 'reasked', ...placeOf(this.flow), key, attempt: tries + 1 });
  }

  #outcome<T>(answer: { action: 'decline' | 'cancel' }, endings: Endings<Result>): Answer<T> {
    const result = endings[answer.action];
    if (result !== undefined) throw this.#endWith(result);
    return answer;
  }

  #endWith(result: Result): Ending {
    this.#end ??= result;
    return new Ending();
  }

  #suspend<T>(key: string, entry: Omit<Pending, 'reject'>, { fallback }: Endings<Result>): Promise<Answer<T>> {
    const { kind, params } = entry.question;
    if (fallback !== undefined && !supportsAsk(this.flow.capabilities, { key, kind, params })) {
      this.#parts.emit({ type: 'fell_back', method: this.flow.method, target: this.flow.target });
      const cause = { kind: 'fallback', question: entry.question, key } as const;
      const isText = fallback === true || typeof fallback === 'string';
      throw this.#endWith(isText ? this.#parts.endWith(this.flow, { ...cause, text: fallback }) : fallback);
    }
    this.#flushSoon();
    return new Promise((_resolve, reject) => {
      this.pending.set(key, { ...entry, reject });
    });
  }

  /** A3 */
  #flushSoon(): void {
    if (this.#flushing) return;
    this.#flushing = true;
    const flush = (): void => {
      if (this.#looking > 0) {
        endOfTick(flush);
        return;
      }
      this.#suspended = true;
      for (const { reject } of this.pending.values()) reject(new Suspension());
    };
    endOfTick(flush);
  }

  /** A15 */
  #checkOrder(key: string): void {
    const expected = this.journal.order[this.#position];
    this.#position += 1;
    if (expected === key) return;
    if (expected !== undefined && !this.#drifted) {
      this.#drifted = true;
      this.#drift(key, 'drift_order');
    }
    if (!this.journal.order.includes(key)) this.journal.order.push(key);
  }

  #drift(key: string, code: DriftEvent['code']): void {
    this.#parts.emit({ type: 'drift', code, ...placeOf(this.flow), key, ...DRIFT[code] });
  }

  /** The embedded requests of the round, and the digests they are pinned to. */
  round(): { inputRequests: Record<string, unknown>; digests: Map<string, string> } {
    const inputRequests: Record<string, unknown> = {};
    const digests = new Map<string, string>();
    for (const [key, { question, digest, issues }] of this.pending) {
      inputRequests[key] = embeddedRequest(question, issues);
      digests.set(key, digest);
    }
    return { inputRequests, digests };
  }
}

interface Found {
  readonly answer: Readonly<Record<string, unknown>>;
  /** It came in this round, not out of the journal. */
  readonly fresh: boolean;
}

const DRIFT: Record<DriftEvent['code'], Pick<DriftEvent, 'what' | 'why' | 'todo'>> = {
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
