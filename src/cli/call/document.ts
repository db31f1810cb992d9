import type { Revision } from '../../protocol/revision.js';
import type { ServerIdentity } from '../../client/index.js';
import type { NamedCall } from '../call-words.js';
import type { Ending } from './ending.js';
import type { RoundDocument } from './log.js';

/** What `vuelta call --json` prints. `docs/reference/call.md` describes it. */
export interface CallDocument {
  /** The target as it was named, without query, user name and arguments. */
  readonly target: string;
  readonly call: { readonly tool: string } | { readonly prompt: string } | { readonly resource: string };
  /** `null` when there was no connection. */
  readonly server: ServerIdentity | null;
  readonly revision: Revision;
  /** The rounds that asked. */
  readonly rounds: readonly RoundDocument[];
  readonly ending: Ending;
  /** What happened without the person: an address that was refused, an answer that matched nothing. */
  readonly notices: readonly string[];
  readonly exit: number;
}

/** The call without its arguments. */
export function nameOf(call: NamedCall): CallDocument['call'] {
  if ('tool' in call) return { tool: call.tool };
  return 'prompt' in call ? { prompt: call.prompt } : { resource: call.resource };
}
