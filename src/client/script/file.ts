import type { FormValue } from '../../form/index.js';
import type { JsonObject } from '../../json.js';

/**
 * Which asks an entry is for. Every condition that is given must hold; with none, every ask is meant.
 *
 * On 2025-11-25 the wire has no keys: there `key` also means the ask whose form has a field of that name, and else the one
 * that the rules of {@link Answers} choose.
 */
export interface AskMatch {
  readonly key?: string;
  /** Text that the message contains, or a regular expression (flag `u`) for its first 4000 characters. */
  readonly message?: string | { readonly pattern: string };
  /** The name of a field of the form. */
  readonly field?: string;
  /** The round that asks, from 1. */
  readonly round?: number;
  /** The name of the tool or prompt, or `resource`. */
  readonly tool?: string;
}

/**
 * What an entry answers.
 *
 * - `accept`, `decline`, `cancel`, or the same as `{ action }`; `content` has the values of a form;
 * - `{ result }`: the bare result of a sampling or roots ask;
 * - `{ wait, answer }`: milliseconds, and the answer after them;
 * - `{ fail }`: the port fails, with this text in the error.
 */
export type FileAnswer =
  | 'accept'
  | 'decline'
  | 'cancel'
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, FormValue>> }
  | { readonly action: 'decline' | 'cancel' }
  | { readonly result: Readonly<JsonObject> }
  | { readonly wait: number; readonly answer: FileAnswer }
  | { readonly fail: string };

/** One entry of an answer file. */
export interface AnswerEntry {
  readonly match?: AskMatch;
  readonly answer: FileAnswer;
  /** How many asks it may answer: 1 by default. */
  readonly times?: number | 'any';
}

/**
 * The answers of a call, as they stand in a file: entries in order, or in the plain case a map by key that answers its ask
 * as often as it is asked.
 *
 * @example
 * ```yaml
 * answers:
 *   - match: { key: reason, tool: cancel }
 *     answer: { action: accept, content: { reason: 'plans changed' } }
 *   - match: { message: { pattern: '^Pay \d+ €' } }
 *     answer: decline
 * ```
 */
export interface AnswerFile {
  readonly $schema?: string;
  readonly answers: readonly AnswerEntry[] | Readonly<Record<string, FileAnswer>>;
}
