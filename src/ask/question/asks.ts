import type {
  CreateMessageRequestParams,
  CreateMessageResult,
  Result,
  Root,
  ServerContext,
} from '@modelcontextprotocol/server';
import type { FormContent, FormSource } from '../../form/index.js';
import { supports } from '../../protocol/capability.js';
import type { AskKind } from '../../protocol/kinds.js';
import { deliver } from '../deliver.js';
import type { AsJson } from '../steps/step-value.js';
import {
  choiceSchema,
  confirmSchema,
  formQuestion,
  rootsQuestion,
  samplingQuestion,
  urlQuestion,
  type Answer,
  type ChoiceLimits,
  type Endings,
  type Option,
  type Question,
} from './question.js';
import type { ToolResult } from '../results.js';
import type { Session } from '../session.js';
import type { StepContext, Steps } from '../steps/steps.js';

/** Options of {@link Asks.form}. */
export interface FormAsk<S extends FormSource, R> extends Endings<R> {
  /** What the person reads. Name what will happen. */
  readonly message: string;
  /** A Standard Schema that yields JSON Schema (zod, ArkType, Valibot through its converter), or a wire schema. */
  readonly schema: S;
}

/** Both outcomes that are not a yes end the call by themselves, so the answer is the content alone. */
export interface Ended<R> {
  readonly decline: R;
  readonly cancel: R;
}

/** Options of {@link Asks.choose}. */
export interface ChoiceAsk<V extends string, R> extends Endings<R>, ChoiceLimits {
  readonly message: string;
  readonly options: readonly Option<V>[];
}

/** Options of {@link Asks.url}. */
export interface UrlAsk<R> extends Endings<R> {
  readonly message: string;
  /** `https://`, or `http://` on this computer. */
  readonly url: string;
}

/** Options of {@link Asks.confirm}. */
export interface ConfirmAsk<R> extends Endings<R> {
  /** The label of the checkbox. */
  readonly title?: string | undefined;
}

/** What a person did with a confirmation. `confirmed` is true only for an accepted yes. */
export interface Confirmation {
  readonly confirmed: boolean;
  readonly action: 'accept' | 'decline' | 'cancel';
}

/**
 * What an await-style handler asks with.
 *
 * **The handler runs again from the top in every round.** Every `await` on an ask is a place where a run may end: it then throws,
 * and the next run comes back to the same line with the answer. Put work that must not happen twice into `once`, values that
 * must not change into `memo`, and do not catch what an ask throws. It is thrown only into who waits for it: where nobody awaits an
 * ask, or an async function of yours that asks, its promise stays open when the run ends.
 *
 * Rests on: basic/patterns/mrtr; client/elicitation.
 */
export interface Asks<R extends Result = ToolResult> {
  /**
   * Asks for a form. With both `decline` and `cancel` results it resolves to the content; else to what the person did.
   *
   * An invalid answer is asked again with the reason, `attempts` times in all; then the call ends.
   *
   * @throws FormError when the schema does not fit the form grammar; TypeError for a blank message.
   *
   * @example
   * ```ts
   * const reason = await ask.form('reason', { message: 'Why?', schema: z.object({ text: z.string() }) });
   * if (reason.action !== 'accept') return fail('Nothing was done.');
   * ```
   */
  form<S extends FormSource>(key: string, options: FormAsk<S, R> & Ended<R>): Promise<FormContent<S>>;
  form<S extends FormSource>(key: string, options: FormAsk<S, R>): Promise<Answer<FormContent<S>>>;
  /**
   * Asks a yes-or-no question; on the wire a form with one boolean named like the key.
   *
   * @example
   * ```ts
   * const { confirmed } = await ask.confirm('confirm', 'Book 1 place for ana@example.com?');
   * ```
   */
  confirm(key: string, message: string, options?: ConfirmAsk<R>): Promise<Confirmation>;
  /**
   * Asks for one of the options, or for several with `multiple: true`.
   *
   * @example
   * ```ts
   * const size = await ask.choose('size', { message: 'Which size?', options: ['S', 'M', 'L'] });
   * ```
   */
  choose<const V extends string>(
    key: string,
    options: ChoiceAsk<V, R> & { readonly multiple: true } & Ended<R>,
  ): Promise<V[]>;
  choose<const V extends string>(
    key: string,
    options: ChoiceAsk<V, R> & { readonly multiple: true },
  ): Promise<Answer<V[]>>;
  choose<const V extends string>(key: string, options: ChoiceAsk<V, R> & Ended<R>): Promise<V>;
  choose<const V extends string>(key: string, options: ChoiceAsk<V, R>): Promise<Answer<V>>;
  /**
   * Asks the person to visit an address. `accept` is consent to visit it, not a sign that anything was done there.
   *
   * @example
   * ```ts
   * const { action } = await ask.url('sign', { message: 'Sign the contract', url: 'https://sign.example.com/c/1' });
   * ```
   */
  url(key: string, options: UrlAsk<R>): Promise<{ readonly action: 'accept' | 'decline' | 'cancel' }>;
  /** Asks the client's model (deprecated by the revision). The answer is the client's word: treat it as untrusted. */
  sample(key: string, params: CreateMessageRequestParams): Promise<CreateMessageResult>;
  /** Asks for the client's roots (deprecated by the revision). */
  roots(key: string): Promise<Root[]>;
  /**
   * Makes a value once a flow and carries it in the state: a price, a random number, the time. The client can read it unless
   * states are encrypted. It passes through JSON, in the first run too.
   *
   * @throws VueltaError `value_not_json`, `key_reused`.
   *
   * @example
   * ```ts
   * const price = await ask.memo('price', () => quote(id));
   * ```
   */
  memo<T>(key: string, make: () => T | Promise<T>): Promise<AsJson<T>>;
  /**
   * Does something to the world once a flow, as far as the store remembers. What it returns passes through JSON, is recorded
   * before the handler goes on, and replayed. A key is done once: in a loop, put the item into the key. Ask before, not inside.
   *
   * @throws VueltaError `step_lost`, `value_not_json`, `key_reused`, or what the store throws, which it does before the effect.
   *
   * @example
   * ```ts
   * await ask.once('charge', ({ idempotencyKey }) => payments.charge(amount, { idempotencyKey }));
   * ```
   */
  once<T>(key: string, act: (step: StepContext) => T | Promise<T>): Promise<AsJson<T>>;
  /**
   * Runs when the handler has returned a result that is not an error, before the result goes out; never in an earlier round,
   * nor when an ask ends the call. It cannot ask.
   */
  onCommit(hook: () => unknown): void;
  /** Whether this client can be asked this kind of question. */
  supports(kind: AskKind): boolean;
  /** The id of the flow: the same in every round of the call. */
  readonly flow: string;
  /** The number of this round, from 1. */
  readonly round: number;
  /** Aborted when the client cancels this round's request. */
  readonly signal: AbortSignal;
  /** The SDK's context of this round's request. */
  readonly ctx: ServerContext;
}

