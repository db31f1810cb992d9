import type { Result, ServerContext } from '@modelcontextprotocol/server';
import type { Bound } from '../state/bind.js';
import type { Sealer } from '../state/sealer.js';
import { targetName, type Verb } from './policy.js';

/** The part of a request that the guard reads. */
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
