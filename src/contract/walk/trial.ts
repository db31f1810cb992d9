import { setTimeout as sleep } from 'node:timers/promises';
import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { ConnectOptions } from '../../client/connect.js';
import { connect } from '../../client/connect.js';
import { type Revision, MODERN } from '../../protocol/revision.js';
import type { Harness } from '../../client/harness-types.js';
import { readText } from '../../client/call/outcome.js';
import { AnswerSource } from './answers.js';
import { type ContractCase, nameOf, requestOf } from '../case/case.js';
import { NotTestable } from './finding.js';
import { argsOf, type ContractConfig, isFactory } from '../case/config.js';
import { Conversation } from './conversation.js';
import type { Redactor, Step } from './steps.js';
import { KnownAsks } from './known-asks.js';
import type { Learned } from './learn.js';
import { LegacyConversation } from './legacy.js';
import type { First } from './hanging.js';
import { type Place, runProbe, withMovableDate, USUAL } from '../case/opened-server.js';
import { readWorld, type World } from './probe.js';

/** A year: no state of a call should live that long. */
const YEAR_MS = 365 * 24 * 3_600_000;

/** Opens a server that nobody has used. */
export type OpenPlace = () => Promise<Place>;

/** A number that no other trial of the run has. */
export type Fresh = () => number;

/** What a check works with: one case, on one server that nobody else uses, with all that is said kept as evidence. */
export class Trial {
  readonly case: ContractCase;
  readonly config: ContractConfig;
  /** The revision that the server is held to. */
  readonly revision: Revision;
  readonly redactor: Redactor;
  readonly known: KnownAsks;
  readonly steps: Step[] = [];
  /** What came of the first requests of the case. */
  readonly firsts: First[] = [];
  readonly #open: OpenPlace;
  readonly #fresh: Fresh;
  readonly #learn: () => Promise<Learned>;
  readonly #declares: () => Promise<ClientCapabilities>;
  readonly #harnesses: Harness[] = [];
  /** Connections on their way: a child has started for each, and must be ended too. */
  readonly #connecting = new Set<Promise<Harness>>();
  readonly #conversations = new Map<string, Promise<Conversation>>();
  readonly #prepared = new WeakMap<Place, Promise<void>>();
  #place: Promise<Place> | undefined;
  #declared: ClientCapabilities = USUAL;
  #number: number;

  constructor(parts: {
    readonly case: ContractCase;
    readonly config: ContractConfig;
    readonly revision: Revision;
    readonly redactor: Redactor;
    readonly known: KnownAsks;
    readonly open: OpenPlace;
    readonly fresh: Fresh;
    readonly learn: () => Promise<Learned>;
    /** What the client of the case has to declare, so that it is asked. */
    readonly declares: () => Promise<ClientCapabilities>;
  }) {
    this.case = parts.case;
    this.config = parts.config;
    this.revision = parts.revision;
    this.redactor = parts.redactor;
    this.known = parts.known;
    this.#open = parts.open;
    this.#fresh = parts.fresh;
    this.#learn = parts.learn;
    this.#declares = parts.declares;
    this.#number = parts.fresh();
  }

  /** How the case runs when nothing is wrong. Throws {@link NotTestable} when it does not run. */
  learned(): Promise<Learned> {
    return this.#learn();
  }

  /** The server of this trial. */
  place(): Promise<Place> {
    this.#place ??= this.#open();
    return this.#place;
  }

  /** The case's arguments in this trial. */
  get args(): ReturnType<typeof argsOf> {
    try {
      return argsOf(this.case, this.#number);
    } catch (error) {
      throw failedPart('args', error);
    }
  }

  /** The client of this trial; `other` is a second user, when the case has two tokens. */
  talk(as: 'own' | 'other' = 'own'): Promise<Conversation> {
    const known = this.#conversations.get(as);
    if (known !== undefined) return known;
    const opening = this.connect({}, as).then((harness) => this.converse(harness, as));
    this.#conversations.set(as, opening);
    return opening;
  }

  /** A connection of its own to the server of this trial. It is closed with the trial. */
  async connect(options: ConnectOptions = {}, as: 'own' | 'other' = 'own'): Promise<Harness> {
    return this.visit(await this.place(), options, as);
  }

  /** A connection to any place, with the identity of the case. It is closed with the trial; the place is not. */
  async visit(place: Place, options: ConnectOptions = {}, as: 'own' | 'other' = 'own'): Promise<Harness> {
    const { before } = this.case;
    if (before === undefined) return this.#reach(place, options, as);
    if (isCommand(place)) {
      const harness = await this.#reach(place, options, as);
      await this.#begin(harness, before);
      return harness;
    }
    const preparing =
      this.#prepared.get(place) ?? this.#reach(place, {}, 'own').then((own) => this.#begin(own, before));
    this.#prepared.set(place, preparing);
    await preparing;
    return this.#reach(place, options, as);
  }

  async #begin(harness: Harness, before: NonNullable<ContractCase['before']>): Promise<void> {
    try {
      await before(harness, this.args ?? {});
    } catch (error) {
      throw failedPart('before', error);
    }
  }

