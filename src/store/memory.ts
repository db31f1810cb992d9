import { VueltaError } from '../errors.js';
import { assertOptions, type OptionTable } from '../options.js';
import { Shelf, type Kept } from './memory-shelf.js';
import { alreadyOver } from './time.js';
import type { Claim, Claimed, Lease, StepFound, StepLease, Store } from './store.js';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How much memory the records may take, in bytes, counted a little too high. Default 256 MiB. */
  readonly maxBytes?: number | undefined;
  /** How many rounds and steps are kept at most. Default: as many as fit into `maxBytes`. */
  readonly maxRecords?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

interface Round extends Kept {
  readonly fingerprint: string;
  owner: string;
  leaseUntil: number;
}

interface Step extends Kept {
  readonly owner: string | undefined;
  readonly leaseUntil: number;
}

const OPTIONS: OptionTable = { maxBytes: 'any', maxRecords: 'any', now: 'function' };

const DEFAULT_MAX_BYTES = 256 * 1024 * 1024;

/**
 * A store in this process: for one server, and for effects that may be forgotten when it stops.
 *
 * It is bounded by the memory that it takes. When it is full of records that have not expired it refuses to begin anything, with `store_full`
 * and the bound in the message, so that nothing runs that could not be recorded. What has begun may end. The event `store_filling` comes
 * before that.
 *
 * @throws RangeError when a bound is not a whole number of 1 or more; TypeError for an option that there is not.
 *
 * @example
 * ```ts
 * const vuelta = createVuelta({ keys, store: memoryStore({ maxBytes: 1024 ** 3 }) });
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  assertOptions('memoryStore', options, OPTIONS);
  const { maxBytes = DEFAULT_MAX_BYTES, maxRecords } = options;
  for (const [name, bound] of Object.entries({ maxBytes, maxRecords })) {
    if (bound !== undefined && !(Number.isSafeInteger(bound) && bound >= 1))
      throw new RangeError(`${name}: expected a whole number, 1 or more`);
  }
  return new MemoryStore(maxBytes, maxRecords ?? Number.POSITIVE_INFINITY, options.now);
}

/** How many records of each kind a beginning looks at. */
const SWEEP_STEP = 4;

class MemoryStore implements Store {
  readonly inProcess = true;
  readonly #rounds = new Shelf<Round>();
  readonly #steps = new Shelf<Step>();
  readonly #maxBytes: number;
  readonly #maxRecords: number;
  readonly #now: () => number;
  /** Whether this is the clock of the machine, which can be set, and not one that was given. */
  readonly #canBeSet: boolean;
  #closed = false;

  constructor(maxBytes: number, maxRecords: number, now: (() => number) | undefined) {
    this.#maxBytes = maxBytes;
    this.#maxRecords = maxRecords;
    this.#now = now ?? (() => Date.now());
    this.#canBeSet = now === undefined;
  }

  get filled(): number {
    return Math.max(this.#bytes / this.#maxBytes, this.#size / this.#maxRecords);
  }

  async claim({ flow, round, fingerprint, owner, leaseMs, expiresAt, until = expiresAt }: Claim): Promise<Claimed> {
    this.#assertOpen();
    const now = this.#now();
    const key = recordKey(flow, round);
    const found = this.#rounds.get(key, now);
    const leaseUntil = leaseEnd(leaseMs);
    if (found === undefined) {
      if (expiresAt <= now || this.#rounds.hasForgotten(until)) throw alreadyOver();
      this.#makeRoom(now);
      this.#rounds.put(key, { fingerprint, owner, leaseUntil, text: undefined, ...this.#life(expiresAt, now), until });
      return { kind: 'won', takenOver: false };
    }
    if (found.fingerprint !== fingerprint) return { kind: 'conflict' };
    if (found.text !== undefined) return { kind: 'settled', outcome: found.text };
    if (isHeld(found)) return { kind: 'busy' };
    Object.assign(found, { owner, leaseUntil });
    return { kind: 'won', takenOver: true };
  }

  async renew(lease: Lease, leaseMs: number): Promise<boolean> {
    const round = this.#owned(lease);
    if (round !== undefined) round.leaseUntil = leaseEnd(leaseMs);
    return round !== undefined;
  }

  async settle(lease: Lease, outcome: string, expiresAt: number): Promise<boolean> {
    const round = this.#owned(lease);
    if (round === undefined) return false;
    this.#rounds.put(recordKey(lease.flow, lease.round), {
      ...round,
      text: outcome,
      ...this.#life(expiresAt, this.#now()),
    });
    return true;
  }

