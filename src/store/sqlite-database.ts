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
