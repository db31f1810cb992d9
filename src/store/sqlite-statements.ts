import type { SqliteDatabase, SqliteStatement } from './sqlite-database.js';

/** How many expired records of each kind a write drops. */
const SWEEP = 8;

const SQL = {
  findRound:
    'SELECT fingerprint, owner, lease_until, outcome FROM vuelta_rounds WHERE flow = ? AND round = ? AND expires_at > ?',
  putRound: `INSERT INTO vuelta_rounds (flow, round, fingerprint, owner, lease_until, expires_at) VALUES (?, ?, ?, ?, ?, ?)
    ON CONFLICT (flow, round) DO UPDATE SET fingerprint = excluded.fingerprint, owner = excluded.owner,
      lease_until = excluded.lease_until, outcome = NULL, expires_at = excluded.expires_at`,
  takeRound: 'UPDATE vuelta_rounds SET owner = ?, lease_until = ? WHERE flow = ? AND round = ?',
  renewRound: 'UPDATE vuelta_rounds SET lease_until = ? WHERE flow = ? AND round = ?',
  settleRound: 'UPDATE vuelta_rounds SET outcome = ?, expires_at = ? WHERE flow = ? AND round = ?',
  dropRound: 'DELETE FROM vuelta_rounds WHERE flow = ? AND round = ?',
  findStep: 'SELECT value FROM vuelta_steps WHERE flow = ? AND step = ? AND expires_at > ?',
  putStep: `INSERT INTO vuelta_steps (flow, step, value, expires_at) VALUES (?, ?, ?, ?)
    ON CONFLICT (flow, step) DO UPDATE SET value = excluded.value, expires_at = excluded.expires_at`,
  sweepRounds: `DELETE FROM vuelta_rounds WHERE rowid IN (SELECT rowid FROM vuelta_rounds WHERE expires_at <= ? LIMIT ${SWEEP})`,
  sweepSteps: `DELETE FROM vuelta_steps WHERE rowid IN (SELECT rowid FROM vuelta_steps WHERE expires_at <= ? LIMIT ${SWEEP})`,
} as const;

export type Statements = Readonly<Record<keyof typeof SQL, SqliteStatement>>;

export function prepare(database: SqliteDatabase): Statements {
  const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)] as const);
  return Object.fromEntries(prepared) as Record<keyof typeof SQL, SqliteStatement>;
}
