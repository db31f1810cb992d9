import { VueltaError } from '../errors.js';
import { openFile, type SqliteDatabase } from './sqlite-database.js';
import { watchFiles } from './sqlite-file.js';
import { setUpSchema } from './sqlite-schema.js';
import { whenUnlocked } from './sqlite-transaction.js';

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
