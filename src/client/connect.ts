import {
  Client,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type ClientCapabilities,
  type Implementation,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import { VueltaError } from '../errors.js';
import { timerMs } from './abort.js';
import { requireLimits } from './limits.js';
import { REVISIONS, type Revision, MODERN, saysNothing } from '../protocol/revision.js';
import type { Harness, ServerIdentity } from './harness-types.js';
import { ConnectedHarness } from './call/harness.js';
import { copyJson } from '../json.js';
import type { Connection, TargetOptions, Refusal } from './connection/connection.js';
import { Requester } from './connection/requester.js';
import { SERVE_BOTH } from './call/way-back.js';
import { ObservedTransport } from './connection/observed-transport.js';
import { openTarget, type Target } from './connection/target.js';
import { Requests } from './connection/requests.js';

/** How to connect, and the limits of the calls that follow. */
export interface ConnectOptions extends Partial<TargetOptions> {
  /** `2026-07-28` by default. There is no fallback: a server that does not speak it is an error. */
  readonly revision?: Revision;
  /** What the client declares; forms and URLs by default. `{}` declares nothing. */
  readonly capabilities?: ClientCapabilities;
  readonly clientInfo?: Implementation;
  /** Milliseconds that a response may take: the server's time, never the person's. 60 000 by default; `Infinity` for no limit. */
  readonly roundTimeoutMs?: number;
  /** Milliseconds that an answer function may take. No limit by default. */
  readonly personTimeoutMs?: number;
  /** Requests that one call may take. 10 by default. */
  readonly maxRounds?: number;
}

const DEFAULT_CAPABILITIES: ClientCapabilities = { elicitation: { form: {}, url: {} } };
const DEFAULT_CLIENT: Implementation = { name: 'vuelta', version: '0' };

/** How long the end of an HTTP session may take before it is left to the server. */
const FAREWELL_MS = 2_000;

async function join(
  client: Client,
  transport: ObservedTransport,
  connection: Connection,
  revision: Revision,
  timeoutMs: number,
): Promise<void> {
  try {
    await Promise.race([client.connect(transport, { timeout: timerMs(timeoutMs) }), transport.refused]);
  } catch (error) {
    await transport.close().catch(() => {});
    await connection.release();
    const fault = connection.fault?.();
    const cause = fault ?? error;
    const refusal = revision === MODERN && fault === undefined ? connection.refusal?.() : undefined;
    throw new VueltaError(
      'connect_failed',
      `Could not connect to ${connection.label} on ${revision}${whyNot(cause, refusal)}`,
      { cause },
    );
  }
}

/** `refusal` is what a server that is there said to the greeting of 2026-07-28. */
function whyNot(cause: unknown, refusal: Refusal | undefined): string {
  if (cause instanceof VueltaError) return `: ${cause.message}`;
  if (refusal === undefined) {
    return '. Is it running, does it speak this revision, and does it print nothing but the protocol to stdout?';
  }
  const { status, code } = refusal;
  const answered = `: it answered server/discover with HTTP ${status} and error ${code}`;
  if (saysNothing(status)) return `${answered}.`;
  return (
    `${answered}, so it does not serve this revision. A transport that is made for each request, as the READMEs of some ` +
    `adapters show, serves older revisions only. ${SERVE_BOTH}`
  );
}

async function sayGoodbye(connection: Connection): Promise<void> {
  if (connection.transport.sessionId === undefined || !('terminateSession' in connection.transport)) return;
  const { terminateSession } = connection.transport as { terminateSession: () => Promise<void> };
  let timer: NodeJS.Timeout | undefined;
  const patience = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, FAREWELL_MS);
  });
  await Promise.race([terminateSession.call(connection.transport).catch(() => {}), patience]);
  clearTimeout(timer);
}

async function end(client: Client, requests: Requests, connection: Connection): Promise<void> {
  requests.close(new VueltaError('connection_lost', 'The harness was closed.'));
  await sayGoodbye(connection);
  await client.close();
  await connection.release();
}

function identify(client: Client): ServerIdentity {
  const { name, title, version } = client.getServerVersion() ?? { name: 'unnamed', version: '' };
  return { name, version, ...(title !== undefined && { title }) };
}

/**
 * Connects to a server and returns the harness that drives it (MCP 2026-07-28 and 2025-11-25).
 *
 * @param target a server factory (served in this process), an http(s) URL, or `{ command, args }` for stdio.
 * @throws TypeError or RangeError for wrong arguments, also for an option that has no effect on the target.
 * @throws VueltaError `connect_failed` when the server cannot be reached or does not speak the revision; its cause says why.
 * @example
 * ```ts
 * await using harness = await connect(createServer);
 * const outcome = await harness.call('book', { id: 'a' }, { answers: { confirm: accept({ confirm: true }) } });
 * ```
 */
export async function connect(target: Target, options: ConnectOptions = {}): Promise<Harness> {
  const { revision = MODERN, roundTimeoutMs = 60_000, personTimeoutMs = Infinity, maxRounds = 10 } = options;
  if (!REVISIONS.includes(revision)) throw new RangeError(`revision must be one of ${REVISIONS.join(', ')}.`);
  requireLimits(options);
  const capabilities = copyJson(options.capabilities ?? DEFAULT_CAPABILITIES);
  const clientInfo = options.clientInfo ?? DEFAULT_CLIENT;
  const envelope =
    revision === MODERN
      ? {
          [PROTOCOL_VERSION_META_KEY]: MODERN,
          [CLIENT_INFO_META_KEY]: clientInfo,
          [CLIENT_CAPABILITIES_META_KEY]: capabilities,
        }
      : undefined;

  const connection = await openTarget(target, { ...options, revision });
  const transport = new ObservedTransport(connection);
  const client = new Client(clientInfo, {
    capabilities,
    versionNegotiation: { mode: revision === MODERN ? { pin: MODERN } : 'legacy' },
  });
  await join(client, transport, connection, revision, roundTimeoutMs);
  const requests = new Requests(connection, transport, revision, envelope);
  transport.attach(requests);

  const server = identify(client);
  const { http } = connection;
  return new ConnectedHarness({
    requester: new Requester({ requests, revision, http, server, capabilities, envelope, roundTimeoutMs }),
    server,
    capabilities: client.getServerCapabilities() ?? {},
    limits: { roundTimeoutMs, personTimeoutMs, maxRounds },
    end: () => end(client, requests, connection),
  });
}
