import type { SqliteDatabase, SqliteStatement } from './sqlite-database.js';

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

export type Statements = Readonly<Record<keyof typeof SQL, SqliteStatement>>;

export function prepare(database: SqliteDatabase): Statements {
  const prepared = Object.entries(SQL).map(([name, sql]) => [name, database.prepare(sql)] as const);
  return Object.fromEntries(prepared) as Record<keyof typeof SQL, SqliteStatement>;
}