  async #reach(place: Place, options: ConnectOptions, as: 'own' | 'other'): Promise<Harness> {
    const { roundTimeoutMs = 10_000 } = this.config;
    this.#declared = await this.#declares();
    const started = performance.now();
    const connecting = connect(place.target, {
      revision: this.revision,
      capabilities: this.#declared,
      roundTimeoutMs,
      ...place.connect,
      ...this.identity(place, as),
      ...(needsQuiet(place) && { stderr: 'ignore' as const }),
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
      if (isUsual && performance.now() - started >= roundTimeoutMs) this.firsts.push('no connection');
      throw error;
    } finally {
      this.#connecting.delete(connecting);
    }
  }

  /** The case, over this connection and on its revision. */
  converse(harness: Harness, as: 'own' | 'other' = 'own'): Conversation {
    return this.#converse(harness, as, this.known);
  }

  /** The case by another way to its server, where another key is another question, unless keys vary anyway. */
  converseElsewhere(harness: Harness): Conversation {
    return this.#converse(harness, 'own', this.known.varies ? this.known : new KnownAsks());
  }

  #converse(harness: Harness, as: 'own' | 'other', known: KnownAsks): Conversation {
    const { redactor, steps, firsts } = this;
    const answers = new AnswerSource(this.case.answers, nameOf(this.case), redactor);
    const request = requestOf(this.case, this.args);
    if (harness.revision !== MODERN)
      return new LegacyConversation(harness, request, answers, redactor, steps, { known, firsts });
    const user = this.case.tokens === undefined ? undefined : as;
    const declared = this.#declared === USUAL ? undefined : this.#declared;
    return new Conversation(harness, request, answers, redactor, steps, { as: user, declared, known, firsts });
  }

  /** Leaves the server as it is and goes on with one that nobody has used. */
  async renew(): Promise<void> {
    await this.close();
    this.#number = this.#fresh();
  }

  /** Reads the world through the case's probe. */
  async world(): Promise<World> {
    const { probe } = this.case;
    if (probe === undefined) throw new Error('the case has no probe');
    try {
      if (typeof probe === 'function') return readWorld(await probe());
      if ('command' in probe) return readWorld(await runProbe(probe.command));
      const { harness } = await this.talk();
      const { args = {}, read = (said: string) => said } = probe;
      const outcome = await harness.call(probe.tool, typeof args === 'function' ? args(this.args ?? {}) : args);
      if (outcome.kind !== 'result' || outcome.isError) throw new Error(`'${probe.tool}' gave no result`);
      return readWorld(read(readText(outcome)));
    } catch (error) {
      throw new NotTestable(`the probe failed: ${error instanceof Error ? error.message : 'it threw no error'}`);
    }
  }

  /** Whether the clock of this server can be moved. */
  async canAdvance(): Promise<boolean> {
    const place = await this.place();
    return place.advance !== undefined || isFactory(place.target);
  }

  /** Runs work on a server that nobody has used, and whose states `age` makes too old; it tells by how many milliseconds. */
  aging<T>(work: (age: () => Promise<number>) => Promise<T>): Promise<T> {
    return withMovableDate(async (advance) => {
      await this.renew();
      const place = await this.place();
      const ms = this.config.expiresAfterMs ?? (place.advance || isFactory(place.target) ? YEAR_MS : 0);
      return work(async () => {
        if (place.advance !== undefined) place.advance(ms);
        else if (isFactory(place.target)) advance(ms);
        else await sleep(ms);
        return ms;
      });
    });
  }

  /** Ends all connections and the server, if this trial opened it. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#connecting);
    await Promise.allSettled(this.#harnesses.splice(0).map((harness) => harness.close()));
    this.#conversations.clear();
    const place = this.#place;
    this.#place = undefined;
    await (await place)?.close?.();
  }

  /** How a user of the case is told apart at this place. */
  identity({ target, connect: given }: Place, as: 'own' | 'other' = 'own'): ConnectOptions {
    const token = this.case.tokens?.[as];
    const headers = { ...this.config.headers, ...given?.headers };
    if (typeof target === 'object' && !(target instanceof URL)) return {};
    if (isFactory(target)) {
      return token === undefined
        ? {}
        : { authInfo: { token, clientId: `contract-${as}`, scopes: [], extra: { sub: token } } };
    }
    return { headers: token === undefined ? headers : withToken(headers, token) };
  }
}

/** Headers with the token of a user in the place of any other, however that one's name is written. */
export function withToken(headers: Readonly<Record<string, string>>, token: string): Record<string, string> {
  const others = Object.entries(headers).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...Object.fromEntries(others), Authorization: `Bearer ${token}` };
}

/** A function of the case that threw. */
const failedPart = (name: string, error: unknown): NotTestable =>
  new NotTestable(`'${name}' of the case failed: ${error instanceof Error ? error.message : 'it threw no error'}`);

/** Each connection to a command is a child of its own, with a world of its own. */
const isCommand = ({ target }: Place): boolean => typeof target === 'object' && !(target instanceof URL);

/** The log of a child is not the report's. */
const needsQuiet = (place: Place): boolean => isCommand(place) && place.connect?.stderr === undefined;
