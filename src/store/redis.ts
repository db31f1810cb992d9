import { VueltaError } from '../errors.js';
import { exact, fromExact, keyPart } from './exact.js';
import { scriptRunner, type IoredisClient, type NodeRedisClient, type Run } from './redis-client.js';
import { BEGIN_STEP, CLAIM, END_STEP, RELEASE, RENEW, SETTLE, type Script } from './redis-scripts.js';
import type { Claim, Claimed, Lease, StepFound, StepLease, Store } from './store.js';
import { alreadyOver, wholeMs } from './time.js';

export type { IoredisClient, NodeRedisClient } from './redis-client.js';

/** Options of {@link redisStore}. */
export interface RedisStoreOptions {
  /** What every key begins with; servers that share their flows share it. No braces. Default `vuelta`. */
  readonly prefix?: string | undefined;
}

/**
 * A store on a Redis server or cluster, for a fleet: every replica that has it sees the same rounds and steps.
 *
 * Each operation is one script that runs on the server as one step over one key, so it is one round trip, atomic, and works in a
 * cluster. All keys of a flow hash to one slot. Leases and expiry run by the server's clock.
 *
 * The client stays yours: connect it before, listen to its `error` event, and close it after; `close()` of the store does not.
 *
 * What the server refuses (out of memory, read-only, cluster down), and every failure of the connection, rejects. A server that evicts
 * keys is refused with `store_unavailable`, since it cannot keep a round single-use.
 *
 * @throws TypeError when the client is not one of `redis` or `ioredis`, or the prefix is empty or has braces.
 *
 * @example
 * ```ts
 * const client = createClient({ url: process.env.REDIS_URL, disableOfflineQueue: true });
 * client.on('error', (error) => console.error(error));
 * await client.connect();
 * const vuelta = createVuelta({ keys, store: redisStore(client) });
 * ```
 */
export function redisStore(
  client: NodeRedisClient | IoredisClient,
  { prefix = 'vuelta' }: RedisStoreOptions = {},
): Store {
  if (typeof prefix !== 'string' || !/^[^{}]+$/u.test(prefix))
    throw new TypeError('prefix: expected a text that is not empty and has no braces');
  return new RedisStore(scriptRunner(client), prefix);
}

class RedisStore implements Store {
  readonly #runScript: Run;
  readonly #prefix: string;
  #closed = false;

  constructor(run: Run, prefix: string) {
    this.#runScript = run;
    this.#prefix = prefix;
  }

  async claim(claim: Claim): Promise<Claimed> {
    const { fingerprint, owner, leaseMs, expiresAt } = claim;
    const parameters = [exact(fingerprint), exact(owner), milliseconds(leaseMs), at(expiresAt)];
    const [kind, value = ''] = await this.#run(CLAIM, this.#roundKey(claim), ...parameters);
    if (kind === 'won') return { kind, takenOver: value === '1' };
    if (kind === 'settled') return { kind, outcome: fromExact(value) };
    if (kind === 'busy' || kind === 'conflict') return { kind };
    throw alreadyOver();
  }

  async renew(lease: Lease, leaseMs: number): Promise<boolean> {
    return this.#yes(RENEW, lease, milliseconds(leaseMs));
  }

  async settle(lease: Lease, outcome: string, expiresAt: number): Promise<boolean> {
    return this.#yes(SETTLE, lease, exact(outcome), at(expiresAt));
  }

  async release(lease: Lease): Promise<boolean> {
    return this.#yes(RELEASE, lease);
  }

  async beginStep(flow: string, step: string, expiresAt: number, lease?: StepLease): Promise<StepFound> {
    const { owner, leaseMs } = lease ?? { owner: '', leaseMs: 0 };
    const parameters = [at(expiresAt), exact(owner), milliseconds(leaseMs)];
    const [kind, value = ''] = await this.#run(BEGIN_STEP, this.#stepKey(flow, step), ...parameters);
    if (kind === 'done') return { kind, value: fromExact(value) };
    if (kind === 'new' || kind === 'begun' || kind === 'busy') return { kind };
    throw alreadyOver();
  }

  async endStep(flow: string, step: string, value: string, expiresAt: number): Promise<string> {
    const [kind, kept = ''] = await this.#run(END_STEP, this.#stepKey(flow, step), exact(value), at(expiresAt));
    return kind === 'mine' ? value : fromExact(kept);
  }

  async close(): Promise<void> {
    this.#closed = true;
  }

  async #yes(script: Script, lease: Lease, ...parameters: string[]): Promise<boolean> {
    const [answer] = await this.#run(script, this.#roundKey(lease), exact(lease.owner), ...parameters);
    return answer === 'yes';
  }

  async #run(script: Script, key: string, ...parameters: string[]): Promise<readonly string[]> {
    if (this.#closed) throw new VueltaError('store_closed');
    return this.#runScript(script, key, ...parameters);
  }

  #roundKey({ flow, round }: Pick<Lease, 'flow' | 'round'>): string {
    return `${this.#prefix}:{${keyPart(flow)}}:round:${round}`;
  }

  #stepKey(flow: string, step: string): string {
    return `${this.#prefix}:{${keyPart(flow)}}:step:${keyPart(step)}`;
  }
}

function milliseconds(duration: number): string {
  return String(wholeMs('leaseMs', duration));
}

function at(time: number): string {
  return String(wholeMs('expiresAt', time));
}
