import { connect, type ConnectOptions } from '../../client/connect.js';
import { type Revision, REVISIONS } from '../../protocol/revision.js';
import type { Harness } from '../../client/harness-types.js';
import { printable } from '../../shown/line.js';
import type { Target } from '../../client/connection/target.js';
import { requireWayBack } from '../../client/call/way-back.js';
import { mayBeOlder } from './opened-server.js';
import { type Place, ALL } from './opened-server.js';

/** Opens a server that nobody has used, each time. */
export interface Opener {
  readonly open: () => Place | Promise<Place>;
}

const isHarness = (source: Harness | Target | Opener): source is Harness =>
  typeof source === 'object' && 'listTools' in source;

const isOpener = (source: Target | Opener): source is Opener => typeof source === 'object' && 'open' in source;

/** Connects on 2026-07-28, or on 2025-11-25 where that is all that the server speaks. */
async function reach(target: Target, revisions: readonly Revision[], options: ConnectOptions): Promise<Harness> {
  let refused: unknown;
  for (const revision of revisions) {
    try {
      return await connect(target, { revision, capabilities: ALL, ...options });
    } catch (error) {
      if (!mayBeOlder(error)) throw refused ?? error;
      refused ??= error;
    }
  }
  throw refused;
}

/** Lends a connection for some work, and ends what it opened for that. */
export type Lend = <T>(work: (harness: Harness) => Promise<T>, revisions?: readonly Revision[]) => Promise<T>;

/** A harness is lent to all; of anything else each work gets a connection of its own. */
export function lender(source: Harness | Target | Opener, options: ConnectOptions): Lend {
  if (isHarness(source)) return (work) => work(source);
  const open = isOpener(source) ? source.open : (): Place => ({ target: source });
  return async (work, revisions = REVISIONS) => {
    const place = await open();
    try {
      await using harness = await reach(place.target, revisions, { ...options, ...place.connect });
      requireWayBack(harness, printable);
      return await work(harness);
    } finally {
      await place.close?.();
    }
  };
}
