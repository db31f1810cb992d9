import { copyFile, mkdtemp, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDeadline } from '../../src/store/deadline.js';
import { sqliteStore } from '../../src/store/sqlite.js';

const later = (): number => Date.now() + 600_000;
const claimOf = (flow: string) => ({
  flow,
  round: 1,
  fingerprint: 'yes',
  owner: 'owner',
  leaseMs: 60_000,
  expiresAt: later(),
});

let directory: string;
let path: string;

beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), 'vuelta-sqlite-'));
  path = join(directory, 'flows.db');
});
afterEach(() => rm(directory, { recursive: true }));

describe('F101: a file that is not what it was', () => {
  const moved = { code: 'store_unavailable', message: expect.stringContaining('deleted, moved or replaced') as string };

  it.each<[string, () => Promise<unknown>]>([
    ['deleted', () => rm(path)],
    ['deleted with all that is beside it', () => Promise.all(['', '-wal', '-shm'].map((end) => rm(path + end)))],
    ['moved', () => rename(path, `${path}.old`)],
    ['replaced by an empty one', () => rm(path).then(() => writeFile(path, ''))],
    ['replaced by a copy', () => copyFile(path, `${path}.new`).then(() => rename(`${path}.new`, path))],
    ['deprived of its log', () => rm(`${path}-wal`)],
    ['deprived of the index of its log', () => rm(`${path}-shm`)],
  ])('%s under a running store: every operation says so, and does nothing', async (_how, change) => {
    const store = withDeadline(await sqliteStore(path), 5000);
    await store.claim(claimOf('flow'));
    await store.beginStep('flow', 'step', later());
    await change();
    const operations = [
      () => store.claim(claimOf('flow')),
      () => store.renew(claimOf('flow'), 60_000),
      () => store.settle(claimOf('flow'), 'outcome', later()),
      () => store.release(claimOf('flow')),
      () => store.beginStep('flow', 'step', later()),
      () => store.endStep('flow', 'step', 'value', later()),
    ];
    for (const operation of operations) await expect(operation()).rejects.toMatchObject(moved);
    await store.close();
  });

  it('replaced by another process’s: that one goes on, and the first is told', async () => {
    const first = await sqliteStore(path);
    await first.claim(claimOf('flow'));
    await Promise.all(['', '-wal', '-shm'].map((end) => rm(path + end)));
    const second = await sqliteStore(path);
    expect(await second.claim(claimOf('flow'))).toEqual({ kind: 'won', takenOver: false });
    await expect(first.claim(claimOf('flow'))).rejects.toMatchObject(moved);
    await Promise.all([first.close(), second.close()]);
  });

  it('behind a link that leads elsewhere now, as after a deployment', async () => {
    const link = `${path}.current`;
    await symlink(path, link);
    const store = await sqliteStore(link);
    await store.claim(claimOf('flow'));
    await rm(link);
    await symlink(`${path}.next`, link);
    const next = await sqliteStore(link);
    expect(await next.claim(claimOf('flow'))).toEqual({ kind: 'won', takenOver: false });
    await expect(store.claim(claimOf('flow'))).rejects.toMatchObject(moved);
    await Promise.all([store.close(), next.close()]);
  });

  it('of an owner’s database, whatever its journal is', async () => {
    for (const mode of ['wal', 'delete']) {
      const file = `${path}.${mode}`;
      const database = new Database(file);
      database.pragma(`journal_mode = ${mode}`);
      const store = await sqliteStore(database);
      await store.claim(claimOf('flow'));
      await rm(file);
      await expect(store.claim(claimOf('flow'))).rejects.toMatchObject(moved);
      database.close();
    }
  });

  it('made read-only under a running store: said by the next operation, with a code', async () => {
    const database = new Database(path);
    const store = withDeadline(await sqliteStore(database), 5000);
    await store.claim(claimOf('flow'));
    database.pragma('query_only = on');
    await expect(store.claim(claimOf('other'))).rejects.toMatchObject({ code: 'store_unavailable' });
    await expect(store.beginStep('flow', 'step', later())).rejects.toMatchObject({ code: 'store_unavailable' });
    database.close();
  });

  it('that others use as well, and that checkpoints and empties its log, is the same file', async () => {
    const [store, other] = [await sqliteStore(path), new Database(path)];
    for (let flow = 0; flow < 50; flow += 1) {
      await store.claim(claimOf(`flow ${flow}`));
      other.pragma('wal_checkpoint(TRUNCATE)');
    }
    other.exec('VACUUM');
    other.close();
    expect(await store.claim(claimOf('flow 0'))).toEqual({ kind: 'busy' });
    await store.close();
  });
});
