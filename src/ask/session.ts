import { undeclared } from '../protocol/capability.js';
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
  type EventSink,
  type Flow,
} from '../guard/index.js';
import type { Primitives } from '../state/primitives.js';
import { Drift } from './drift.js';
import { Gate } from './gate.js';
import { Gathering } from './gathering.js';
import { copyOf, readJournal, type JournalData } from './journal.js';
import { Brought, contentOf } from './question/new-answers.js';
import { buildQuestion, checkEndings, endsWithResult } from './question/build.js';
import {
  actionOf,
  DEFAULT_ATTEMPTS,
  type Answer,
  type Endings,
  type Question,
  type Reading,
} from './question/question.js';
import { endOf, type Fits } from './results.js';

/** What a session needs of the server it runs on. */
export interface SessionParts {
  readonly primitives: Primitives;
  readonly emit: EventSink;
}

/** An ask of this run, by its key. */
interface Started {
  readonly digest: string;
  readonly answer: Promise<Answer<unknown>>;
}

/** An answer to this very question. */
interface Given {
  readonly answer: Readonly<Record<string, unknown>>;
  /** It came in this round, not out of the journal. */
  readonly fresh: boolean;
}

const OUTCOME = { accept: 'answered', decline: 'declined', cancel: 'cancelled' } as const;

/**
 * One run of a handler: what it asks, and what it has been answered. The rules are in INVARIANTS.md.
 *
 * Owns the lookup of answers, and what the journal keeps of them. Does not own whether the run goes on and how it ends (Gate), which asks go out
 * together (Gathering), changed questions and their order (Drift), what this round has brought (Brought), steps (Steps), the result (run.ts).
 *
 * An ask is in one of these states; a run suspends when none is looked up any more and one is pending:
 *
 * - looked up: the question is made, its digest taken, an answer looked for. Ends as one of the next three.
 * - answered: there is a valid answer to this very question. The promise resolves, unless an ending of the ask ends the call.
 * - pending: there is none that counts. The promise is rejected when the run suspends, where somebody awaits it.
 * - exhausted: the last of its invalid answers came. The call ends.
 */
export class Session {
  readonly flow: Flow;
  readonly journal: JournalData;
  readonly gate = new Gate();
  readonly gathering = new Gathering(this.gate);
  readonly #parts: SessionParts;
  readonly #fits: Fits | undefined;
  readonly drift: Drift;
  readonly #started = new Map<string, Started>();
  readonly brought = new Brought();
  /** From here on only commit hooks run. */
  hasReturned = false;

  constructor(flow: Flow, parts: SessionParts, fits: Fits | undefined) {
    this.flow = flow;
    this.journal = readJournal(flow.journal);
    this.#parts = parts;
    this.#fits = fits;
    this.drift = new Drift(this, parts.emit);
  }

  /** A key as events and errors may show it (A21: no key shows an answer). What an ask is called cannot hold what was answered after it. */
  shown(key: string): string {
    const { order, answers } = this.journal;
    const at = order.indexOf(key);
    const given = (at < 0 ? order : order.slice(0, at)).map((asked) => answers[asked]?.[1] ?? this.flow.answers[asked]);
    return shownKey(key, given.map(contentOf));
  }

  /** Answers a question from the journal or from this round's answers, or makes it pending. */
  ask<T>(key: string, make: () => Question<T>, endings: Endings<Result>): Promise<Answer<T>> {
    const answer = this.gate.open ? this.#start(key, make, endings) : this.gate.refuse();
    answer.catch(() => undefined); // A4: nobody gets a rejection that they do not wait for.
    return answer;
  }

  async #start<T>(key: string, make: () => Question<T>, endings: Endings<Result>): Promise<Answer<T>> {
    const question = buildQuestion(this, key, make, endings);
    const endLookup = this.gathering.look();
    try {
      this.drift.order(key);
      const checking = endsWithResult(endings) ? checkEndings(this, this.#fits, key, endings) : undefined;
      if (checking !== undefined) await checking;
      const digesting = digestAsk(question.kind, question.params, this.#parts.primitives);
      const digest = digesting instanceof Promise ? await digesting : digesting;
      const earlier = this.#started.get(key);
      if (earlier !== undefined) {
        endLookup();
        if (earlier.digest !== digest) throw this.#reused(key);
        return await (earlier.answer as Promise<Answer<T>>);
      }
      const answer = this.#lookUp(key, digest, question, endings, endLookup);
      this.#started.set(key, { digest, answer });
      return await answer;
    } finally {
      endLookup();
    }
  }

  /** A11: one key, one question. */
  #reused(key: string): VueltaError {
    const what = `Two different questions use the key "${this.shown(key)}" in one run. Give each question its own key.`;
    return this.gate.fail(new VueltaError('key_reused', what));
  }

