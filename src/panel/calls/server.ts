import { LEGACY } from '../../protocol/revision.js';
import type { Harness } from '../../client/index.js';
import { reasonsOf } from '../../shown/reasons.js';
import { shown } from '../../shown/terminal.js';
import type { OpenedServer } from '../../contract/case/opened-server.js';
import { Callables, listCallables } from './callables.js';
import { Connection, connectPlace, type Reach } from './connection.js';
import { nameOf } from './question.js';
import { Refusal } from '../serve/refusal.js';
import type { PanelSettings, PanelView } from '../view.js';

/** How long the end of the page waits for a server that is just being connected to. */
const PATIENCE_MS = 2_000;

export interface PanelServerOptions {
  readonly open: () => OpenedServer | Promise<OpenedServer>;
  readonly reach: Reach;
  readonly settings: PanelSettings;
  readonly changed: () => void;
}

const whyOf = (error: unknown): string => shown(reasonsOf(error).join('\n') || 'It failed.');

/** The connection to the one server of the page, as the settings want it. The server's place is opened once and kept. */
export class PanelServer {
  readonly #options: PanelServerOptions;
  #settings: PanelSettings;
  #place: OpenedServer | undefined;
  #current: Connection | undefined;
  #callables = new Callables();
  #fault: string | undefined;
  #status: PanelView['status'] = 'connecting';
  #work: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(options: PanelServerOptions) {
    this.#options = options;
    this.#settings = options.settings;
  }

  get callables(): Callables {
    return this.#callables;
  }

  get harness(): Harness | undefined {
    return this.#status === 'ready' ? this.#current?.harness : undefined;
  }

  view(): Pick<PanelView, 'status' | 'fault' | 'server' | 'settings' | 'callables'> {
    const { harness } = this;
    return {
      status: this.#status,
      ...(this.#fault !== undefined && { fault: this.#fault }),
      ...(harness !== undefined && {
        server: { ...nameOf(harness.server), version: nameOf({ name: harness.server.version }).name },
      }),
      settings: this.#settings,
      callables: harness === undefined ? [] : this.#callables.views,
    };
  }

  /** Connects anew; calls that run keep the connection they have. Never rejects: what fails is shown. */
  connect(settings: PanelSettings = this.#settings): Promise<void> {
    this.#settings = settings;
    this.#set('connecting');
    this.#work = this.#work.then(() => this.#connect(settings));
    return this.#work;
  }

  /** A connection for one call; who takes it releases it. */
  async take(): Promise<Connection> {
    const current = this.#current;
    if (current === undefined || this.#status !== 'ready')
      throw new Refusal(409, 'There is no connection to the server.');
    if (!this.#isLine || !current.busy) return current.hold();
    // On 2025-11-25 nothing but the HTTP response says which call an ask belongs to.
    if (typeof this.#place?.target !== 'function') {
      throw new Refusal(
        409,
        'On 2025-11-25 this connection takes one call at a time. Answer or stop the other one first.',
      );
    }
    const { settings } = current;
    const harness = await connectPlace(this.#place, this.#options.reach, settings).catch((error: unknown) => {
      throw new Refusal(409, whyOf(error));
    });
    return new Connection(harness, settings);
  }

  /** A call found the connection gone. A child is gone for good; over HTTP the next request may work. */
  lost({ harness }: Connection): void {
    const isChild = typeof this.#place?.target === 'object' && !(this.#place.target instanceof URL);
    if (!isChild || harness !== this.#current?.harness || this.#closed) return;
    this.#set('failed', 'The server has ended the connection. Apply the settings to connect again.');
  }

  async close(): Promise<void> {
    this.#closed = true;
    let timer: NodeJS.Timeout | undefined;
    const patience = new Promise((resolve) => {
      timer = setTimeout(resolve, PATIENCE_MS);
    });
    await Promise.race([this.#work, patience]);
    clearTimeout(timer);
    await this.#current?.release();
    await this.#place?.close?.();
  }

  /** Whether all calls of a connection share one line. */
  get #isLine(): boolean {
    const { target } = this.#place ?? {};
    return this.#current?.settings.revision === LEGACY && !(target instanceof URL || typeof target === 'string');
  }

  async #connect(settings: PanelSettings): Promise<void> {
    const before = this.#current;
    this.#current = undefined;
    await before?.release();
    if (this.#closed || settings !== this.#settings) return;
    try {
      this.#place ??= await this.#options.open();
      const harness = await connectPlace(this.#place, this.#options.reach, settings);
      if (this.#closed) {
        await harness.close();
        return;
      }
      this.#current = new Connection(harness, settings);
      const { callables, faults } = await listCallables(harness);
      if (settings !== this.#settings) return;
      this.#callables = callables;
      this.#set('ready', faults.length === 0 ? undefined : faults.map(whyOf).join('\n'));
    } catch (error) {
      if (settings === this.#settings) this.#set('failed', whyOf(error));
    }
  }

  #set(status: PanelView['status'], fault?: string): void {
    this.#status = status;
    this.#fault = fault;
    this.#options.changed();
  }
}
