import type { AuthenticatedContext } from './principal.js';
import { principalOf } from './principal.js';
import { StateRejection } from './rejection.js';
import { Sealer, type SealOptions } from './sealer.js';

/** Options of {@link createStateCodec}: how states are sealed, and whose they are. */
export interface StateCodecOptions extends SealOptions {
  /** The server, the same text on all of its replicas. A state of another audience is refused. */
  readonly audience: string;
  /** Who asks. Default: the verified issuer and subject, else the client id. */
  readonly principal?: ((ctx: StateContext) => string | undefined) | undefined;
}

/** The part of the SDK's `ServerContext` that a state is bound to. */
export interface StateContext extends AuthenticatedContext {
  readonly mcpReq: { readonly method: string };
}

/** The request that a state belongs to, where the caller knows it. */
export interface StateTarget {
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly target?: string;
  readonly args?: unknown;
}

/** Seals and opens states of one shape. */
export interface StateCodec<T> {
  /** @throws VueltaError `state_too_large`. */
  seal(value: T, ctx: StateContext, target?: StateTarget): Promise<string>;
  /** @throws StateRejection, always with the same message. */
  open(state: string, ctx: StateContext, target?: StateTarget): Promise<T>;
  /** {@link open} with the signature of the SDK's `requestState.verify`. */
  readonly verify: (state: string, ctx: StateContext) => Promise<T>;
}

/**
 * The state alone, without the guard: for a server that keeps the SDK's own hooks.
 *
 * A state opens only for the audience, method and principal it was sealed for, and for the target and arguments where `seal`
 * and `open` are both given them. The SDK's `verify` hook does not see name and arguments, so a state that is opened there can
 * be moved between tools; the guard closes that.
 *
 * Rests on: basic/patterns/mrtr, server requirements on `requestState`.
 *
 * @throws TypeError or RangeError for malformed options.
 *
 * @example
 * ```ts
 * const state = createStateCodec<{ step: number }>({ keys: process.env.VUELTA_KEYS, audience: 'turmas' });
 * const server = new McpServer(info, { requestState: { verify: state.verify } });
 * // in a handler:
 * return inputRequired({ requestState: await state.seal({ step: 1 }, ctx), inputRequests });
 * ```
 */
export function createStateCodec<T>(options: StateCodecOptions): StateCodec<T> {
  if (typeof options.audience !== 'string' || options.audience === '') {
    throw new TypeError('audience: expected the name of the server, the same on all of its replicas');
  }
  const sealer = new Sealer(options);
  const principal = options.principal ?? principalOf;
  const { audience } = options;
  const bind = (ctx: StateContext, { target = '', args }: StateTarget = {}) => {
    const { method } = ctx.mcpReq;
    return sealer.bind({ use: 'codec', audience, method, target, args, principal: principal(ctx) });
  };
  const open = async (state: string, ctx: StateContext, target?: StateTarget): Promise<T> => {
    const opened = await sealer.open<T>(state, bind(ctx, target));
    if (!opened.ok) throw new StateRejection(opened.reason);
    return opened.body;
  };
  return {
    seal: async (value, ctx, target) => sealer.seal(value, bind(ctx, target)),
    open,
    verify: (state, ctx) => open(state, ctx),
  };
}
