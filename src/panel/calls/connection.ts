import { connect, type ConnectOptions, type Harness } from '../../client/index.js';
import type { OpenedServer } from '../../contract/case/opened-server.js';
import { capabilitiesOf } from '../../protocol/capability.js';
import { ASK_KINDS } from '../../protocol/kinds.js';
import type { PanelSettings } from '../view.js';

/** How the panel reaches a server, besides its place. */
export type Reach = Pick<ConnectOptions, 'headers' | 'roundTimeoutMs'>;

/** A server of hundreds of tools with long schemas lists them in one message, larger than what a call may answer with. */
const LIST_BYTES = 64 * 1024 * 1024;

export function connectPlace(
  { target, connect: own = {} }: OpenedServer,
  { headers, ...reach }: Reach,
  { revision, capabilities }: PanelSettings,
): Promise<Harness> {
  const both = headers === undefined ? {} : { headers: { ...own.headers, ...headers } };
  const room = typeof target === 'function' ? {} : { maxMessageBytes: LIST_BYTES };
  const declared = capabilitiesOf(ASK_KINDS.filter((kind) => capabilities[kind]));
  return connect(target, { ...room, ...own, ...reach, ...both, revision, capabilities: declared });
}

/** A harness that is closed when nobody needs it any more. */
export class Connection {
  readonly harness: Harness;
  readonly settings: PanelSettings;
  #users = 1;

  constructor(harness: Harness, settings: PanelSettings) {
    this.harness = harness;
    this.settings = settings;
  }

  /** Whether somebody besides its owner uses it. */
  get busy(): boolean {
    return this.#users > 1;
  }

  hold(): this {
    this.#users += 1;
    return this;
  }

  async release(): Promise<void> {
    this.#users -= 1;
    if (this.#users === 0) await this.harness.close().catch(() => {});
  }
}
