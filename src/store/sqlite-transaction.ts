import { isLocked, type SqliteDatabase } from './sqlite-database.js';

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
      const left = deadline - performance.now();
      if (!isLocked(error) || left <= 0) throw error;
      await pause(Math.min(left, (WAITS[tries] ?? 50) * (0.5 + Math.random())));
    }
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms);
  });
}
