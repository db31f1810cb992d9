import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ServerContext,
} from '@modelcontextprotocol/server';
import type { Ask, AskKind } from './ask.js';
import { isRecord } from './answers.js';

/** Answers "what can the client do" for a request of either era. */
export type CapabilityView = (ctx: ServerContext) => ClientCapabilities | undefined;

/**
 * On 2026-07-28 a request carries its client's capabilities; before, the connection does.
 */
export function capabilityView(connection: () => ClientCapabilities | undefined): CapabilityView {
  return (ctx) => {
    const { envelope } = ctx.mcpReq;
    return envelope === undefined
      ? connection()
      : (envelope as { [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities })[CLIENT_CAPABILITIES_META_KEY];
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
  const needsTools =
    ask.kind === 'sampling' && (isRecord(ask.params['toolChoice']) || Array.isArray(ask.params['tools']));
  return !needsTools || capabilities?.sampling?.tools !== undefined;
}
