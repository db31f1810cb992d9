import type { ClientCapabilities, Result, ServerContext } from '@modelcontextprotocol/server';
import type { Bound } from '../state/bind.js';
import type { Sealer } from '../state/sealer.js';
import { targetName, type ToolPolicy, type Verb } from './policy.js';
import type { Asked } from './question/ask.js';

export interface GuardedRequest {
  readonly params?: { readonly name?: unknown; readonly uri?: unknown; readonly arguments?: unknown } | undefined;
}

export type Inner = (request: never, ctx: ServerContext) => Result | Promise<Result>;

/** One request on its way through the guard. */
export interface Passage {
  readonly method: Verb;
  readonly target: string;
  readonly request: GuardedRequest;
  readonly ctx: ServerContext;
}

export function passage(method: Verb, request: GuardedRequest, ctx: ServerContext): Passage {
  const { params } = request;
  const name = String(method === 'resources/read' ? params?.uri : params?.name);
  return { method, target: targetName(method, name), request, ctx };
}

export interface BinderParts {
  readonly sealer: Sealer;
  readonly audience: string;
  readonly principal: (ctx: ServerContext) => string | undefined;
}

/** What the states of this request are bound to. */
export function bindTo({ method, target, request, ctx }: Passage, { sealer, audience, principal }: BinderParts): Bound {
  const args = request.params?.arguments;
  return sealer.bind({ use: 'guard', audience, method, target, args, principal: principal(ctx) });
}

/** What an await-style run leaves for its next round; the guard carries it and does not look inside. */
export type Journal = Readonly<Record<string, unknown>>;

/** All rounds of one call, as one round sees them. */
export interface Flow {
  /** 128 random bits; the same in every round. */
  readonly id: string;
  /** 1 for the first request of the call. */
  readonly round: number;
  readonly method: Verb;
  readonly target: string;
  readonly policy: ToolPolicy;
  readonly capabilities: ClientCapabilities | undefined;
  /** What the round before asked, by key. */
  readonly asked: Readonly<Record<string, Asked>>;
  /** The answers of this round that may be used; no prototype. */
  readonly answers: Readonly<Record<string, unknown>>;
  /** Accepted answers of earlier rounds, for a plain handler with `carry`. */
  readonly carried: Readonly<Record<string, unknown>>;
  readonly journal: Journal | undefined;
  /** The expiry of the state that this round came with, in milliseconds since 1970. */
  readonly expiresAt: number | undefined;
  readonly marks: Marks;
}

/** A claim that this process holds for the round it runs. */
export interface Held {
  /**
   * False once the store has given the round to somebody else: no effect may start here any more. Rejects when that cannot be
   * known, because the store fails.
   */
  confirm(): Promise<boolean>;
}

/** What a round learns while it runs. */
export interface Marks {
  /** The handler threw; the SDK may have made a result of it. */
  threw: boolean;
  /** The state has no room for an answer that came, so it is asked for again in this very round: what came does not use the round up. */
  reopened: boolean;
  held: Held | undefined;
}

/** What the state holds between two rounds. */
export interface StateBody {
  readonly flow: string;
  /** The round that asked. */
  readonly round: number;
  readonly asked: Readonly<Record<string, Asked>>;
  /** The handler's own `requestState`, exactly as it gave it. */
  readonly own?: string | undefined;
  readonly carried?: Readonly<Record<string, unknown>> | undefined;
  readonly journal?: Journal | undefined;
  /** The `traceparent` of the first round. */
  readonly trace?: string | undefined;
}

/** Where the guard leaves the flow for an await-style handler; a symbol survives every `{ ...ctx.mcpReq }` on the way. */
const FLOW = Symbol('vuelta.flow');

export function withFlow(ctx: ServerContext, flow: Flow, mcpReq: Partial<ServerContext['mcpReq']>): ServerContext {
  return { ...ctx, mcpReq: { ...ctx.mcpReq, ...mcpReq, [FLOW]: flow } as ServerContext['mcpReq'] };
}

export function flowOf(ctx: ServerContext): Flow | undefined {
  return (ctx.mcpReq as { [FLOW]?: Flow })[FLOW];
}

/** Which round it is, for an event. */
export function roundOf({ id, round, method, target }: Flow) {
  return { flow: id, round, method, target };
}

export function newFlowId(): string {
  return globalThis.crypto.randomUUID().replaceAll('-', '');
}

/**
 * What a handler sees as `inputResponses`. An answer in a first request was asked for by nobody, so there the handler sees a
 * first round.
 */
export function visibleAnswers({ answers, carried, round }: Flow, given: boolean): Record<string, unknown> | undefined {
  const visible = Object.assign(Object.create(null), carried, answers) as Record<string, unknown>;
  return Object.keys(visible).length > 0 || (given && round > 1) ? visible : undefined;
}

/**
 * The accepted answers of the flow so far, without those to a key that is asked again: a yes to the first question is not a
 * yes to the second.
 */
export function carry({ answers, carried }: Flow, asking: Readonly<Record<string, Asked>>): Record<string, unknown> {
  const known = Object.entries({ ...carried, ...answers });
  return Object.fromEntries(
    known.filter(
      ([key, answer]) => (answer as { action?: unknown }).action === 'accept' && !Object.hasOwn(asking, key),
    ),
  );
}
