import type { ConnectOptions } from '../../client/connect.js';
import { type Revision, REVISIONS } from '../../protocol/revision.js';
import type { Harness } from '../../client/harness-types.js';
import { printable } from '../../shown/line.js';
import type { Target } from '../../client/connection/target.js';
import { requireWayBack } from '../../client/call/way-back.js';
import { ALL, connectOnFirst, type OpenedServer } from './opened-server.js';

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
      await using harness = await connectOnFirst(server, { capabilities: ALL, ...options }, revisions);
      requireWayBack(harness, printable);
      return await work(harness);
    } finally {
      await server.close?.();
    }
  };
}
