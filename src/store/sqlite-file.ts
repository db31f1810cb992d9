import { VueltaError } from '../errors.js';
import { builtinModule } from '../runtime.js';
import type { SqliteDatabase } from './sqlite-database.js';

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
