import { VueltaError } from '../errors.js';
import { builtinModule } from '../runtime.js';
import type { SqliteDatabase } from './sqlite-database.js';

/**
 * Looks whether the files that a connection has open are still those under its path. A file that was deleted or replaced goes on working for
 * whoever has it open, and whoever opens the path then has another: two truths, and nobody would say so.
 *
 * Returns what throws when they are not; for a database in memory, what does nothing.
 */
export function watchFiles(database: SqliteDatabase): () => void {
  const fs = builtinModule('node:fs') as typeof import('node:fs') | undefined;
  if (fs === undefined) return () => undefined;
  const identityOf = (path: string): string => {
    const stats = fs.statSync(path, { bigint: true, throwIfNoEntry: false });
    return `${stats?.dev} ${stats?.ino}`;
  };
  const paths = pathsOf(database);
  const opened = paths.map(identityOf);
  return () => {
    const moved = paths.findIndex((path, at) => identityOf(path) !== opened[at]);
    if (moved === -1) return;
    const what = moved === 0 ? 'file of the store' : 'write-ahead log beside the file of the store (-wal)';
    throw new VueltaError(
      'store_unavailable',
      `The SQLite ${what} was deleted, moved or replaced while this process had it open. Nothing was done. Put it back, or restart every ` +
        'process that uses it.',
    );
  };
}

/** The main file, and its log where it has one. */
function pathsOf(database: SqliteDatabase): string[] {
  const { file } = database.prepare('PRAGMA database_list').get() as { readonly file?: unknown };
  if (typeof file !== 'string' || file === '') return [];
  const { journal_mode: mode } = database.prepare('PRAGMA journal_mode').get() as { readonly journal_mode?: unknown };
  return mode === 'wal' ? [file, `${file}-wal`] : [file];
}
