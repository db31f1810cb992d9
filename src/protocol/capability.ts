import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Ask } from './ask.js';

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
