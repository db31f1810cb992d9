import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { withDeadline } from '../../src/store/deadline.js';
import { connect } from '../../src/store/sqlite-connection.js';
import { sqliteStore, type SqliteDatabase } from '../../src/store/sqlite.js';

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

function holder(act: 'lock' | 'die') {
  return spawn(process.execPath, [join(import.meta.dirname, 'holder.mjs'), path, act], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
}

/** Another process that has the write lock. */
async function lock(): Promise<{ unlock: () => Promise<void> }> {
  const child = holder('lock');
  await once(child.stdout, 'data');
  const gone = once(child, 'exit');
  return {
    async unlock() {
      child.stdin.write('\n');
      await gone;
    },
  };
}

describe('a write lock that another process holds', () => {
  it('S9 is waited for without stopping the event loop, and rejects after busyTimeoutMs', async () => {
    const store = withDeadline(await sqliteStore(path, { busyTimeoutMs: 300 }), 5000);
    const { unlock } = await lock();
    let ticks = 0;
    const ticking = setInterval(() => (ticks += 1), 10);
    const begun = performance.now();
    const locked = { code: 'store_unavailable', cause: { code: 'SQLITE_BUSY' } };
    await expect(store.claim(claimOf('flow'))).rejects.toMatchObject(locked);
    expect(performance.now() - begun).toBeGreaterThanOrEqual(290);
    clearInterval(ticking);
    expect(ticks).toBeGreaterThan(5);
    await expect(store.beginStep('flow', 'step', later())).rejects.toMatchObject(locked);
    await unlock();
    expect(await store.claim(claimOf('flow'))).toEqual({ kind: 'won', takenOver: false });
    await store.close();
  });

  it('is got when the other lets go in time, and a deadline bounds the wait', async () => {
    const store = await sqliteStore(path);
    const { unlock } = await lock();
    const claimed = store.claim(claimOf('flow'));
    await expect(withDeadline(store, 100).claim(claimOf('other'))).rejects.toMatchObject({ code: 'store_timeout' });
    await unlock();
    expect(await claimed).toEqual({ kind: 'won', takenOver: false });
    await store.close();
  });

  it('S9 a store that is closed while it waits rejects', async () => {
    const store = await sqliteStore(path);
    const { unlock } = await lock();
    const claimed = store.claim(claimOf('flow'));
    await store.close();
    await expect(claimed).rejects.toMatchObject({ code: 'store_closed' });
    await unlock();
  });

  it('is store_unavailable when the tables cannot be made', async () => {
    const database = new Database(path);
    database.pragma('journal_mode = WAL');
    database.close();
    const { unlock } = await lock();
    await expect(sqliteStore(path, { busyTimeoutMs: 100 })).rejects.toMatchObject({ code: 'store_unavailable' });
    await unlock();
  });
});

it('what a process wrote before it was killed is there', async () => {
  const child = holder('die');
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  const store = await sqliteStore(path);
  const other = { ...claimOf('flow'), owner: 'other' };
  expect(await store.claim(other)).toEqual({ kind: 'settled', outcome: 'outcome' });
  expect(await store.claim({ ...other, fingerprint: 'no' })).toEqual({ kind: 'conflict' });
  expect(await store.claim({ ...other, round: 2 })).toEqual({ kind: 'won', takenOver: true });
  expect(await store.beginStep('flow', 'done', later())).toEqual({ kind: 'done', value: 'value' });
  expect(await store.beginStep('flow', 'begun', later())).toEqual({ kind: 'begun' });
  await store.close();
});

describe('a disk that is full', () => {
  it('S9 S10 refuses what would begin, keeps what it has, and works again when there is room', async () => {
    const database = new Database(path);
    const store = await sqliteStore(database);
    const claim = claimOf('flow');
    await store.claim(claim);
    await store.endStep('flow', 'done', 'value', later());
    const pages = Number(database.pragma('page_count', { simple: true }));
    database.pragma(`max_page_count = ${pages + 20}`);
    const full = { code: 'SQLITE_FULL' };
    const fill = async (): Promise<void> => {
      for (let step = 0; step < 1000; step += 1) await store.beginStep('filler'.repeat(100), `step ${step}`, later());
    };
    await expect(fill()).rejects.toMatchObject(full);
    const long = 'x'.repeat(20_000);
    await expect(store.claim(claimOf(long))).rejects.toMatchObject(full);
    await expect(store.endStep('flow', 'large', long, later())).rejects.toMatchObject(full);
    await expect(withDeadline(store, 1000).claim(claimOf(long))).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await store.beginStep('flow', 'done', later())).toEqual({ kind: 'done', value: 'value' });
    expect(await store.settle(claim, 'outcome', later())).toBe(true);
    database.pragma('max_page_count = 1000000');
    expect(await store.claim(claimOf(long))).toEqual({ kind: 'won', takenOver: false });
    expect(await store.beginStep('flow', 'large', later())).toEqual({ kind: 'new' });
    database.close();
  });
});

