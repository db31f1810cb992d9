import { connect } from './sqlite-connection.js';
import type { SqliteDatabase } from './sqlite-database.js';
import { SqliteStore } from './sqlite-store.js';
import type { Store } from './store.js';

export type { SqliteDatabase, SqliteStatement, SqliteValue } from './sqlite-database.js';

/** Options of {@link sqliteStore}. */
export interface SqliteStoreOptions {
  /** How long an operation waits for the write lock of another process, in milliseconds. Default 2000. */
  readonly busyTimeoutMs?: number | undefined;
  /**
   * When a write is on the disk: `'full'` before the operation answers, so that it survives a power failure; `'normal'` soon after, so that
   * it survives the death of the process only. For a file that the store opens. Default `'full'`.
   */
  readonly synchronous?: 'full' | 'normal' | undefined;
  /** The clock, in milliseconds since 1970. Default: SQLite's own. */
  readonly now?: (() => number) | undefined;
}

/**
 * A store in an SQLite file, for one machine: all its processes may share the file, and it outlives them.
 *
 * `source` is a path, which is opened with `node:sqlite` where the runtime has it and else with better-sqlite3 (WAL, and closed by
 * `close()`); or a database that you opened with either, whose settings are left as they are and which stays yours to close. The tables
 * `vuelta_*` are made when they are missing. Expired records are dropped as it goes, a few with each write.
 *
 * A disk that is full or read-only, a damaged file, and a lock held longer than `busyTimeoutMs` reject.
 *
 * @throws TypeError or RangeError for arguments of another kind; VueltaError `driver_missing`, or `store_unavailable` when the file cannot
 * be opened or its tables are those of another version.
 *
 * @example
 * ```ts
 * const vuelta = createVuelta({ keys, store: await sqliteStore('flows.db') });
 * ```
 */
export async function sqliteStore(source: string | SqliteDatabase, options: SqliteStoreOptions = {}): Promise<Store> {
  const { busyTimeoutMs = 2000, synchronous = 'full', now } = options;
  if (!Number.isFinite(busyTimeoutMs) || busyTimeoutMs < 0)
    throw new RangeError('busyTimeoutMs: expected a number of milliseconds, 0 or more');
  if (synchronous !== 'full' && synchronous !== 'normal')
    throw new TypeError("synchronous: expected 'full' or 'normal'");
  const connection = await connect(source, { busyTimeoutMs, synchronous });
  return new SqliteStore(connection, busyTimeoutMs, now);
}
