import { VueltaError } from '../../errors.js';
import type { AskingServer } from '../../protocol/ask.js';

interface Connected {
  readonly canBeAsked: boolean;
  readonly server: AskingServer;
}

/** What to do about an HTTP server that serves only one revision, or the older one without sessions. */
export const SERVE_BOTH =
  'Serve 2026-07-28 with createMcpHandler of the SDK, and older revisions with sessions: docs/guides/http.md shows both at one address.';

/** Why no question reaches a client of 2025-11-25 that has no session over HTTP. */
export const NO_SESSION =
  'on 2025-11-25 over HTTP without a session no answer finds the call that waits, and a transport that is made for each request keeps none';

/**
 * Refuses a server that can ask nobody on this connection, before its answers mislead: it says that the client declared nothing.
 *
 * @throws VueltaError `no_way_to_ask`
 */
export function requireWayBack({ canBeAsked, server }: Connected, shown: (name: string) => string): void {
  if (canBeAsked) return;
  throw new VueltaError('no_way_to_ask', `${shown(server.name)} can ask nobody here: ${NO_SESSION}. ${SERVE_BOTH}`);
}
