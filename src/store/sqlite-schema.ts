import { VueltaError } from '../errors.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { transaction } from './sqlite-transaction.js';

const VERSION = 2;

const TABLES = `
CREATE TABLE IF NOT EXISTS vuelta_schema (version INTEGER NOT NULL) STRICT;
CREATE TABLE IF NOT EXISTS vuelta_rounds (
  flow TEXT NOT NULL,
  round INTEGER NOT NULL,
  fingerprint TEXT NOT NULL,
  owner TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  outcome TEXT,
  expires_at INTEGER NOT NULL,
  until INTEGER NOT NULL,
  PRIMARY KEY (flow, round)
) STRICT;
CREATE INDEX IF NOT EXISTS vuelta_rounds_expiry ON vuelta_rounds (expires_at);
CREATE TABLE IF NOT EXISTS vuelta_steps (
  flow TEXT NOT NULL,
  step TEXT NOT NULL,
  owner TEXT NOT NULL,
  lease_until INTEGER NOT NULL,
  value TEXT,
  expires_at INTEGER NOT NULL,
  PRIMARY KEY (flow, step)
) STRICT;
CREATE INDEX IF NOT EXISTS vuelta_steps_expiry ON vuelta_steps (expires_at);
CREATE TABLE IF NOT EXISTS vuelta_forgotten (kind TEXT PRIMARY KEY, until INTEGER NOT NULL) STRICT;
INSERT INTO vuelta_forgotten VALUES ('rounds', 0), ('steps', 0);
`;

/** Makes the tables where they are missing. @throws VueltaError when they are those of another version; what SQLite throws when it may not write. */
export function setUpSchema(database: SqliteDatabase): void {
  if (versionOf(database) === undefined) transaction(database, () => create(database));
  const version = versionOf(database);
  // A database that can only be read is found here, and not by the first person who has said yes.
  if (version === VERSION)
    return transaction(database, () => void database.exec('UPDATE vuelta_schema SET version = version'));
  throw new VueltaError(
    'store_unavailable',
    `The tables vuelta_* in this database have version ${String(version)}; this package reads version ${VERSION}. Use the package that ` +
      'wrote them, or another file.',
  );
}

function create(database: SqliteDatabase): void {
  // Another process may have been faster.
  if (versionOf(database) !== undefined) return;
  database.exec(TABLES);
  database.prepare('INSERT INTO vuelta_schema (version) VALUES (?)').run(VERSION);
}

function versionOf(database: SqliteDatabase): number | undefined {
  const known = database.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = 'vuelta_schema'").get();
  if (known === undefined) return undefined;
  const row = database.prepare('SELECT version FROM vuelta_schema').get() as { readonly version?: unknown } | undefined;
  return Number(row?.version);
}
