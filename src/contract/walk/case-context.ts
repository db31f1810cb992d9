import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Revision } from '../../protocol/revision.js';
import type { ContractCase } from '../case/case.js';
import type { ContractConfig } from '../case/config.js';
import { ALL, USUAL } from '../case/opened-server.js';
import { Connections, type SharedCase } from './connections.js';
import { HangingDetector } from './hanging.js';
import { KnownAsks } from './known-asks.js';
import { learn, mayNeedMore, tellingOf } from './learn.js';
import type { Learned } from './learned.js';
import type { Servers } from './servers.js';
import { Redactor } from '../evidence/redactor.js';

/** A case of a run, which is learned once for all its checks. */
export class CaseContext implements SharedCase {
  readonly case: ContractCase;
  readonly config: ContractConfig;
  readonly revision: Revision;
  readonly servers: Servers;
  readonly redactor = new Redactor();
  readonly known = new KnownAsks();
  readonly hanging = new HangingDetector();
  #learned: Promise<Learned> | undefined;

  constructor(parts: Pick<SharedCase, 'case' | 'config' | 'revision' | 'servers'>) {
    this.case = parts.case;
    this.config = parts.config;
    this.revision = parts.revision;
    this.servers = parts.servers;
  }

  /** How the case runs when nothing is wrong. Throws `NotTestable` when it does not run. */
  learned(): Promise<Learned> {
    this.#learned ??= this.#learn();
    return this.#learned;
  }

  /** What a client of the case declares, so that it is asked. */
  declared(): Promise<ClientCapabilities> {
    return this.learned().then(
      ({ declared }) => declared,
      () => USUAL,
    );
  }

  async #learn(): Promise<Learned> {
    try {
      return await this.#learnDeclaring(USUAL);
    } catch (error) {
      if (!mayNeedMore(error)) throw error;
      return this.#learnDeclaring(ALL).catch((other: unknown) => {
        throw tellingOf(error, other);
      });
    }
  }

  async #learnDeclaring(declared: ClientCapabilities): Promise<Learned> {
    const connections = new Connections(this, async () => declared);
    const open = async () => {
      await connections.renew();
      return connections.talk();
    };
    try {
      return await learn({ open, declared, known: this.known });
    } finally {
      await connections.end();
    }
  }
}
