import type { ClientCapabilities, ServerContext } from '@modelcontextprotocol/server';
import type { Asked } from './ask.js';
import type { ToolPolicy, Verb } from './policy.js';

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
}

/** Where the guard leaves the flow for an await-style handler; a symbol survives every `{ ...ctx.mcpReq }` on the way. */
const FLOW = Symbol('vuelta.flow');

export function withFlow(ctx: ServerContext, flow: Flow, mcpReq: Partial<ServerContext['mcpReq']>): ServerContext {
  return { ...ctx, mcpReq: { ...ctx.mcpReq, ...mcpReq, [FLOW]: flow } as ServerContext['mcpReq'] };
}

export function flowOf(ctx: ServerContext): Flow | undefined {
  return (ctx.mcpReq as { [FLOW]?: Flow })[FLOW];
}

export function newFlowId(): string {
  return globalThis.crypto.randomUUID().replaceAll('-', '');
}
