import { VueltaError } from '../errors.js';
import { exact, fromExact } from './exact.js';
import { transaction, whenUnlocked, type Connection } from './sqlite-connection.js';
import type { SqliteDatabase, SqliteStatement } from './sqlite-database.js';
import type { Claim, Claimed, Lease, StepFound, StepLease, Store } from './store.js';
import { alreadyOver, wholeMs } from './time.js';

/** How many expired records of each kind a write drops. */
const SWEEP = 8;

/** The next records that are over, the same ones for whoever asks in one transaction. */
function due(table: string): string {
  return `FROM (SELECT rowid, * FROM ${table} WHERE expires_at <= ? ORDER BY expires_at, rowid LIMIT ${SWEEP})`;
}

const SQL = {
  // Not `Date.now`: a test that moves `Date`, or a check of this server, must not drop what a state can still need.
  now: "SELECT CAST(unixepoch('subsec') * 1000 AS INTEGER) AS now",
  findRound:
    'SELECT fingerprint, owner, lease_until, outcome FROM vuelta_rounds WHERE flow = ? AND round = ? AND expires_at > ?',
  putRound: `INSERT INTO vuelta_rounds (flow, round, fingerprint, owner, lease_until, expires_at, until) VALUES (?, ?, ?, ?, ?, ?, ?)
    ON CONFLICT (flow, round) DO UPDATE SET fingerprint = excluded.fingerprint, owner = excluded.owner,
      lease_until = excluded.lease_until, outcome = NULL, expires_at = excluded.expires_at, until = excluded.until`,
  takeRound: 'UPDATE vuelta_rounds SET owner = ?, lease_until = ? WHERE flow = ? AND round = ?',
  renewRound: 'UPDATE vuelta_rounds SET lease_until = ? WHERE flow = ? AND round = ?',
  settleRound: 'UPDATE vuelta_rounds SET outcome = ?, expires_at = ? WHERE flow = ? AND round = ?',
  dropRound: 'DELETE FROM vuelta_rounds WHERE flow = ? AND round = ?',
  findStep: 'SELECT owner, lease_until, value FROM vuelta_steps WHERE flow = ? AND step = ? AND expires_at > ?',
  putStep: `INSERT INTO vuelta_steps (flow, step, owner, lease_until, value, expires_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (flow, step) DO UPDATE SET owner = excluded.owner, lease_until = excluded.lease_until, value = excluded.value,
      expires_at = excluded.expires_at`,
  hasForgotten: 'SELECT 1 FROM vuelta_forgotten WHERE kind = ? AND until >= ?',
  hasDueRounds: 'SELECT 1 FROM vuelta_rounds WHERE expires_at <= ? LIMIT 1',
  hasDueSteps: 'SELECT 1 FROM vuelta_steps WHERE expires_at <= ? LIMIT 1',
  forgetRounds: `UPDATE vuelta_forgotten SET until = max(until, (SELECT max(until) ${due('vuelta_rounds')})) WHERE kind = 'rounds'`,
  forgetSteps: `UPDATE vuelta_forgotten SET until = max(until, (SELECT max(expires_at) ${due('vuelta_steps')})) WHERE kind = 'steps'`,
  sweepRounds: `DELETE FROM vuelta_rounds WHERE rowid IN (SELECT rowid ${due('vuelta_rounds')})`,
  sweepSteps: `DELETE FROM vuelta_steps WHERE rowid IN (SELECT rowid ${due('vuelta_steps')})`,
} as const;

type Statements = Readonly<Record<keyof typeof SQL, SqliteStatement>>;

function prepare(database: SqliteDatabase): Statements {
  const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)] as const);
  return Object.fromEntries(prepared) as Record<keyof typeof SQL, SqliteStatement>;
}

interface Round {
  readonly fingerprint: string;
  readonly owner: string;
  readonly lease_until: number | bigint;
  readonly outcome: string | null;
}

interface Step {
  readonly owner: string;
  readonly lease_until: number | bigint;
  readonly value: string | null;
}

/** Each operation is one transaction that has the write lock from its start. */
export class SqliteStore implements Store {
  readonly #connection: Connection;
  readonly #statements: Statements;
  readonly #busyTimeoutMs: number;
  readonly #now: () => number;
  #closed = false;

  constructor(connection: Connection, busyTimeoutMs: number, now: (() => number) | undefined) {
    this.#connection = connection;
    this.#statements = prepare(connection.database);
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#now = now ?? (() => Number((this.#statements.now.get() as { readonly now: number | bigint }).now));
  }

