import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { requireWayBack } from '../../client/call/way-back.js';
import { connect, type ConnectOptions } from '../../client/connect.js';
import type { ServerFactory } from '../../client/connection/connection.js';
import type { CommandTarget, Target } from '../../client/connection/target.js';
import type { Harness } from '../../client/harness-types.js';
import { VueltaError } from '../../errors.js';
import { isObject } from '../../json.js';
import { type Revision, REVISIONS, saysNothing } from '../../protocol/revision.js';
import { printable } from '../../shown/line.js';

/** A server to check, opened for one check and used by nobody else meanwhile. */
export interface OpenedServer {
  readonly target: Target;
  /** How to reach it, where that takes more than the target: headers, an own fetch, the verified token in this process. */
  readonly connect?: Pick<ConnectOptions, 'headers' | 'fetch' | 'authInfo' | 'stderr'>;
  /** Moves the server's clock forward and says so; absent where nothing can. */
  readonly advance?: (ms: number) => void;
  close?(): void | Promise<void>;
}

/** What a client of a case declares: that a person can be asked. */
export const USUAL: ClientCapabilities = { elicitation: { form: {}, url: {} } };

/** Everything that can be asked for. A server may take another way when it sees all of this, so it is declared only on demand. */
export const ALL: ClientCapabilities = { ...USUAL, sampling: { tools: {} }, roots: {} };

export const isFactory = (target: Target): target is ServerFactory => typeof target === 'function';

/** Whether a target is a command. Each connection to it is a child of its own, with a world of its own. */
export const isCommand = (target: Target): target is CommandTarget =>
  typeof target === 'object' && !(target instanceof URL);

export const isAddress = (target: Target): target is URL | string =>
  typeof target === 'string' || target instanceof URL;

/**
 * Whether a server that could not be reached on 2026-07-28 may be one of the revision before. One that breaks there is not: to hold
 * it to the older revision alone would hide that.
 */
function mayBeOlder(error: unknown): boolean {
  if (!(error instanceof VueltaError) || error.code !== 'connect_failed') return false;
  const { cause } = error;
  const data = cause instanceof Error && 'data' in cause ? cause.data : undefined;
  return !(isObject(data) && saysNothing(data['status']));
}

/**
 * Connects on the first of the revisions that the server speaks: 2026-07-28, or 2025-11-25 where that is all. Throws the first
 * refusal when there is none.
 */
export async function connectOnFirst(
  { target, connect: given }: OpenedServer,
  options: ConnectOptions,
  revisions: readonly Revision[] = REVISIONS,
): Promise<Harness> {
  let refused: unknown;
  for (const revision of revisions) {
    try {
      return await connect(target, { revision, ...options, ...given });
    } catch (error) {
      if (!mayBeOlder(error)) throw refused ?? error;
      refused ??= error;
    }
  }
  throw refused;
}

/** Opens a server that nobody has used, each time. */
export interface Opener {
  readonly open: () => OpenedServer | Promise<OpenedServer>;
}

const isHarness = (source: Harness | Target | Opener): source is Harness =>
  typeof source === 'object' && 'listTools' in source;

const isOpener = (source: Target | Opener): source is Opener => typeof source === 'object' && 'open' in source;

/** Lends a connection for some work, and ends what it opened for that. */
export type Lend = <T>(work: (harness: Harness) => Promise<T>, revisions?: readonly Revision[]) => Promise<T>;

/** A harness is lent to all; of anything else each work gets a connection of its own. */
export function lender(source: Harness | Target | Opener, options: ConnectOptions): Lend {
  if (isHarness(source)) return (work) => work(source);
  const open = isOpener(source) ? source.open : (): OpenedServer => ({ target: source });
  return async (work, revisions = REVISIONS) => {
    const server = await open();
    try {
      const harness = await connectOnFirst(server, { capabilities: ALL, ...options }, revisions);
      try {
        requireWayBack(harness, printable);
        return await work(harness);
      } finally {
        await harness.close();
      }
    } finally {
      await server.close?.();
    }
  };
}
