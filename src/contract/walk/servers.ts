import type { Target } from '../../client/connection/target.js';
import { VueltaError } from '../../errors.js';
import type { ContractConfig } from '../case/config.js';
import type { OpenedServer } from '../case/opened-server.js';

interface Endable {
  end(): Promise<void>;
}

export class Servers {
  readonly #config: ContractConfig;
  readonly #users = new Set<Endable>();
  #number = 0;
  #stopping: Promise<void> | undefined;

  constructor(config: ContractConfig) {
    this.#config = config;
  }

  /** Opens a server that nobody has used, or puts the world of the only one back. */
  async open(): Promise<OpenedServer> {
    if (this.#stopping !== undefined) throw new VueltaError('client_aborted', 'The run was stopped.');
    const { open, target, reset } = this.#config;
    await part('reset', () => reset?.());
    return open === undefined ? { target: target as Target } : part('open', open);
  }

  /** A number that was not used before in this run. */
  fresh(): number {
    return (this.#number += 1);
  }

  /** Who uses servers is ended when the run is stopped. */
  add(user: Endable): void {
    this.#users.add(user);
  }

  delete(user: Endable): void {
    this.#users.delete(user);
  }

  /** Ends every server that is open, and opens none any more: what still runs fails. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    while (this.#users.size > 0) await Promise.allSettled([...this.#users].map((user) => user.end()));
  }
}

/** Runs a function of the configuration; a server that it could not give is one that cannot be reached. */
async function part<T>(name: 'open' | 'reset', work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VueltaError) throw error;
    const why = error instanceof Error ? error.message : 'it threw no error';
    throw new VueltaError('connect_failed', `'${name}' of the configuration failed: ${why}`, { cause: error });
  }
}