  async #lookUp<T>(
    key: string,
    digest: string,
    question: Question<T>,
    endings: Endings<Result>,
    endLookup: () => void,
  ): Promise<Answer<T>> {
    let issues: readonly FormIssue[] = [];
    const given = this.#find(key, digest, question, endings);
    if (given !== undefined) {
      const action = actionOf(question.kind, given.answer);
      if (action !== 'accept') {
        this.#keep(key, digest, given, action);
        const result = endings[action];
        if (result !== undefined) throw this.gate.endWith({ result });
        return { action };
      }
      const reading = await this.#read(key, question, given.answer);
      if ('value' in reading) {
        if (given.fresh)
          this.brought.answers.set(key, { key, question, digest, endings, tries: this.journal.tries[key] });
        this.#keep(key, digest, given, action, reading.kept);
        return { action, content: reading.value };
      }
      issues = reading.issues;
      this.#retry(key, endings);
    }
    endLookup();
    this.#assertSupported(key, question, endings);
    return this.gathering.wait(key, { question, digest, issues });
  }

  /** A7: an answer is validated every time it is used. A check that fails by itself ends the call, whatever the handler does with its error: nobody knows what the answer is. */
  async #read<T>(key: string, question: Question<T>, answer: Given['answer']): Promise<Reading<T>> {
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

  /** A6: an answer counts for one question, so this is the one under the key if it was given to this very question. */
  #find(key: string, digest: string, question: Question<unknown>, endings: Endings<Result>): Given | undefined {
    const kept = this.journal.answers[key];
    if (kept !== undefined) {
      if (kept[0] === digest) return { answer: kept[1] as Given['answer'], fresh: false };
      delete this.journal.answers[key];
      this.drift.question(key, endings);
    }
    const given = this.flow.answers[key];
    if (given === undefined) return undefined;
    const asked = Object.hasOwn(this.flow.asked, key) ? this.flow.asked[key] : undefined;
    // The guard has made it bare, for the kind that the digest begins with.
    if (asked !== undefined && digestOf(asked) === digest) return { answer: given as Given['answer'], fresh: true };
    const answer = bareAnswer(given, question.kind);
    if (answer === undefined) return undefined;
    // Without a digest the guard let an unsolicited answer in, as the policy of this tool allows.
    if (asked === undefined) return { answer, fresh: true };
    this.drift.question(key, endings);
    return undefined;
  }

  /** A8: an answer that counts is kept. The journal has a copy: what a handler does to its answer does not change what the person gave. */
  #keep(
    key: string,
    digest: string,
    { answer, fresh }: Given,
    action: keyof typeof OUTCOME,
    kept: unknown = answer,
  ): void {
    if (!fresh) return;
    this.journal.answers[key] = [digest, copyOf(kept)];
    delete this.journal.tries[key];
    this.#parts.emit({ type: OUTCOME[action], ...roundOf(this.flow), key: this.shown(key) });
  }

  /** A10: an invalid answer is asked again with the reason. */
  #retry(key: string, { attempts = DEFAULT_ATTEMPTS, exhausted }: Endings<Result>): void {
    delete this.journal.answers[key];
    const tries = (this.journal.tries[key] ?? 0) + 1;
    this.journal.tries[key] = tries;
    if (tries >= attempts) {
      if (exhausted !== undefined) throw this.gate.endWith({ result: exhausted });
      throw this.gate.endWith(endOf(this.flow, { kind: 'exhausted', key: this.shown(key), attempts }));
    }
    this.#parts.emit({ type: 'reasked', ...roundOf(this.flow), key: this.shown(key), attempt: tries + 1 });
  }

  /** Ends the call with the fallback of an ask that this client cannot show. Without one the guard sees to it. */
  #assertSupported(key: string, question: Question<unknown>, { fallback }: Endings<Result>): void {
    const { kind, params } = question;
    if (fallback === undefined || undeclared({ kind, params }, this.flow.capabilities) === undefined) return;
    this.#parts.emit({ type: 'fell_back', method: this.flow.method, target: this.flow.target });
    if (typeof fallback === 'object') throw this.gate.endWith({ result: fallback });
    throw this.gate.endWith(endOf(this.flow, { kind: 'fallback', question, key, text: fallback }));
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
