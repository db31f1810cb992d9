import { VueltaError } from '../errors.js';
import { alreadyOver } from './time.js';
import type { Claim, Claimed, Lease, StepFound, Store } from './store.js';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How many rounds and steps are kept at most. Default 100 000. */
  readonly maxRecords?: number | undefined;
  /** How many characters all outcomes and step results may have together. Default 64 Mi. */
  readonly maxCharacters?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

interface Round {
  readonly fingerprint: string;
  owner: string;
  leaseUntil: number;
  outcome: string | undefined;
  expiresAt: number;
}

interface Step {
  value: string | undefined;
  expiresAt: number;
}

/**
 * A store in this process: for one server, and for effects that may be forgotten when it stops.
 *
 * It is bounded. When it is full of records that have not expired it refuses to write, with `store_full` and the bound in the message, so
 * that nothing runs that could not be recorded.
 *
 * @throws RangeError when a bound is not a whole number of 1 or more.
 *
 * @example
 * ```ts
 * const vuelta = createVuelta({ keys, store: memoryStore({ maxRecords: 1000 }) });
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const bounds = {
    maxRecords: options.maxRecords ?? 100_000,
    maxCharacters: options.maxCharacters ?? 64 * 1024 * 1024,
  };
  for (const [name, bound] of Object.entries(bounds)) {
    if (!Number.isSafeInteger(bound) || bound < 1) throw new RangeError(`${name}: expected a whole number, 1 or more`);
  }
  return new MemoryStore(bounds, options.now ?? (() => Date.now()));
}

/** How many of the oldest records each write looks at. */
const SWEEP_STEP = 4;

class MemoryStore implements Store {
  readonly inProcess = true;
  readonly #rounds = new Map<string, Round>();
  readonly #steps = new Map<string, Step>();
  readonly #bounds: { readonly maxRecords: number; readonly maxCharacters: number };
  readonly #now: () => number;
  #characters = 0;
  #closed = false;

  constructor(bounds: { maxRecords: number; maxCharacters: number }, now: () => number) {
    this.#bounds = bounds;
    this.#now = now;
  }

  async claim({ flow, round, fingerprint, owner, leaseMs, expiresAt }: Claim): Promise<Claimed> {
    this.#assertOpen();
    const key = recordKey(flow, round);
    const found = this.#round(key);
    const leaseUntil = this.#now() + leaseMs;
    if (found === undefined) {
      if (expiresAt <= this.#now()) throw alreadyOver();
      this.#makeRoom();
      this.#rounds.set(key, { fingerprint, owner, leaseUntil, outcome: undefined, expiresAt });
      return { kind: 'won', takenOver: false };
    }
    if (found.fingerprint !== fingerprint) return { kind: 'conflict' };
    if (found.outcome !== undefined) return { kind: 'settled', outcome: found.outcome };
    if (found.leaseUntil > this.#now()) return { kind: 'busy' };
    Object.assign(found, { owner, leaseUntil });
    return { kind: 'won', takenOver: true };
  }

  async renew(lease: Lease, leaseMs: number): Promise<boolean> {
    const round = this.#owned(lease);
    if (round !== undefined) round.leaseUntil = this.#now() + leaseMs;
    return round !== undefined;
  }

  async settle(lease: Lease, outcome: string, expiresAt: number): Promise<boolean> {
    const round = this.#owned(lease);
    if (round === undefined) return false;
    Object.assign(round, { outcome, expiresAt });
    this.#characters += outcome.length;
    return true;
  }

  async release(lease: Lease): Promise<boolean> {
    if (this.#owned(lease) === undefined) return false;
    this.#rounds.delete(recordKey(lease.flow, lease.round));
    return true;
  }

  async beginStep(flow: string, step: string, expiresAt: number): Promise<StepFound> {
    this.#assertOpen();
    const key = recordKey(flow, step);
    const found = this.#step(key);
    if (found?.value !== undefined) return { kind: 'done', value: found.value };
    if (expiresAt <= this.#now()) throw alreadyOver();
    if (found === undefined) this.#makeRoom();
    this.#steps.set(key, { value: undefined, expiresAt });
    return { kind: found === undefined ? 'new' : 'begun' };
  }

  async endStep(flow: string, step: string, value: string, expiresAt: number): Promise<string> {
    this.#assertOpen();
    const key = recordKey(flow, step);
    const kept = this.#step(key)?.value;
    if (kept !== undefined) return kept;
    this.#steps.set(key, { value, expiresAt });
    this.#characters += value.length;
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

  #round(key: string): Round | undefined {
    const round = this.#rounds.get(key);
    if (round === undefined || round.expiresAt > this.#now()) return round;
    this.#dropRound(key, round);
    return undefined;
  }

  #step(key: string): Step | undefined {
    const step = this.#steps.get(key);
    if (step === undefined || step.expiresAt > this.#now()) return step;
    this.#dropStep(key, step);
    return undefined;
  }

  /** The round of a lease that is still its owner's; a lease that ran out is, until somebody takes over. */
  #owned({ flow, round, owner }: Lease): Round | undefined {
    this.#assertOpen();
    const found = this.#round(recordKey(flow, round));
    return found?.owner === owner && found.outcome === undefined ? found : undefined;
  }

  /** S10: asked before anything is done, so what has begun can always end, at the worst a little over the bound. */
  #makeRoom(): void {
    this.#dropExpired(SWEEP_STEP);
    if (this.#hasRoom()) return;
    this.#dropExpired(Number.POSITIVE_INFINITY);
    if (this.#hasRoom()) return;
    const { maxRecords, maxCharacters } = this.#bounds;
    throw new VueltaError(
      'store_full',
      `The memory store is full: it keeps at most ${maxRecords} records (maxRecords) and ${maxCharacters} characters (maxCharacters) that have ` +
        'not expired. Raise them, shorten ttlSeconds, or use a store outside the process.',
    );
  }

  #hasRoom(): boolean {
    const { maxRecords, maxCharacters } = this.#bounds;
    return this.#rounds.size + this.#steps.size < maxRecords && this.#characters < maxCharacters;
  }

  /** Looks at the oldest records only, so that a store that is not full forgets as it goes. */
  #dropExpired(most: number): void {
    let left = most;
    for (const [key, round] of this.#rounds) {
      if (left-- <= 0) break;
      if (round.expiresAt <= this.#now()) this.#dropRound(key, round);
    }
    left = most;
    for (const [key, step] of this.#steps) {
      if (left-- <= 0) break;
      if (step.expiresAt <= this.#now()) this.#dropStep(key, step);
    }
  }

  #dropRound(key: string, { outcome = '' }: Round): void {
    this.#rounds.delete(key);
    this.#characters -= outcome.length;
  }

  #dropStep(key: string, { value = '' }: Step): void {
    this.#steps.delete(key);
    this.#characters -= value.length;
  }
}

/** The length keeps the two parts apart, whatever they hold. */
function recordKey(flow: string, part: string | number): string {
  return `${flow.length} ${flow}${part}`;
}