describe('a file that cannot be used', () => {
  it('S9 F101 one that can only be read is refused when the store is made', async () => {
    await (await sqliteStore(path)).close();
    const database = new Database(path, { readonly: true });
    const refused = { code: 'store_unavailable', cause: { code: 'SQLITE_READONLY' } };
    await expect(sqliteStore(database)).rejects.toMatchObject(refused);
    database.close();
  });

  it('one that is not a database, a directory, or nowhere is store_unavailable', async () => {
    await writeFile(path, 'not a database '.repeat(1000));
    for (const place of [path, directory, join(directory, 'missing', 'flows.db')])
      await expect(sqliteStore(place)).rejects.toMatchObject({
        code: 'store_unavailable',
        cause: expect.any(Error) as Error,
      });
  });

  it('S9 one that is damaged rejects, and never answers "nothing there"', async () => {
    const store = await sqliteStore(path);
    for (let step = 0; step < 200; step += 1) await store.endStep('flow', `step ${step}`, 'x'.repeat(1000), later());
    await store.close();
    const file = await open(path, 'r+');
    const { size } = await file.stat();
    await file.write(Buffer.alloc(size - 4096, 0x5a), 0, size - 4096, 4096);
    await file.close();
    const damaged = async (): Promise<unknown> => (await sqliteStore(path)).beginStep('flow', 'step 1', later());
    await expect(damaged()).rejects.toThrow(/malformed|cannot be used/u);
  });

  it('one with tables of another version is refused, and left as it is', async () => {
    await (await sqliteStore(path)).close();
    const database = new Database(path);
    database.exec('UPDATE vuelta_schema SET version = 3');
    await expect(sqliteStore(path)).rejects.toMatchObject({
      code: 'store_unavailable',
      message: expect.stringContaining('version 3') as string,
    });
    expect(database.prepare('SELECT version FROM vuelta_schema').get()).toEqual({ version: 3 });
    database.close();
  });
});

describe('a database that its owner has opened', () => {
  it('keeps its settings and its transaction, and stays open', async () => {
    const database = new Database(path, { timeout: 1234 });
    const settings = () => ['journal_mode', 'synchronous', 'busy_timeout'].map((name) => database.pragma(name));
    const before = settings();
    const store = await sqliteStore(database);
    expect(settings()).toEqual(before);
    database.exec('CREATE TABLE theirs (id); BEGIN; INSERT INTO theirs VALUES (1)');
    await expect(store.claim(claimOf('flow'))).rejects.toThrow('transaction');
    expect(database.inTransaction).toBe(true);
    database.exec('COMMIT');
    expect(await store.claim(claimOf('flow'))).toEqual({ kind: 'won', takenOver: false });
    await store.close();
    expect(database.prepare('SELECT id FROM theirs').all()).toEqual([{ id: 1 }]);
    database.close();
  });
});

