import { VueltaError } from '../errors.js';
import { isLocked, openFile, watchFiles, type SqliteDatabase } from './sqlite-database.js';

export interface Connection {
  readonly database: SqliteDatabase;
  /** @throws VueltaError when its file is not the one that it was. */
  readonly assertInPlace: () => void;
  /** Closes what the store has opened, and nothing else. */
  readonly close: () => void;
}

export interface ConnectionSettings {
  readonly busyTimeoutMs: number;
  readonly synchronous: 'full' | 'normal';
}

/** A database with the tables of the store: a file that is opened here, or one that its owner has opened. */
export async function connect(source: string | SqliteDatabase, settings: ConnectionSettings): Promise<Connection> {
  if (source === '') throw new TypeError('source: expected a path that is not empty');
  if (typeof source !== 'string' && !isDatabase(source))
    throw new TypeError('source: expected a path, or a database of better-sqlite3 or node:sqlite');
  const database = typeof source === 'string' ? await openFile(source).catch(refuse) : source;
  const close = typeof source === 'string' ? () => void database.close() : () => undefined;
  try {
    const assertInPlace = await whenUnlocked(settings.busyTimeoutMs, () => {
      if (typeof source === 'string') configure(database, settings);
      setUpSchema(database);
      return watchFiles(database, typeof source === 'string' ? source : undefined);
    });
    return { database, assertInPlace, close };
  } catch (error) {
    close();
    return refuse(error);
  }
}

function configure(database: SqliteDatabase, { synchronous }: ConnectionSettings): void {
  // The wait of SQLite itself stops the event loop, so it is short; whenUnlocked waits the rest.
  database.exec('PRAGMA busy_timeout = 5');
  database.exec('PRAGMA journal_mode = WAL');
  database.exec(`PRAGMA synchronous = ${synchronous}`);
}

function isDatabase(source: unknown): source is SqliteDatabase {
  const { prepare, exec } = (source ?? {}) as Partial<SqliteDatabase>;
  return typeof prepare === 'function' && typeof exec === 'function';
}

function refuse(error: unknown): never {
  if (error instanceof VueltaError) throw error;
  throw new VueltaError('store_unavailable', 'The SQLite database of the store cannot be used; the cause says why.', {
    cause: error,
  });
}

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
function setUpSchema(database: SqliteDatabase): void {
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

/** The waits between attempts to get a lock that another process holds, in milliseconds; the last one repeats. */
const WAITS = [1, 2, 5, 10, 20, 25, 50] as const;

/** Does the work in a transaction that has the write lock from its start, so what it reads is still so when it writes. */
export function transaction<T>(database: SqliteDatabase, work: () => T): T {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    rollBack(database);
    throw error;
  }
}

function rollBack(database: SqliteDatabase): void {
  try {
    database.exec('ROLLBACK');
  } catch {
    // After some errors, a full disk among them, SQLite has rolled back by itself.
  }
}

/** Tries again while another process holds the lock. The waits are outside SQLite, so that they do not stop the event loop. */
export async function whenUnlocked<T>(timeoutMs: number, attempt: () => T): Promise<T> {
  const deadline = performance.now() + timeoutMs;
  for (let tries = 0; ; tries += 1) {
    try {
      return attempt();
    } catch (error) {
      const remaining = deadline - performance.now();
      if (!isLocked(error) || remaining <= 0) throw error;
      await pause(Math.min(remaining, (WAITS[tries] ?? 50) * (0.5 + Math.random())));
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
