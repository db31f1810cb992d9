import type { Result } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import type { FormIssue } from '../form/index.js';
import {
  asError,
  bareAnswer,
  digestAsk,
  digestOf,
  roundOf,
  shownKey,
  supportsAsk,
  type EventSink,
  type Flow,
} from '../guard/index.js';
import type { Primitives } from '../state/primitives.js';
import { Brought, contentOf } from './question/brought.js';
import { buildQuestion, checkEndings, endsWithResult } from './question/build.js';
import { Drift } from './drift.js';
import { Gate, type End } from './gate.js';
import { Gathering, type PendingAsk } from './gathering.js';
import { copyOf, readJournal, type JournalData } from './journal.js';
import {
  actionOf,
  DEFAULT_ATTEMPTS,
  type Answer,
  type Endings,
  type Question,
  type Reading,
} from './question/question.js';
import type { Fits } from './result-check.js';
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

const OUTCOME = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const;

/** One run of a handler: what it asked, what was answered, and how it ends. The rules are in INVARIANTS.md. */
export class Session {
  readonly flow: Flow;
  readonly journal: JournalData;
  readonly gate = new Gate();
  readonly gathering = new Gathering(this.gate);
  readonly #parts: SessionParts;
  readonly #endOf: EndOf;
  readonly #fits: Fits | undefined;
  readonly drift: Drift;
  readonly #asked = new Map<string, Asked>();
  readonly brought = new Brought();
  /** From here on only commit hooks run. */
  hasReturned = false;

  constructor(flow: Flow, parts: SessionParts, endOf: EndOf, fits: Fits | undefined) {
    this.flow = flow;
    this.journal = readJournal(flow.journal);
    this.#parts = parts;
    this.#endOf = endOf;
    this.#fits = fits;
    this.drift = new Drift(this, parts.emit);
  }

  /** A key as events and errors may show it (F68). What an ask is called cannot hold what was answered after it. */
  shown(key: string): string {
    const { order, answers } = this.journal;
    const at = order.indexOf(key);
    const given = (at < 0 ? order : order.slice(0, at)).map((asked) => answers[asked]?.[1] ?? this.flow.answers[asked]);
    return shownKey(key, given.map(contentOf));
  }

  /** Answers a question from the journal or from this round's answers, or makes it pending. */
  ask<T>(key: string, make: () => Question<T>, endings: Endings<Result>): Promise<Answer<T>> {
    const answer = this.gate.open ? this.#start(key, make, endings) : this.gate.refuse();
    answer.catch(() => undefined); // A4
    return answer;
  }

  async #start<T>(key: string, make: () => Question<T>, endings: Endings<Result>): Promise<Answer<T>> {
    const question = buildQuestion(this, key, make, endings);
    const found = this.gathering.look();
    try {
      this.drift.order(key);
      const checking = endsWithResult(endings) ? checkEndings(this, this.#fits, key, endings) : undefined;
      if (checking !== undefined) await checking;
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
  #again<T>(key: string, digest: string, earlier: Asked): Promise<Answer<T>> {
    if (earlier.digest === digest) return earlier.answer as Promise<Answer<T>>;
    const what = `Two different questions use the key "${this.shown(key)}" in one run. Give each question its own key.`;
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
    const found = this.#find(key, digest, question, endings);
    if (found !== undefined) {
      const action = actionOf(question.kind, found.answer);
      if (action !== 'accept') {
        this.#keep(key, digest, found, action);
        return this.#outcome(action, endings);
      }
      const reading = await this.#read(key, question, found.answer);
      if ('value' in reading) {
        if (found.fresh)
          this.brought.answers.set(key, { key, question, digest, endings, tries: this.journal.tries[key] });
        this.#keep(key, digest, found, action, reading.kept);
        return { action, content: reading.value };
      }
      issues = reading.issues;
      this.#retry(key, endings);
    }
    lookedUp();
    return this.#wait(key, { question, digest, issues }, endings);
  }

  /** A7. A check that fails by itself ends the call, whatever the handler does with its error: nobody knows what the answer is. */
  async #read<T>(key: string, question: Question<T>, answer: Found['answer']): Promise<Reading<T>> {
    try {
      return await question.read(answer);
    } catch (thrown) {
      const error = asError(thrown, `The schema of "${this.shown(key)}"`);
      if (thrown === error && !(error instanceof VueltaError)) throw this.gate.endWith({ error });
      throw this.gate.fail(
        new VueltaError('ask_invalid', `Ask "${this.shown(key)}": ${error.message}`, { cause: thrown }),
      );
    }
  }

  /** A6: the answer under this key, if it was given to this very question. */
  #find(key: string, digest: string, question: Question<unknown>, endings: Endings<Result>): Found | undefined {
    const settled = this.journal.answers[key];
    if (settled !== undefined) {
      if (settled[0] === digest) return { answer: settled[1] as Found['answer'], fresh: false };
      delete this.journal.answers[key];
      this.drift.question(key, endings);
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
    this.drift.question(key, endings);
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
    this.#parts.emit({ type: OUTCOME[action], ...roundOf(this.flow), key: this.shown(key) });
  }

  /** A10 */
  #retry(key: string, { attempts = DEFAULT_ATTEMPTS, exhausted }: Endings<Result>): void {
    delete this.journal.answers[key];
    const tries = (this.journal.tries[key] ?? 0) + 1;
    this.journal.tries[key] = tries;
    if (tries >= attempts) {
      if (exhausted !== undefined) throw this.gate.endWith({ result: exhausted });
      throw this.#end({ kind: 'exhausted', key: this.shown(key), attempts });
    }
    this.#parts.emit({ type: 'reasked', ...roundOf(this.flow), key: this.shown(key), attempt: tries + 1 });
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

  /** F57: asks for an answer of this round again, where the state has no room for it. False when there is none. */
  shorten(): boolean {
    const taken = this.brought.takeBack(this.journal);
    if (taken === undefined) return false;
    if (taken.tries !== undefined) this.journal.tries[taken.key] = taken.tries;
    try {
      this.#retry(taken.key, taken.endings);
    } catch {
      // The gate knows how the call ends.
    }
    return true;
  }
}
