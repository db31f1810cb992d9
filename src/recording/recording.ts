import type { AskKind, Revision, FileAnswer } from '../client/index.js';

/** What to call: one tool with its arguments, one prompt, or one resource. */
export type RecordedCall =
  | { readonly tool: string; readonly args?: Readonly<Record<string, unknown>> }
  | { readonly prompt: string; readonly args?: Readonly<Record<string, string>> }
  | { readonly resource: string };

/** The state of a round, compared with that of the round before; never the state itself. */
export type StateRole = 'none' | 'new' | 'changed' | 'same';

/**
 * What was answered, in the words of an {@link AnswerFile}. A form that was accepted without its content, and `result` for a
 * sampling or roots ask, say that the answer was left out.
 */
export type RecordedAnswer = FileAnswer | 'result';

/** One ask and its answer. Texts are masked: `<id 1>`, `<time 1>` and `<answer KEY.FIELD>` stand for what varies. */
export interface RecordedAsk {
  readonly key: string;
  readonly kind: AskKind;
  readonly message?: string;
  /** Of a form. */
  readonly schema?: unknown;
  /** Of a URL ask; its query and fragment are masked. */
  readonly url?: string;
  /** Of a sampling ask. */
  readonly params?: unknown;
  readonly answer: RecordedAnswer;
}

/** One round that asked, or that only gave a state. */
export interface RecordedRound {
  readonly state: StateRole;
  readonly asks: readonly RecordedAsk[];
}

/** How the call ended. */
export type RecordedEnd =
  | {
      readonly kind: 'result';
      readonly isError: boolean;
      readonly text: string;
      /** The types of the content, where some of it is not text. */
      readonly parts?: readonly string[];
      readonly structured?: unknown;
    }
  | { readonly kind: 'capability'; readonly code: number; readonly requires?: unknown }
  | { readonly kind: 'error'; readonly code: number; readonly message: string };

/**
 * A call and all of its rounds, for a file that a person can read and edit. In an edited text, `<any>` stands for whatever the
 * server says there.
 *
 * @example
 * ```yaml
 * recording: 1
 * revision: 2026-07-28
 * call: { tool: book, args: { id: a } }
 * rounds:
 *   - state: new
 *     asks:
 *       - { key: confirm, kind: form, message: 'Book a?', schema: …, answer: accept }
 * end: { kind: result, isError: false, text: 'booked a, <any> left' }
 * ```
 */
export interface Recording {
  /** The version of the format. */
  readonly recording: 1;
  readonly revision: Revision;
  readonly call: RecordedCall;
  readonly rounds: readonly RecordedRound[];
  readonly end: RecordedEnd;
}
