import type { CreateMessageResult, CreateMessageResultWithTools, ListRootsResult } from '@modelcontextprotocol/client';
import type { FormValue } from '../../form/index.js';
import type { Ask } from '../../protocol/ask.js';
import type { Revision } from '../../protocol/revision.js';

/** An answer to an elicitation, as it goes on the wire (MCP 2026-07-28, client/elicitation, response actions). */
export type ElicitAnswer =
  | { readonly action: 'accept'; readonly content?: Readonly<Record<string, FormValue>> }
  | { readonly action: 'decline' }
  | { readonly action: 'cancel' };

/** The bare response to an ask. The last form is for tests that send what no honest client would. */
export type Answer =
  | ElicitAnswer
  | CreateMessageResult
  | CreateMessageResultWithTools
  | ListRootsResult
  | Readonly<Record<string, unknown>>;

/** What an answer function knows besides the ask. */
export interface AnswerContext {
  /** The round that asks, from 1. */
  readonly round: number;
  readonly revision: Revision;
  /** What was called: the name of the tool or prompt, or `resource`. */
  readonly target: string;
  /** Aborts when the call is cancelled, the person's time is over or the server takes the ask back. */
  readonly signal: AbortSignal;
}

/** Answers one ask; `undefined` leaves it unanswered. What it throws ends the call and is passed on as it is. */
export type AnswerFunction = (ask: Ask, context: AnswerContext) => Answer | undefined | Promise<Answer | undefined>;

/** Answers by key. */
export type AnswerMap = Readonly<Record<string, Answer>>;

/**
 * Who answers: a map by key, for all rounds; a function; or a script with one entry for each round that asks.
 *
 * Only own keys of a map count. On 2025-11-25 an ask has no key, so an answer of a map is chosen among those not used yet:
 *
 * 1. the one whose key is the name of a field of the form, if only one is;
 * 2. the one whose content has only fields of the form, if only one does;
 * 3. the answer of an earlier round, if this ask repeats that one: same form, and its message in the new message;
 * 4. the first that could answer this kind of ask, in the order of the map.
 *
 * @example
 * ```ts
 * const byKey: Answers = { confirm: accept({ confirm: true }), reason: decline() };
 * const byFunction: Answers = (ask) => (ask.kind === 'form' ? accept({ [ask.key]: true }) : cancel());
 * const script: Answers = [{ confirm: decline() }, { confirm: accept({ confirm: true }) }];
 * ```
 */
export type Answers = AnswerMap | AnswerFunction | ReadonlyArray<AnswerMap | AnswerFunction>;

/**
 * The person says yes; `content` has the values of a form.
 *
 * @example
 * ```ts
 * const answers = { confirm: accept({ confirm: true }) };
 * ```
 */
export function accept(content?: Readonly<Record<string, FormValue>>): ElicitAnswer {
  return content === undefined ? { action: 'accept' } : { action: 'accept', content };
}

/**
 * The person says no.
 *
 * @example
 * ```ts
 * const answers = { confirm: decline() };
 * ```
 */
export function decline(): ElicitAnswer {
  return { action: 'decline' };
}

/**
 * The person closes the dialog without an answer.
 *
 * @example
 * ```ts
 * const answers = { confirm: cancel() };
 * ```
 */
export function cancel(): ElicitAnswer {
  return { action: 'cancel' };
}