  async claim({ flow, round, fingerprint, owner, leaseMs, expiresAt, until = expiresAt }: Claim): Promise<Claimed> {
    const place = [exact(flow), round] as const;
    return this.#write((now) => {
      const leaseUntil = wholeMs('leaseMs', now + leaseMs);
      if (expiresAt <= now) throw alreadyOver();
      this.#sweep(now);
      const found = this.#statements.findRound.get(...place, now) as Round | undefined;
      if (found === undefined) {
        const times = [leaseUntil, wholeMs('expiresAt', expiresAt), wholeMs('until', until)] as const;
        this.#assertNotForgotten('rounds', times[2]);
        this.#statements.putRound.run(...place, exact(fingerprint), exact(owner), ...times);
        return { kind: 'won', takenOver: false };
      }
      if (found.fingerprint !== exact(fingerprint)) return { kind: 'conflict' };
      if (found.outcome !== null) return { kind: 'settled', outcome: fromExact(found.outcome) };
      if (found.lease_until > now) return { kind: 'busy' };
      this.#statements.takeRound.run(exact(owner), leaseUntil, ...place);
      return { kind: 'won', takenOver: true };
    });
  }

  async renew(lease: Lease, leaseMs: number): Promise<boolean> {
    return this.#write((now) => {
      const owned = this.#owns(lease, now);
      if (owned) this.#statements.renewRound.run(wholeMs('leaseMs', now + leaseMs), exact(lease.flow), lease.round);
      return owned;
    });
  }

  async settle(lease: Lease, outcome: string, expiresAt: number): Promise<boolean> {
    const kept = exact(outcome);
    const place = [exact(lease.flow), lease.round] as const;
    return this.#write((now) => {
      // A round that is over has nobody else in it, and nothing to keep.
      if (expiresAt <= now && this.#statements.findRound.get(...place, now) === undefined) return true;
      const owned = this.#owns(lease, now);
      if (owned) this.#statements.settleRound.run(kept, wholeMs('expiresAt', expiresAt), ...place);
      return owned;
    });
  }

  async release(lease: Lease): Promise<boolean> {
    return this.#write((now) => {
      const owned = this.#owns(lease, now);
      if (owned) this.#statements.dropRound.run(exact(lease.flow), lease.round);
      return owned;
    });
  }

  async beginStep(flow: string, step: string, expiresAt: number, lease?: StepLease): Promise<StepFound> {
    const place = [exact(flow), exact(step)] as const;
    const owner = exact(lease?.owner ?? '');
    return this.#write((now) => {
      if (expiresAt <= now) throw alreadyOver();
      this.#sweep(now);
      const found = this.#statements.findStep.get(...place, now) as Step | undefined;
      if (found !== undefined && found.value !== null) return { kind: 'done', value: fromExact(found.value) };
      if (lease !== undefined && found !== undefined && found.lease_until > now && found.owner !== owner)
        return { kind: 'busy' };
      const until = wholeMs('expiresAt', expiresAt);
      if (found === undefined) this.#assertNotForgotten('steps', until);
      const leaseUntil = wholeMs('leaseMs', now + (lease?.leaseMs ?? 0));
      this.#statements.putStep.run(...place, owner, leaseUntil, null, until);
      return { kind: found === undefined ? 'new' : 'begun' };
    });
  }

  async endStep(flow: string, step: string, value: string, expiresAt: number): Promise<string> {
    const place = [exact(flow), exact(step)] as const;
    const given = exact(value);
    return this.#write((now) => {
      const found = this.#statements.findStep.get(...place, now) as Step | undefined;
      if (found !== undefined && found.value !== null) return fromExact(found.value);
      this.#statements.putStep.run(...place, '', 0, given, wholeMs('expiresAt', expiresAt));
      return value;
    });
  }

  async close(): Promise<void> {
    if (!this.#closed) this.#connection.close();
    this.#closed = true;
  }

  #write<T>(work: (now: number) => T): Promise<T> {
    return whenUnlocked(this.#busyTimeoutMs, () => {
      if (this.#closed) throw new VueltaError('store_closed');
      this.#connection.assertInPlace();
      // The time is read under the lock: what another process wrote before is not later than it.
      return transaction(this.#connection.database, () => work(this.#now()));
    });
  }

  /** A lease that ran out is still its owner's, until somebody takes over. */
  #owns({ flow, round, owner }: Lease, now: number): boolean {
    const found = this.#statements.findRound.get(exact(flow), round, now) as Round | undefined;
    return found !== undefined && found.owner === exact(owner) && found.outcome === null;
  }

  /** S9: what is not there may have been dropped while the clock was ahead. */
  #assertNotForgotten(kind: 'rounds' | 'steps', until: number): void {
    if (this.#statements.hasForgotten.get(kind, until) !== undefined) throw alreadyOver();
  }

  #sweep(now: number): void {
    if (this.#statements.hasDueRounds.get(now) !== undefined) {
      this.#statements.forgetRounds.run(now);
      this.#statements.sweepRounds.run(now);
    }
    if (this.#statements.hasDueSteps.get(now) !== undefined) {
      this.#statements.forgetSteps.run(now);
      this.#statements.sweepSteps.run(now);
    }
  }
}
