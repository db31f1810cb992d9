import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { isObject } from '../json.js';
import type { Ask, AskKind } from './ask.js';

/**
 * The capability that an ask needs and that the harness did not declare, as `elicitation.form`; `undefined` when it may be
 * asked. A bare `elicitation: {}` means forms (MCP 2026-07-28, client/elicitation, capabilities).
 */
export function undeclared(ask: Ask, { elicitation, sampling, roots }: ClientCapabilities): string | undefined {
  switch (ask.kind) {
    case 'form':
      return elicitation !== undefined && (elicitation.form !== undefined || elicitation.url === undefined)
        ? undefined
        : 'elicitation.form';
    case 'url':
      return elicitation?.url === undefined ? 'elicitation.url' : undefined;
    case 'roots':
      return roots === undefined ? 'roots' : undefined;
    case 'sampling': {
      const withTools = ask.params['tools'] !== undefined || ask.params['toolChoice'] !== undefined;
      if (sampling === undefined) return 'sampling';
      return withTools && sampling.tools === undefined ? 'sampling.tools' : undefined;
    }
  }
}

/** The capabilities of a client that can be asked these kinds of question. */
export function capabilitiesOf(kinds: readonly AskKind[]): ClientCapabilities {
  const modes = kinds.filter((kind) => kind === 'form' || kind === 'url');
  return {
    ...(modes.length > 0 && { elicitation: Object.fromEntries(modes.map((mode) => [mode, {}])) }),
    ...(kinds.includes('sampling') && { sampling: {} }),
    ...(kinds.includes('roots') && { roots: {} }),
  };
}

/** Capabilities as words, such as `elicitation.form`. A bare `elicitation: {}` means forms, as above. */
function namesOf(capabilities: ClientCapabilities): string[] {
  return Object.entries(capabilities).flatMap(([name, value]) => {
    const modes = isObject(value) ? Object.keys(value) : [];
    if (modes.length === 0) return [name === 'elicitation' ? 'elicitation.form' : name];
    return modes.map((mode) => `${name}.${mode}`);
  });
}

/** What a server requires and the client did not declare, such as `elicitation.form`. */
export function missingOf(required: ClientCapabilities = {}, declared: ClientCapabilities = {}): string[] {
  const there = new Set(namesOf(declared));
  return namesOf(required).filter((name) => !there.has(name));
}
