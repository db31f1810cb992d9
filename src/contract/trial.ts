import type { ConnectOptions } from '../client/connect.js';
import { connect } from '../client/connect.js';
import type { Harness } from '../client/harness.js';
import { text } from '../client/outcome.js';
import { AnswerSource } from './answering.js';
import { type ContractCase, nameOf, requestOf } from './case.js';
import { NotTestable } from './check.js';
import { argsOf, type ContractConfig, isFactory } from './config.js';
import { Conversation } from './conversation.js';
import { Redactor, type Step } from './evidence.js';
import type { Learned } from './learn.js';
import { ahead, type Place, runProbe } from './place.js';
import { readWorld, type World } from './world.js';

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
  readonly redactor: Redactor;
  readonly steps: Step[] = [];
  readonly #open: OpenPlace;
  readonly #fresh: Fresh;
  readonly #learn: () => Promise<Learned>;
  readonly #harnesses: Harness[] = [];
  readonly #conversations = new Map<string, Promise<Conversation>>();
  #place: Promise<Place> | undefined;
  #number: number;

  constructor(parts: {
    readonly case: ContractCase;
    readonly config: ContractConfig;
    readonly redactor: Redactor;
    readonly open: OpenPlace;
    readonly fresh: Fresh;
    readonly learn: () => Promise<Learned>;
  }) {
    this.case = parts.case;
    this.config = parts.config;
    this.redactor = parts.redactor;
    this.#open = parts.open;
    this.#fresh = parts.fresh;
    this.#learn = parts.learn;
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
    return argsOf(this.case, this.#number);
  }

  /** The client of this trial; `other` is a second user, when the case has two tokens. */
  talk(as: 'own' | 'other' = 'own'): Promise<Conversation> {
    const known = this.#conversations.get(as);
    if (known !== undefined) return known;
    const opening = this.#converse(as);
    this.#conversations.set(as, opening);
    return opening;
  }

  /** A connection of its own to the server of this trial. It is closed with the trial. */
  async connect(options: ConnectOptions = {}, as: 'own' | 'other' = 'own'): Promise<Harness> {
    const place = await this.place();
    const { roundTimeoutMs = 10_000 } = this.config;
    const harness = await connect(place.target, {
      roundTimeoutMs,
      ...place.connect,
      ...this.#identity(place, as),
      ...(needsQuiet(place) && { stderr: 'ignore' as const }),
      ...options,
    });
    this.#harnesses.push(harness);
    return harness;
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
      const outcome = await harness.call(probe.tool, probe.args ?? {});
      if (outcome.kind !== 'result' || outcome.isError) throw new Error(`'${probe.tool}' gave no result`);
      return readWorld(text(outcome));
    } catch (error) {
      throw new NotTestable(`the probe failed: ${error instanceof Error ? error.message : 'it threw no error'}`);
    }
  }

  /** Whether the clock of this server can be moved. */
  async canAdvance(): Promise<boolean> {
    const place = await this.place();
    return place.advance !== undefined || isFactory(place.target);
  }

  /** Runs work as if the server's states had grown old. */
  async whenExpired<T>(work: () => Promise<T>): Promise<T> {
    const place = await this.place();
    const { expiresAfterMs } = this.config;
    if (place.advance !== undefined) {
      place.advance(expiresAfterMs ?? YEAR_MS);
      return work();
    }
    if (isFactory(place.target)) return ahead(expiresAfterMs ?? YEAR_MS, work);
    await new Promise((resolve) => {
      setTimeout(resolve, expiresAfterMs ?? 0);
    });
    return work();
  }

  /** Ends all connections and the server, if this trial opened it. */
  async close(): Promise<void> {
    await Promise.allSettled(this.#harnesses.splice(0).map((harness) => harness.close()));
    this.#conversations.clear();
    const place = this.#place;
    this.#place = undefined;
    await (await place)?.close?.();
  }

  async #converse(as: 'own' | 'other'): Promise<Conversation> {
    const harness = await this.connect({}, as);
    const answers = new AnswerSource(this.case.answers, nameOf(this.case), this.redactor);
    return new Conversation(harness, requestOf(this.case, this.args), answers, this.redactor, this.steps);
  }

  #identity({ target, connect: given }: Place, as: 'own' | 'other'): ConnectOptions {
    const token = this.case.tokens?.[as];
    const headers = { ...this.config.headers, ...given?.headers };
    if (typeof target === 'object' && !(target instanceof URL)) return {};
    if (isFactory(target)) {
      return token === undefined
        ? {}
        : { authInfo: { token, clientId: `contract-${as}`, scopes: [], extra: { sub: token } } };
    }
    return { headers: token === undefined ? headers : { ...headers, Authorization: `Bearer ${token}` } };
  }
}

/** The log of a child is not the report's. */
const needsQuiet = ({ target, connect: given }: Place): boolean =>
  typeof target === 'object' && !(target instanceof URL) && given?.stderr === undefined;
