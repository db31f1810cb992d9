import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Flow } from '../flow.js';
import { methodOf, type Ask, type AskKind } from './ask.js';

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

/** Whether a client with these capabilities can be asked. A bare `elicitation: {}` means forms (client/elicitation). */
export function supports(capabilities: ClientCapabilities | undefined, kind: AskKind): boolean {
  const { elicitation, sampling, roots } = capabilities ?? {};
  switch (kind) {
    case 'form':
      return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined);
    case 'url':
      return elicitation?.url !== undefined;
    case 'sampling':
      return sampling !== undefined;
    case 'roots':
      return roots !== undefined;
  }
}

/** Whether the client can be asked this. Sampling with tools needs a capability of its own. */
export function supportsAsk(capabilities: ClientCapabilities | undefined, ask: Ask): boolean {
  if (!supports(capabilities, ask.kind)) return false;
  return !needsTools(ask) || capabilities?.sampling?.tools !== undefined;
}

function needsTools({ kind, params: { tools, toolChoice } }: Ask): boolean {
  return kind === 'sampling' && (tools !== undefined || toolChoice !== undefined);
}

/** What a client would have to declare for these asks, as it declares it. */
export function neededFor(asks: readonly Ask[]): ClientCapabilities {
  const needed: ClientCapabilities = {};
  for (const ask of asks) {
    if (ask.kind === 'roots') needed.roots = {};
    else if (ask.kind === 'sampling')
      needed.sampling = { ...needed.sampling, ...(needsTools(ask) ? { tools: {} } : {}) };
    else needed.elicitation = { ...needed.elicitation, [ask.kind]: {} };
  }
  return needed;
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

/** What a client declares that can be asked these, in words. */
export function declarationOf(asks: readonly Ask[]): string {
  return Object.entries(neededFor(asks))
    .flatMap(([name, members]) => {
      const under = Object.keys(members as object);
      return under.length === 0 ? [name] : under.map((member) => `${name}.${member}`);
    })
    .join(' and ');
}