describe('what has expired', () => {
  it('is dropped as it goes, a few with each write', async () => {
    let time = 1000;
    const database = new Database(':memory:');
    const store = await sqliteStore(database, { now: () => time });
    const counted = () =>
      ['rounds', 'steps'].map((kind) => {
        const row = database.prepare(`SELECT count(*) AS kept FROM vuelta_${kind}`).get() as { kept: number };
        return row.kept;
      });
    for (let flow = 0; flow < 100; flow += 1) {
      await store.claim({ ...claimOf(`flow ${flow}`), expiresAt: 2000 });
      await store.beginStep(`flow ${flow}`, 'step', 2000);
    }
    await store.claim({ ...claimOf('kept'), expiresAt: 9000 });
    await store.beginStep('kept', 'step', 9000);
    expect(counted()).toEqual([101, 101]);
    time = 2000;
    await store.beginStep('kept', 'step', 9000);
    expect(counted()).toEqual([93, 93]);
    for (let turn = 0; turn < 12; turn += 1) await store.beginStep('kept', 'step', 9000);
    expect(counted()).toEqual([1, 1]);
    database.close();
  });

  it('S8 is not read again by what takes its place', async () => {
    let time = 1000;
    const store = await sqliteStore(':memory:', { now: () => time });
    const flows = Array.from({ length: 40 }, (_, flow) => `flow ${flow}`);
    for (const flow of flows) {
      await store.claim({ ...claimOf(flow), expiresAt: 2000 });
      await store.settle(claimOf(flow), 'old', 2000);
      await store.endStep(flow, 'step', 'old', 2000);
    }
    time = 2000;
    for (const flow of flows.toReversed()) {
      expect(await store.claim({ ...claimOf(flow), fingerprint: 'no' })).toEqual({ kind: 'won', takenOver: false });
      expect(await store.claim({ ...claimOf(flow), fingerprint: 'no' })).toEqual({ kind: 'busy' });
      expect(await store.beginStep(flow, 'step', later())).toEqual({ kind: 'new' });
      expect(await store.beginStep(flow, 'step', later())).toEqual({ kind: 'begun' });
    }
    await store.close();
  });

  it('S9 what would be over before it is written is refused', async () => {
    const store = await sqliteStore(':memory:', { now: () => 1000 });
    const over = { code: 'store_unavailable', message: expect.stringContaining('clock') as string };
    await expect(store.claim({ ...claimOf('flow'), expiresAt: 1000 })).rejects.toMatchObject(over);
    await expect(store.beginStep('flow', 'step', 999)).rejects.toMatchObject(over);
    expect(await store.claim({ ...claimOf('flow'), fingerprint: 'no', expiresAt: 1001 })).toMatchObject({
      kind: 'won',
    });
    await store.close();
  });

  it('a round that outlived its state settles, since nobody else can have it', async () => {
    let time = 1000;
    const store = await sqliteStore(':memory:', { now: () => time });
    await store.claim({ ...claimOf('flow'), expiresAt: 2000 });
    time = 2000;
    expect(await store.settle({ ...claimOf('flow') }, 'late', 2000)).toBe(true);
    expect(await store.settle({ ...claimOf('flow') }, 'late', 3000)).toBe(false);
    await store.close();
  });
});

describe('F67: a clock that jumps ahead and back', () => {
  it('what was dropped meanwhile is not won again, by another process and after a restart either', async () => {
    let time = 1000;
    const open = () => sqliteStore(path, { now: () => time });
    const [one, other] = [await open(), await open()];
    const claim = { ...claimOf('flow'), expiresAt: 5000 };
    await one.claim(claim);
    // A text may shorten its life.
    await one.settle(claim, 'outcome', 4000);
    await one.endStep('flow', 'step', 'value', 5000);
    time = 10_000;
    await other.claim({ ...claimOf('another'), expiresAt: 20_000 });
    time = 1001;
    const over = { code: 'store_unavailable', message: expect.stringContaining('clock') as string };
    for (const store of [one, other, await open()]) {
      await expect(store.claim(claim)).rejects.toMatchObject(over);
      await expect(store.beginStep('flow', 'step', 5000)).rejects.toMatchObject(over);
      await store.close();
    }
    const store = await open();
    expect(await store.claim({ ...claimOf('flow'), round: 2, expiresAt: 5001 })).toMatchObject({ kind: 'won' });
    await store.close();
  });
});

describe('sqliteStore: its arguments', () => {
  it.each([[undefined], [null], [''], [1], [{}], [{ prepare: () => 1 }], [new URL('file:///tmp/flows.db')]])(
    'refuses the source %s',
    async (source) => {
      await expect(sqliteStore(source as unknown as SqliteDatabase)).rejects.toBeInstanceOf(TypeError);
    },
  );

  it.each([[-1], [Number.NaN], [Infinity]])('refuses busyTimeoutMs %s', async (busyTimeoutMs) => {
    await expect(sqliteStore(':memory:', { busyTimeoutMs })).rejects.toBeInstanceOf(RangeError);
  });

  it('refuses another durability', async () => {
    await expect(sqliteStore(':memory:', { synchronous: 'off' as 'full' })).rejects.toBeInstanceOf(TypeError);
  });

  it.each([
    ['full', 2],
    ['normal', 1],
  ] as const)('opens a file in WAL mode, synchronous %s', async (synchronous, level) => {
    const { database, close } = await connect(path, { synchronous, busyTimeoutMs: 0 });
    expect(database.prepare('PRAGMA journal_mode').get()).toEqual({ journal_mode: 'wal' });
    expect(database.prepare('PRAGMA synchronous').get()).toEqual({ synchronous: level });
    close();
  });
});
