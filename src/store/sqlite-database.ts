import { VueltaError } from '../errors.js';
import { builtinModule } from '../runtime.js';

export type SqliteValue = string | number | null;

/** What is used of a prepared statement. */
export interface SqliteStatement {
  get(...values: SqliteValue[]): unknown;
  run(...values: SqliteValue[]): unknown;
}

/** What is used of a `Database` of better-sqlite3, or of a `DatabaseSync` of `node:sqlite`. */
export interface SqliteDatabase {
  exec(sql: string): unknown;
  prepare(sql: string): SqliteStatement;
  close(): unknown;
}

type Opener = new (path: string) => SqliteDatabase;

/** Opens a file with `node:sqlite` where the runtime has it, else with better-sqlite3. */
export async function openFile(path: string): Promise<SqliteDatabase> {
  const builtin = builtinModule('node:sqlite') as { readonly DatabaseSync: Opener } | undefined;
  const Database = builtin?.DatabaseSync ?? (await betterSqlite3());
  return new Database(path);
}

async function betterSqlite3(): Promise<Opener> {
  const driver = await import('better-sqlite3').catch((cause: unknown) => {
    throw new VueltaError(
      'driver_missing',
      'sqliteStore(path) found no driver: this runtime has no node:sqlite, and better-sqlite3 could not be loaded. Install better-sqlite3, ' +
        'or use a later version of Node.',
      { cause },
    );
  });
  return driver.default;
}

/** Whether another connection holds the lock that was wanted, in the words of either driver. */
export function isLocked(error: unknown): boolean {
  const { code, errcode } = error as { readonly code?: unknown; readonly errcode?: unknown };
  // node:sqlite gives the extended code of SQLite, whose low byte is the primary one: 5 is SQLITE_BUSY.
  return typeof errcode === 'number'
    ? (errcode & 0xff) === 5
    : typeof code === 'string' && code.startsWith('SQLITE_BUSY');
}

/**
 * Looks whether the files that a connection has open are still those under its path. A file that was deleted or replaced goes on working for
 * whoever has it open, and whoever opens the path then has another: two truths, and nobody would say so.
 * A path that leads there by a link may be led elsewhere, so the one that was given is looked at too.
 *
 * Returns what throws when they are not; for a database in memory, what does nothing.
 */
export function watchFiles(database: SqliteDatabase, given: string | undefined): () => void {
  const fs = builtinModule('node:fs') as typeof import('node:fs') | undefined;
  if (fs === undefined) return () => undefined;
  const identityOf = (path: string): string => {
    const stats = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
    return `${stats?.dev} ${stats?.ino}`;
  };
  const watched = filesOf(database, given).map(({ path, what }) => ({ path, what, opened: identityOf(path) }));
  return () => {
    const moved = watched.find(({ path, opened }) => identityOf(path) !== opened);
    if (moved === undefined) return;
    throw new VueltaError(
      'store_unavailable',
      `The SQLite ${moved.what} was deleted, moved or replaced while this process had it open. Nothing was done. Put it back, or restart every ` +
        'process that uses it.',
    );
  };
}

interface Watched {
  readonly path: string;
  readonly what: string;
}

/** The main file, and beside it the log where it has one, and the index of that, in which the locks of all processes are. */
function filesOf(database: SqliteDatabase, given: string | undefined): Watched[] {
  const { file } = database.prepare('PRAGMA database_list').get() as { readonly file?: unknown };
  if (typeof file !== 'string' || file === '') return [];
  const files = [{ path: file, what: 'file of the store' }];
  const paths = builtinModule('node:path') as typeof import('node:path');
  const path = given === undefined ? file : paths.resolve(given);
  if (path !== file) files.push({ path, what: 'file of the store, or a link on the way to it,' });
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode').get() as { readonly journal_mode?: unknown };
  if (mode !== 'wal') return files;
  for (const [end, name] of [
    ['-wal', 'write-ahead log'],
    ['-shm', 'index of the write-ahead log'],
  ])
    files.push({ path: `${file}${end}`, what: `${name} beside the file of the store (${end})` });
  return files;
}
