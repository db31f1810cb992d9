// Another process on the same SQLite file. node holder.mjs PATH (lock | die)
// lock: holds the write lock until it reads a line. die: writes through the store, says what, and is killed.
import { once } from 'node:events';
import Database from 'better-sqlite3';
import { sqliteStore } from 'vuelta/store/sqlite';

const [path, act] = /** @type {[string, string]} */ (/** @type {unknown} */ (process.argv.slice(2)));

if (act === 'lock') {
  const database = new Database(path);
  database.exec('BEGIN IMMEDIATE');
  process.stdout.write('locked\n');
  await once(process.stdin, 'data');
  database.exec('COMMIT');
  database.close();
  process.stdin.destroy();
} else {
  const store = await sqliteStore(path, { synchronous: 'normal' });
  const expiresAt = Date.now() + 600_000;
  const lease = { flow: 'flow', round: 1, owner: 'dead' };
  await store.claim({ ...lease, fingerprint: 'yes', leaseMs: 60_000, expiresAt });
  await store.settle(lease, 'outcome', expiresAt);
  await store.claim({ ...lease, round: 2, fingerprint: 'yes', leaseMs: 1, expiresAt });
  await store.endStep('flow', 'done', 'value', expiresAt);
  await store.beginStep('flow', 'begun', expiresAt);
  process.kill(process.pid, 'SIGKILL');
}