/** What a function that asks, and ends no call, can take from any handler: a tool's, a prompt's, a resource's. */
export type AnyAsks = Asks<never>;

/** The asks of one run. */
export function createAsks(session: Session, steps: Steps, ctx: ServerContext): Asks<Result> {
  const { flow } = session;
  const start = <T>(work: () => Promise<T>): Promise<T> =>
    deliver(session.gate, () => (steps.inside() ? session.gate.refuse() : work()));
  const content = async <T>(key: string, make: () => Question<T>): Promise<T> => {
    const answer = await session.ask(key, make, {});
    return (answer as Extract<Answer<T>, { action: 'accept' }>).content;
  };

  return {
    form: (key: string, options: FormAsk<FormSource, Result>) => start(() => askForm(session, key, options)),
    choose: (key: string, options: ChoiceAsk<string, Result>) => start(() => askChoice(session, key, options)),
    confirm: (key: string, message: string, options: ConfirmAsk<Result> = {}) =>
      start(async () => {
        const answer = await session.ask(key, () => formQuestion(message, confirmSchema(key, options.title)), options);
        return { confirmed: answer.action === 'accept' && answer.content[key] === true, action: answer.action };
      }),
    url: (key: string, options: UrlAsk<Result>) =>
      start(async () => {
        const { action } = await session.ask(key, () => urlQuestion(options.message, options.url), options);
        return { action };
      }),
    sample: (key: string, params: CreateMessageRequestParams) =>
      start(() => content(key, () => samplingQuestion(params))),
    roots: (key: string) => start(() => content(key, rootsQuestion)),
    memo: (key: string, make: () => unknown) => start(() => steps.memo(key, make)),
    once: (key: string, act: (step: StepContext) => unknown) => start(() => steps.once(key, act)),
    onCommit: (hook: () => unknown) => steps.onCommit(hook),
    supports: (kind: AskKind) => supports(flow.capabilities, kind),
    flow: flow.id,
    round: flow.round,
    signal: ctx.mcpReq.signal,
    ctx,
  } as Asks<Result>;
}

async function askForm(session: Session, key: string, options: FormAsk<FormSource, Result>): Promise<unknown> {
  const answer = await session.ask(key, () => formQuestion(options.message, options.schema), options);
  return unwrap(answer, options, (given) => given);
}

async function askChoice(session: Session, key: string, options: ChoiceAsk<string, Result>): Promise<unknown> {
  const make = () => formQuestion(options.message, choiceSchema(key, options.options, options));
  return unwrap(await session.ask(key, make, options), options, (given) => given[key]);
}

/** The content alone where the call ends by itself otherwise. */
function unwrap<T, U>(answer: Answer<T>, { decline, cancel }: Endings<Result>, pick: (content: T) => U): Answer<U> | U {
  if (answer.action !== 'accept') return answer;
  const picked = pick(answer.content);
  return decline !== undefined && cancel !== undefined ? picked : { action: 'accept', content: picked };
}
