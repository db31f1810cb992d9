import type { Journal } from '../guard/index.js';

/** An answer that counts: the digest of its question, and the bare answer as it came, cleaned. */
type KeptAnswer = readonly [digest: string, answer: unknown];

/** What one run knows of the runs before it, and leaves for the next. */
export interface JournalData {
  /** The answers that count, by key. */
  readonly answers: Record<string, KeptAnswer>;
  /** Memo values by key, each in a list of one; an empty list is `undefined`. */
  readonly memos: Record<string, readonly unknown[]>;
  /** Keys of the once steps that are done. */
  readonly done: string[];
  /** Keys of the asks in the order in which they were first asked. */
  readonly order: string[];
  /** Invalid answers so far, by key. */
  readonly tries: Record<string, number>;
  /** Answers so far that did not count because the question had changed, by key; under no key, because it was not asked any more. */
  readonly drifts: Record<string, number>;
  /** Random for each flow: what keeps the key of a step from being guessed by who sees its record. */
  readonly salt: string;
}

/** A draft to work on; a first round begins with an empty one. The state is authentic, so its shape is ours; the maps have no prototype all the same. */
export function readJournal(journal: Journal | undefined): JournalData {
  const { answers, memos, done, order, tries, drifts, salt } = (journal ?? {}) as Partial<JournalData>;
  return {
    answers: Object.assign(Object.create(null), answers),
    memos: Object.assign(Object.create(null), memos),
    done: [...(done ?? [])],
    order: [...(order ?? [])],
    tries: Object.assign(Object.create(null), tries),
    drifts: Object.assign(Object.create(null), drifts),
    // Fixed from the first state on: a round that runs again must find its records.
    salt: salt ?? (journal === undefined ? globalThis.crypto.randomUUID() : ''),
  };
}

/** The journal for the state, without its empty parts. */
export function writeJournal(data: JournalData): Journal {
  const parts = Object.entries(data).filter(([, part]) => Object.keys(part).length > 0);
  return Object.fromEntries(parts);
}

/** A copy of an answer, which is JSON. In a whole call a structured clone takes three times as long. */
export function copyOf(answer: unknown): unknown {
  return JSON.parse(JSON.stringify(answer)) as unknown;
}
