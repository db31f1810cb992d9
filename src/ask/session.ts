import type { Result } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import type { FormIssue } from '../form/index.js';
import {
  bareAnswer,
  digestAsk,
  digestOf,
  placeOf,
  refuseKey,
  supportsAsk,
  type DriftEvent,
  type EventSink,
  type Flow,
} from '../guard/index.js';
import type { Primitives } from '../state/primitives.js';
import { DRIFT } from './drift.js';
import { Gate, type End } from './gate.js';
import { Gathering, type PendingAsk } from './gathering.js';
import { copyOf, readJournal, type JournalData } from './journal.js';
import { actionOf, assertAttempts, embeddedRequest, type Answer, type Endings, type Question } from './question.js';
import type { Ending } from './signals.js';

/** What a session needs of the server it runs on. */
export interface SessionParts {
  readonly primitives: Primitives;
  readonly emit: EventSink;
}

/** Ends the call in the way of its verb. */
type EndOf = (flow: Flow, cause: EndCause) => End;

export type EndCause =
  | { readonly kind: 'exhausted'; readonly key: string; readonly attempts: number }
  | {
      readonly kind: 'fallback';
      readonly text: true | string;
      readonly question: Question<unknown>;
      readonly key: string;
    };

interface Asked {
  readonly digest: string;
  readonly answer: Promise<Answer<unknown>>;
}

interface Found {
  readonly answer: Readonly<Record<string, unknown>>;
  /** It came in this round, not out of the journal. */
  readonly fresh: boolean;
}

const DEFAULT_ATTEMPTS = 3;

const OUTCOME = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const;

/** One run of a handler: what it asked, what was answered, and how it ends. The rules are in INVARIANTS.md. */
export class Session {
  readonly flow: Flow;
  readonly journal: JournalData;
  readonly gate = new Gate();
  readonly gathering = new Gathering(this.gate);
  readonly #parts: SessionParts;
  readonly #endOf: EndOf;
  readonly #asked = new Map<string, Asked>();
  readonly #seen = new Set<string>();
  #drifted = false;
  #returned = false;

  constructor(flow: Flow, parts: SessionParts, endOf: EndOf) {
    this.flow = flow;
    this.journal = readJournal(flow.journal);
    this.#parts = parts;
    this.#endOf = endOf;
  }

  /** From here on only commit hooks run. */
  returned(): void {
    this.#returned = true;
  }

  /** Answers a question from the journal or from this round's answers, or makes it pending. */
  ask<T>(key: string, make: () => Question<T>, endings: Endings<Result>): Promise<Answer<T>> {
    const answer = this.gate.open ? this.#start(key, make, endings) : this.gate.refuse();
    answer.catch(() => undefined); // A4
    return answer;
  }

  async #start<T>(key: string, make: () => Question<T>, endings: Endings<Result>): Promise<Answer<T>> {
    const question = this.#build(key, make, endings);
    const found = this.gathering.look();
    try {
      this.#checkOrder(key);
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

  /** A question that cannot be built is a programming error, whatever the handler does with the exception. */
  #build<T>(key: string, make: () => Question<T>, endings: Endings<Result>): Question<T> {
    const refuse = (why: string): VueltaError => this.gate.fail(new VueltaError('ask_invalid', why));
    const wrongKey = typeof key === 'string' ? refuseKey(key) : 'is not a text';
    if (wrongKey !== undefined) throw refuse(`The key of an ask ${wrongKey}.`);
    if (this.#returned) throw this.gate.fail(askedInHook(key));
    try {
      assertAttempts(endings);
      return make();
    } catch (error) {
      const code = error instanceof VueltaError ? error.code : 'ask_invalid';
      throw this.gate.fail(new VueltaError(code, `Ask "${key}": ${(error as Error).message}`, { cause: error }));
    }
  }

  /** A11 */
  #again<T>(key: string, digest: string, earlier: Asked): Promise<Answer<T>> {
    if (earlier.digest === digest) return earlier.answer as Promise<Answer<T>>;
    const what = `Two different questions use the key "${key}" in one run. Give each question its own key.`;
    throw this.gate.fail(new VueltaError('key_reused', what));
  }

