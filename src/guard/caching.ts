import { isObject } from '../json.js';
import type { Result, ServerContext } from '@modelcontextprotocol/server';
import type { Passage } from './flow.js';

interface Hinted extends Result {
  readonly ttlMs?: unknown;
  readonly cacheScope?: unknown;
}

/**
 * The result of a request that came with a state or with answers depends on more than the key of any cache: a shared one would give
 * everybody what one person released. So it is private and stale at once, whatever hint the handler or the registration gives.
 *
 * Rests on: server/utilities/caching, cache key (results of requests that carry `inputResponses` or `requestState` must not be cached).
 */
export function notToBeKept({ method, ctx }: Passage, result: Result): Result {
  if (!cameWithMore(ctx) || !isObject(result)) return result;
  // The SDK fills in a hint where the revision has them; earlier ones have none.
  const isFilled = method === 'resources/read' && ctx.mcpReq.envelope !== undefined;
  return isFilled || isHinted(result) ? { ...result, ttlMs: 0, cacheScope: 'private' } : result;
}

/** An interim result is not cacheable and carries no hint. */
export function withoutHint<R extends Result>(result: R): R {
  if (!isHinted(result)) return result;
  const { ttlMs: _ttl, cacheScope: _scope, ...rest } = result as Hinted;
  return rest as R;
}

function cameWithMore({ mcpReq }: ServerContext): boolean {
  return mcpReq.inputResponses !== undefined || mcpReq.requestState() !== undefined;
}

function isHinted({ ttlMs, cacheScope }: Hinted): boolean {
  return ttlMs !== undefined || cacheScope !== undefined;
}
