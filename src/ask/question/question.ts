import type { CreateMessageRequestParams, CreateMessageResult, Root } from '@modelcontextprotocol/server';
import { toForm } from '../../form/form.js';
import type { FormContent, FormIssue, FormOutcome, FormSchema, FormSource } from '../../form/index.js';
import type { AskKind } from '../../protocol/kinds.js';
import { isObject } from '../../json.js';
import { andThen, type Maybe } from '../../state/sync-or-async.js';

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

/** What the person did (A9: decline, cancel and no answer stay three things). Only elicitation has actions: a member of that name in another answer means nothing. */
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

/** A form, as a question. @throws FormError when the schema has something that the form grammar cannot express. */
export function formQuestion<S extends FormSource>(message: string, schema: S): Question<FormContent<S>> {
  const form = toForm(schema);
  return {
    kind: 'form',
    method: 'elicitation/create',
    params: { mode: 'form', message: assertMessage(message), requestedSchema: form.wire },
    read: ({ content = {} }) =>
      andThen(form.validate(content), (outcome: FormOutcome<FormContent<S>>): Reading<FormContent<S>> => {
        if (!outcome.ok) return { issues: outcome.issues };
        return { value: outcome.content, kept: { action: 'accept', content: outcome.wire } };
      }),
  };
}

/** An address to visit, as a question: consent only, no content comes back. */
export function urlQuestion(message: string, url: string): Question<undefined> {
  return {
    kind: 'url',
    method: 'elicitation/create',
    params: { mode: 'url', message: assertMessage(message), url },
    read: () => ({ value: undefined }),
  };
}

/** A request to the client's model, as a question. */
export function samplingQuestion(params: CreateMessageRequestParams): Question<CreateMessageResult> {
  return {
    kind: 'sampling',
    method: 'sampling/createMessage',
    params: { ...params },
    read: (answer) =>
      isMessage(answer, params.tools !== undefined)
        ? { value: structuredClone(answer) as unknown as CreateMessageResult }
        : { issues: [NOT_A_MESSAGE] },
  };
}

/** Only a model that may call tools answers with a list of blocks. */
function isMessage({ role, model, content }: Readonly<Record<string, unknown>>, mayList: boolean): boolean {
  if ((role !== 'assistant' && role !== 'user') || typeof model !== 'string') return false;
  const blocks: unknown[] = mayList && Array.isArray(content) ? content : [content];
  return blocks.every((block) => isObject(block) && typeof block['type'] === 'string');
}

const NOT_A_MESSAGE = { path: '', message: 'must be a message with role, model and content' };

/** The client's roots, as a question. */
export function rootsQuestion(): Question<Root[]> {
  return {
    kind: 'roots',
    method: 'roots/list',
    params: {},
    read: ({ roots }) => {
      const valid = Array.isArray(roots) && roots.every((root) => isObject(root) && typeof root['uri'] === 'string');
      return valid
        ? { value: structuredClone(roots) as Root[] }
        : { issues: [{ path: 'roots', message: 'must be a list of roots with a uri' }] };
    },
  };
}

/** One option of a choice: its value, or its value and the text a person sees. */
export type Option<V extends string = string> = V | { readonly value: V; readonly title: string };

/** The form of a choice: one property, named like the key. */
export function choiceSchema(key: string, options: readonly Option[], limits: ChoiceLimits): FormSchema {
  if (!Array.isArray(options)) throw new TypeError('options must be a list of texts, or of { value, title }');
  const titled = options.map((option: Option) =>
    typeof option === 'string' ? { const: option, title: option } : { const: option.value, title: option.title },
  );
  const { title, multiple, min, max } = limits;
  const label = title === undefined ? {} : { title };
  if (multiple !== true) {
    return { type: 'object', properties: { [key]: { type: 'string', ...label, oneOf: titled } }, required: [key] };
  }
  const bounds = { ...(min === undefined ? {} : { minItems: min }), ...(max === undefined ? {} : { maxItems: max }) };
  const several = { type: 'array' as const, ...label, ...bounds, items: { anyOf: titled } };
  return { type: 'object', properties: { [key]: several }, required: [key] };
}

export interface ChoiceLimits {
  readonly title?: string | undefined;
  readonly multiple?: boolean | undefined;
  /** The fewest and the most options that may be chosen, with `multiple`. */
  readonly min?: number | undefined;
  readonly max?: number | undefined;
}

/** The form of a confirmation: one boolean, named like the key. */
export function confirmSchema(key: string, title: string | undefined): FormSchema {
  const property = title === undefined ? { type: 'boolean' as const } : { type: 'boolean' as const, title };
  return { type: 'object', properties: { [key]: property }, required: [key] };
}

function assertMessage(message: unknown): string {
  if (typeof message !== 'string' || message.trim() === '') {
    throw new TypeError('message: expected a text that is not blank, for the person who is asked');
  }
  return message;
}
