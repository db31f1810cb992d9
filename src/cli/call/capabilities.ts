import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { AskKind } from '../../protocol/ask.js';
import { isObject } from '../../json.js';

/** What `--caps` declares. */
export function declare(kinds: readonly AskKind[]): ClientCapabilities {
  const modes = kinds.filter((kind) => kind === 'form' || kind === 'url');
  return {
    ...(modes.length > 0 && { elicitation: Object.fromEntries(modes.map((mode) => [mode, {}])) }),
    ...(kinds.includes('sampling') && { sampling: {} }),
    ...(kinds.includes('roots') && { roots: {} }),
  };
}

export function withoutElicitation(capabilities: ClientCapabilities): ClientCapabilities {
  const { elicitation, ...rest } = capabilities;
  return elicitation === undefined ? capabilities : rest;
}

/** Capabilities as words. A bare `elicitation: {}` means forms (MCP 2026-07-28, client/elicitation, capabilities). */
function wordsOf(capabilities: ClientCapabilities): string[] {
  return Object.entries(capabilities).flatMap(([name, value]) => {
    const parts = isObject(value) ? Object.keys(value) : [];
    const bare = name === 'elicitation' ? ['form'] : [''];
    return (parts.length === 0 ? bare : parts).map((part) => (part === '' ? name : `${name}.${part}`));
  });
}

/** What a server requires and the client did not declare, for example `elicitation.form`. */
export function missingOf(required: ClientCapabilities | undefined, declared: ClientCapabilities): string[] {
  const there = new Set(wordsOf(declared));
  return wordsOf(required ?? {}).filter((word) => !there.has(word));
}