  async #settle<T>(
    key: string,
    digest: string,
    question: Question<T>,
    endings: Endings<Result>,
    lookedUp: () => void,
  ): Promise<Answer<T>> {
    let issues: readonly FormIssue[] = [];
    const found = this.#find(key, digest, question);
    if (found !== undefined) {
      const action = actionOf(question.kind, found.answer);
      if (action !== 'accept') {
        this.#keep(key, digest, found, action);
        return this.#outcome(action, endings);
      }
      const reading = await question.read(found.answer);
      if ('value' in reading) {
        this.#keep(key, digest, found, action, reading.kept);
        return { action, content: reading.value };
      }
      issues = reading.issues;
      this.#retry(key, endings);
    }
    lookedUp();
    return this.#wait(key, { question, digest, issues }, endings);
  }

  /** A6: the answer under this key, if it was given to this very question. */
  #find(key: string, digest: string, question: Question<unknown>): Found | undefined {
    const settled = this.journal.answers[key];
    if (settled !== undefined) {
      if (settled[0] === digest) return { answer: settled[1] as Found['answer'], fresh: false };
      this.#driftQuestion(key);
      delete this.journal.answers[key];
    }
    const given = this.flow.answers[key];
    if (given === undefined) return undefined;
    const asked = Object.hasOwn(this.flow.asked, key) ? this.flow.asked[key] : undefined;
    // The guard has made it bare, for the kind that the digest begins with.
    if (asked !== undefined && digestOf(asked) === digest) return { answer: given as Found['answer'], fresh: true };
    const answer = bareAnswer(given, question.kind);
    if (answer === undefined) return undefined;
    // Without a digest the guard let an unsolicited answer in, as the policy of this tool allows.
    if (asked === undefined) return { answer, fresh: true };
    this.#driftQuestion(key);
    return undefined;
  }

  /** A8. The journal has a copy: what a handler does to its answer does not change what the person gave. */
  #keep(
    key: string,
    digest: string,
    { answer, fresh }: Found,
    action: keyof typeof OUTCOME,
    kept: unknown = answer,
  ): void {
    if (!fresh) return;
    this.journal.answers[key] = [digest, copyOf(kept)];
    delete this.journal.tries[key];
    this.#parts.emit({ type: OUTCOME[action], ...placeOf(this.flow), key });
  }

  /** A10 */
  #retry(key: string, { attempts = DEFAULT_ATTEMPTS, exhausted }: Endings<Result>): void {
    delete this.journal.answers[key];
    const tries = (this.journal.tries[key] ?? 0) + 1;
    this.journal.tries[key] = tries;
    if (tries >= attempts) {
      if (exhausted !== undefined) throw this.gate.endWith({ result: exhausted });
      throw this.#end({ kind: 'exhausted', key, attempts });
    }
    this.#parts.emit({ type: 'reasked', ...placeOf(this.flow), key, attempt: tries + 1 });
  }

  #outcome<T>(action: 'decline' | 'cancel', endings: Endings<Result>): Answer<T> {
    const result = endings[action];
    if (result !== undefined) throw this.gate.endWith({ result });
    return { action };
  }

  #end(cause: EndCause): Ending {
    return this.gate.endWith(this.#endOf(this.flow, cause));
  }

  #wait(key: string, ask: PendingAsk, { fallback }: Endings<Result>): Promise<never> {
    const { question } = ask;
    const { kind, params } = question;
    if (fallback === undefined || supportsAsk(this.flow.capabilities, { key, kind, params })) {
      return this.gathering.wait(key, ask);
    }
    this.#parts.emit({ type: 'fell_back', method: this.flow.method, target: this.flow.target });
    if (typeof fallback === 'object') throw this.gate.endWith({ result: fallback });
    throw this.#end({ kind: 'fallback', question, key, text: fallback });
  }

  /** A15 */
  #checkOrder(key: string): void {
    if (this.#seen.has(key)) return;
    const { order } = this.journal;
    const expected = order[this.#seen.size];
    this.#seen.add(key);
    if (expected === key) return;
    if (expected !== undefined && !this.#drifted) {
      this.#drifted = true;
      this.#drift(key, 'drift_order');
    }
    if (!order.includes(key)) order.push(key);
  }

  /** The tries were for another question. */
  #driftQuestion(key: string): void {
    delete this.journal.tries[key];
    this.#drift(key, 'drift_question');
  }

  #drift(key: string, code: DriftEvent['code']): void {
    this.#parts.emit({ type: 'drift', code, ...placeOf(this.flow), key, ...DRIFT[code] });
  }

  /** The embedded requests of the round, in the order of the handler, and the digests they are pinned to. */
  round(): { inputRequests: Record<string, unknown>; digests: Map<string, string> } {
    const inputRequests: Record<string, unknown> = {};
    const digests = new Map<string, string>();
    for (const key of this.#seen) {
      const ask = this.gathering.pending.get(key);
      if (ask === undefined) continue;
      const { question, digest, issues } = ask;
      inputRequests[key] = embeddedRequest(question, issues);
      digests.set(key, digest);
    }
    return { inputRequests, digests };
  }
}

function askedInHook(key: string): VueltaError {
  return new VueltaError(
    'ask_swallowed',
    `A commit hook asked "${key}". Hooks run when the call has ended: ask in the handler, before it returns.`,
  );
}
