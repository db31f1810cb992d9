import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { MISSING_CAPABILITY } from '../../protocol/reply.js';
import { NotTestable } from '../check.js';
import type { Heard } from '../walk/response.js';

/** What a client of a case declares: that a person can be asked. */
export const USUAL: ClientCapabilities = { elicitation: { form: {}, url: {} } };

/** Everything that can be asked for. A server may take another way when it sees all of this, so it is declared only on demand. */
export const ALL: ClientCapabilities = { ...USUAL, sampling: { tools: {} }, roots: {} };

const lastHeard = (error: unknown): Heard | undefined =>
  error instanceof NotTestable ? error.heard.at(-1) : undefined;

/** Whether a happy path that did not run may do so for a client that declares more. */
export function mayNeedMore(error: unknown): boolean {
  const kind = lastHeard(error)?.kind;
  return kind === 'error' || kind === 'result';
}

/** Of the reasons why a happy path ran for neither declaration, the one that says more. */
export function tellingOf(usual: unknown, all: unknown): unknown {
  const heard = lastHeard(usual);
  const isMissing = heard?.kind === 'error' && heard.code === MISSING_CAPABILITY;
  return isMissing || !mayNeedMore(all) ? all : usual;
}
