import type { FormIssue, FormSchema } from '../../form/index.js';
import type { AskKind } from '../../guard/index.js';
import type { Maybe } from '../../state/maybe.js';

/** The outcome of reading an answer: its value and what the journal keeps of it, or why it is none. */
export type Reading<T> =
  { readonly value: T; readonly kept?: Readonly<Record<string, unknown>> } | { readonly issues: readonly FormIssue[] };

/** An ask before it has a digest: what goes out, and how what comes back is read. */
export interface Question<T> {
  readonly kind: AskKind;
  /** `elicitation/create`, `sampling/createMessage` or `roots/list`. */
  readonly method: string;
  readonly params: Readonly<Record<string, unknown>>;
  /** Reads a bare answer whose action is `accept`, or one of a kind without actions. */
  read(answer: Readonly<Record<string, unknown>>): Maybe<Reading<T>>;
}

/** What the person did; with an accepted answer, what they gave. */
export type Answer<T> =
  { readonly action: 'accept'; readonly content: T } | { readonly action: 'decline' } | { readonly action: 'cancel' };

/** How an ask ends the call by itself. */
export interface Endings<R> {
  /** The result when the person declines. */
  readonly decline?: R | undefined;
  /** The result when the person closes the question without an answer. */
  readonly cancel?: R | undefined;
  /** The result after the last invalid answer. Default: an error result that says so. */
  readonly exhausted?: R | undefined;
  /** The result for a client that cannot show this ask; `true` for a text that guides the model. Default: `-32021`. */
  readonly fallback?: true | string | R | undefined;
  /** How often an invalid answer is asked for, the first time included. Default 3. */
  readonly attempts?: number | undefined;
}

export const DEFAULT_ATTEMPTS = 3;

/** What the person did. Only elicitation has actions: a member of that name in another answer means nothing. */
export function actionOf(kind: AskKind, answer: Readonly<Record<string, unknown>>): Answer<never>['action'] {
  const { action } = answer;
  const isNo = (kind === 'form' || kind === 'url') && (action === 'decline' || action === 'cancel');
  return isNo ? action : 'accept';
}

/** @throws RangeError for a number of attempts that no person could use. */
export function assertAttempts({ attempts = 1 }: Endings<unknown>): void {
  if (!Number.isSafeInteger(attempts) || attempts < 1)
    throw new RangeError('attempts: expected a whole number, 1 or more');
}

/** The embedded request as it goes out; after an invalid answer its message, if it has one, says why. */
export function embeddedRequest(
  question: Question<unknown>,
  issues: readonly FormIssue[],
): { method: string; params?: unknown } {
  const { method, params } = question;
  const { message } = params;
  if (method === 'roots/list') return { method };
  if (issues.length === 0 || typeof message !== 'string') return { method, params };
  return { method, params: { ...params, message: `${message}\n\n${reasons(issues, params)}` } };
}

function reasons(issues: readonly FormIssue[], params: Readonly<Record<string, unknown>>): string {
  const { properties = {} } = (params['requestedSchema'] ?? {}) as Partial<FormSchema>;
  return issues
    .map(({ path, message }) => {
      const title = Object.hasOwn(properties, path) ? properties[path]?.title : undefined;
      return path === '' ? `⚠ ${message}` : `⚠ ${title ?? path}: ${message}`;
    })
    .join('\n');
}