  async release(lease: Lease): Promise<boolean> {
    if (this.#owned(lease) === undefined) return false;
    this.#rounds.drop(recordKey(lease.flow, lease.round));
    return true;
  }

  async beginStep(flow: string, step: string, expiresAt: number, lease?: StepLease): Promise<StepFound> {
    this.#assertOpen();
    const now = this.#now();
    const key = recordKey(flow, step);
    const found = this.#steps.get(key, now);
    if (found?.text !== undefined) return { kind: 'done', value: found.text };
    if (lease !== undefined && found !== undefined && isHeld(found) && found.owner !== lease.owner)
      return { kind: 'busy' };
    if (expiresAt <= now) throw alreadyOver();
    if (found === undefined) {
      if (this.#steps.hasForgotten(expiresAt)) throw alreadyOver();
      this.#makeRoom(now);
    }
    const leaseUntil = leaseEnd(lease?.leaseMs ?? 0);
    const life = this.#life(expiresAt, now);
    this.#steps.put(key, { owner: lease?.owner, leaseUntil, text: undefined, ...life, until: expiresAt });
    return { kind: found === undefined ? 'new' : 'begun' };
  }

  async endStep(flow: string, step: string, value: string, expiresAt: number): Promise<string> {
    this.#assertOpen();
    const key = recordKey(flow, step);
    const now = this.#now();
    const kept = this.#steps.get(key, now)?.text;
    if (kept !== undefined) return kept;
    const life = this.#life(expiresAt, now);
    this.#steps.put(key, { owner: undefined, leaseUntil: 0, text: value, ...life, until: expiresAt });
    return value;
  }

  async close(): Promise<void> {
    this.#closed = true;
    this.#rounds.clear();
    this.#steps.clear();
  }

  #assertOpen(): void {
    if (this.#closed) throw new VueltaError('store_closed');
  }

  #life(expiresAt: number, now: number): Pick<Kept, 'expiresAt' | 'steadyEnd'> {
    return { expiresAt, steadyEnd: this.#canBeSet ? performance.now() + (expiresAt - now) : Number.NEGATIVE_INFINITY };
  }

  /** The round of a lease that is still its owner's; a lease that ran out is, until somebody takes over. */
  #owned({ flow, round, owner }: Lease): Round | undefined {
    this.#assertOpen();
    const found = this.#rounds.get(recordKey(flow, round), this.#now());
    return found?.owner === owner && found.text === undefined ? found : undefined;
  }

  /** S10: asked before anything is done, so what has begun can always end, at the worst a little over the bound. */
  #makeRoom(now: number): void {
    for (const shelf of [this.#rounds, this.#steps]) shelf.sweep(now, SWEEP_STEP);
    if (this.filled < 1) return;
    for (const shelf of [this.#rounds, this.#steps]) shelf.sweepAll(now);
    if (this.filled < 1) return;
    const bound =
      this.#bytes < this.#maxBytes ? `${this.#maxRecords} records (maxRecords)` : `${this.#maxBytes} bytes (maxBytes)`;
    throw new VueltaError(
      'store_full',
      `The memory store is full: it keeps at most ${bound}, and none has expired. Raise the bound, shorten ttlSeconds, or use ` +
        'a store outside the process.',
    );
  }

  get #bytes(): number {
    return this.#rounds.bytes + this.#steps.bytes;
  }

  get #size(): number {
    return this.#rounds.size + this.#steps.size;
  }
}

/** Leases are durations, and nobody else shares them: a clock that is set does not end one. */
function leaseEnd(leaseMs: number): number {
  return performance.now() + leaseMs;
}

function isHeld({ leaseUntil }: { readonly leaseUntil: number }): boolean {
  return leaseUntil > performance.now();
}

/** The length keeps the two parts apart, whatever they hold. */
function recordKey(flow: string, part: string | number): string {
  return `${flow.length} ${flow}${part}`;
}
