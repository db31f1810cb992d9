import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { missingOf, neededFor } from '../../protocol/capability.js';
import { methodOf } from '../../protocol/kinds.js';
import type { Flow } from '../flow.js';
import type { Ask } from './ask.js';

/** Answers "what can the client do" for a request of either revision. */
export type CapabilityView = (ctx: ServerContext) => ClientCapabilities | undefined;

interface Declaration {
  readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities | undefined;
}

/**
 * On 2026-07-28 a request carries its client's capabilities; before, the connection does.
 */
export function capabilityView(connection: () => ClientCapabilities | undefined): CapabilityView {
  return (ctx) => {
    const envelope: Declaration = ctx.mcpReq.envelope ?? {};
    return envelope[CLIENT_CAPABILITIES_META_KEY] ?? connection();
  };
}

/** The SDK's own words for a client that cannot be asked: hosts and tests know them. */
export function cannotAsk([first]: readonly Ask[], why: string): string {
  const { key, method } =
    first === undefined ? { key: '', method: '' } : { key: first.key, method: methodOf(first.kind) };
  return `Cannot request input '${key}' (${method}): ${why}.`;
}

/** What can be done about it: the person takes a client that can be asked, or the author gives other clients a fallback. */
export function whatHelps({ method, target }: Flow, unable: readonly Ask[]): string {
  const way = method === 'tools/call' ? 'a `fallback`' : '`ask.supports(…)`';
  return (
    `Nothing was asked. "${target}" needs a client that declares ${declarationOf(unable)}; its author can say with ${way} what other clients get: ` +
    'docs/guides/fallback.md of vuelta.'
  );
}

export const declarationOf = (asks: readonly Ask[]): string => missingOf(neededFor(asks)).join(' and ');
