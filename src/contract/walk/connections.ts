import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { connect, type ConnectOptions } from '../../client/connect.js';
import type { Harness } from '../../client/harness-types.js';
import { MODERN, type Revision } from '../../protocol/revision.js';
import { type ContractCase, nameOf, requestOf } from '../case/case.js';
import { argsOf, type ContractConfig } from '../case/config.js';
import { isAddress, isCommand, isFactory, type OpenedServer, USUAL } from '../case/opened-server.js';
import { AnswerSource } from './answers.js';
import type { Conversation, User } from './conversation.js';
import { NotTestable } from '../evidence/finding.js';
import type { FirstResponse, HangingDetector } from './hanging.js';
import { KnownAsks } from './known-asks.js';
import { LegacyConversation } from './legacy.js';
import { ModernConversation } from './modern.js';
import type { Servers } from './servers.js';
import { type Redactor } from '../evidence/redactor.js';
import { Transcript } from '../evidence/transcript.js';

export interface SharedCase {
  readonly case: ContractCase;
  readonly config: ContractConfig;
  /** The revision that the server is held to. */
  readonly revision: Revision;
  readonly servers: Servers;
  readonly redactor: Redactor;
  readonly known: KnownAsks;
  readonly hanging: HangingDetector;
}

export interface CaseConnectOptions extends ConnectOptions {
  readonly server?: OpenedServer;
  readonly as?: User;
}

/** One server that nobody else uses, and the connections of a case to it. All that is said is kept as evidence. */
export class Connections {
  readonly case: ContractCase;
  readonly config: ContractConfig;
  readonly revision: Revision;
  readonly transcript: Transcript;
  readonly #shared: SharedCase;
  readonly #firsts: FirstResponse[] = [];
  readonly #harnesses: Harness[] = [];
  /** Connections on their way: a child has started for each, and must be ended too. */
  readonly #connecting = new Set<Promise<Harness>>();
  readonly #conversations = new Map<User, Promise<Conversation>>();
  readonly #prepared = new WeakMap<OpenedServer, Promise<void>>();
  readonly #declares: () => Promise<ClientCapabilities>;
  #declared: ClientCapabilities = USUAL;
  #server: Promise<OpenedServer> | undefined;
  #number: number;

  /** @param declares what the client of the case has to declare, so that it is asked. */
  constructor(shared: SharedCase, declares: () => Promise<ClientCapabilities>) {
    this.case = shared.case;
    this.config = shared.config;
    this.revision = shared.revision;
    this.transcript = new Transcript(shared.redactor);
    this.#shared = shared;
    this.#declares = declares;
    this.#number = shared.servers.fresh();
    shared.servers.add(this);
  }

  server(): Promise<OpenedServer> {
    this.#server ??= this.#shared.servers.open();
    return this.#server;
  }

  get args(): ReturnType<typeof argsOf> {
    try {
      return argsOf(this.case, this.#number);
    } catch (error) {
      throw failedPart('args', error);
    }
  }

  /** The case as its own user, or as the other one when it has two tokens. */
  talk(as: User = 'own'): Promise<Conversation> {
    const known = this.#conversations.get(as);
    if (known !== undefined) return known;
    const opening = this.connect({ as }).then((harness) => this.conversation(harness, { as }));
    this.#conversations.set(as, opening);
    return opening;
  }

  /** Another connection, with the identity of the case. It is closed with these; a server that is given is not. */
  async connect({ server: given, as = 'own', ...options }: CaseConnectOptions = {}): Promise<Harness> {
    const server = given ?? (await this.server());
    const { before } = this.case;
    if (before === undefined) return this.#open(server, options, as);
    if (isCommand(server.target)) {
      const harness = await this.#open(server, options, as);
      await this.#begin(harness, before);
      return harness;
    }
    const preparing =
      this.#prepared.get(server) ?? this.#open(server, {}, 'own').then((own) => this.#begin(own, before));
    this.#prepared.set(server, preparing);
    await preparing;
    return this.#open(server, options, as);
  }

  async #begin(harness: Harness, before: NonNullable<ContractCase['before']>): Promise<void> {
    try {
      await before(harness, this.args ?? {});
    } catch (error) {
      throw failedPart('before', error);
    }
  }

  async #open(server: OpenedServer, options: ConnectOptions, as: User): Promise<Harness> {
    const { roundTimeoutMs = 10_000 } = this.config;
    this.#declared = await this.#declares();
    const started = performance.now();
    const connecting = connect(server.target, {
      revision: this.revision,
      capabilities: this.#declared,
      roundTimeoutMs,
      // The log of a child is not the report's.
      ...(isCommand(server.target) && { stderr: 'ignore' as const }),
      ...server.connect,
      ...this.identity(server, as),
      ...options,
    }).then((harness) => {
      this.#harnesses.push(harness);
      return harness;
    });
    this.#connecting.add(connecting);
    try {
      return await connecting;
    } catch (error) {
      const isUsual = options.revision === undefined || options.revision === this.revision;
      if (isUsual && performance.now() - started >= roundTimeoutMs) this.#firsts.push('no connection');
      throw error;
    } finally {
      this.#connecting.delete(connecting);
    }
  }

  /**
   * The case, over this connection and on its revision. `elsewhere` is another way to the server, where another key is another
   * question, unless keys vary anyway.
   */
  conversation(
    harness: Harness,
    { as = 'own', elsewhere = false }: { as?: User; elsewhere?: boolean } = {},
  ): Conversation {
    const { redactor, known } = this.#shared;
    const parts = {
      harness,
      request: requestOf(this.case, this.args),
      answers: new AnswerSource(this.case.answers, nameOf(this.case), redactor),
      transcript: this.transcript,
      known: elsewhere && !known.varies ? new KnownAsks() : known,
      firsts: this.#firsts,
      as: this.case.tokens && as,
      declared: this.#declared === USUAL ? undefined : this.#declared,
    };
    return harness.revision === MODERN ? new ModernConversation(parts) : new LegacyConversation(parts);
  }

  /** Leaves the server as it is and goes on with one that nobody has used. */
  async renew(): Promise<void> {
    await this.#close();
    this.#number = this.#shared.servers.fresh();
  }

  async end(): Promise<void> {
    this.#shared.hanging.note(this.#firsts);
    try {
      await this.#close();
    } finally {
      this.#shared.servers.delete(this);
    }
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#connecting);
    await Promise.allSettled(this.#harnesses.splice(0).map((harness) => harness.close()));
    this.#conversations.clear();
    const server = this.#server;
    this.#server = undefined;
    await (await server)?.close?.();
  }

  /** How a user of the case is told apart at this server. */
  identity({ target, connect: given }: OpenedServer, as: User = 'own'): ConnectOptions {
    const token = this.case.tokens?.[as];
    if (isAddress(target)) {
      const headers = { ...this.config.headers, ...given?.headers };
      return { headers: token === undefined ? headers : withToken(headers, token) };
    }
    if (token === undefined || !isFactory(target)) return {};
    return { authInfo: { token, clientId: `contract-${as}`, scopes: [], extra: { sub: token } } };
  }
}

/** Headers with the token of a user in the place of any other, however that one's name is written. */
export function withToken(headers: Readonly<Record<string, string>>, token: string): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...Object.fromEntries(others), Authorization: `Bearer ${token}` };
}

const failedPart = (name: string, error: unknown): NotTestable =>
  new NotTestable(`'${name}' of the case failed: ${error instanceof Error ? error.message : 'it threw no error'}`);
