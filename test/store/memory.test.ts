import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { memoryStore } from '../../src/store/index.js';
import { describeStore } from './describe-store.js';

describeStore('memoryStore', async () => {
  const store = memoryStore();
  return { one: store, other: store, open: async () => memoryStore() };
});

const LATER = 2_000_000_000_000;

describe('memoryStore: its bounds', () => {
  it('refuses to begin when it is full, drops nothing that has not expired, and says what to do', async () => {
    let time = 0;
    const store = memoryStore({ maxRecords: 2, now: () => time });
    await store.beginStep('f', 'a', 10);
    await store.beginStep('f', 'b', 20);
    const full = { code: 'store_full', next: 'retry', message: expect.stringContaining('maxRecords') as string };
    await expect(store.beginStep('f', 'c', 30)).rejects.toMatchObject(full);
    const claim = { flow: 'f', round: 1, fingerprint: 'x', owner: 'o', leaseMs: 5, expiresAt: 30 };
    await expect(store.claim(claim)).rejects.toMatchObject(full);
    expect(await store.endStep('f', 'a', '1', 10)).toBe('1');
    expect(await store.endStep('f', 'b', '2', 20)).toBe('2');
    time = 10;
    expect(await store.beginStep('f', 'c', 30)).toEqual({ kind: 'new' });
    expect(await store.beginStep('f', 'b', 20)).toEqual({ kind: 'done', value: '2' });
  });

  it('F97: counts the memory that it takes, texts of any length in it, and gets it back', async () => {
    let time = 0;
    const store = memoryStore({ maxBytes: 100_000, now: () => time });
    await store.beginStep('f', 'a', 10);
    await store.endStep('f', 'a', 'x'.repeat(50_000), 10);
    const full = { code: 'store_full', message: expect.stringContaining('100000 bytes (maxBytes)') as string };
    await expect(store.beginStep('f', 'b', 20)).rejects.toMatchObject(full);
    expect(store.filled).toBeGreaterThan(1);
    time = 10;
    expect(await store.beginStep('f', 'b', 20)).toEqual({ kind: 'new' });
    expect(store.filled).toBeLessThan(0.1);
  });

  it('F97: what has begun can end, and its leases can be renewed, however full it is', async () => {
    const store = memoryStore({ maxBytes: 5000 });
    const claim = { flow: 'f', round: 1, fingerprint: 'x', owner: 'o', leaseMs: 60_000, expiresAt: LATER };
    const lease = { owner: 'o', leaseMs: 60_000 };
    await store.claim(claim);
    await store.beginStep('f', 's', LATER, lease);
    for (let step = 0; (store.filled ?? 0) < 1; step += 1) await store.endStep('g', `${step}`, 'x'.repeat(100), LATER);
    await expect(store.claim({ ...claim, round: 2 })).rejects.toMatchObject({ code: 'store_full' });
    expect(await store.renew(claim, 60_000)).toBe(true);
    expect(await store.beginStep('f', 's', LATER, lease)).toEqual({ kind: 'begun' });
    expect(await store.endStep('f', 's', 'y'.repeat(5000), LATER)).toHaveLength(5000);
    expect(await store.settle(claim, 'z'.repeat(5000), LATER)).toBe(true);
  });

  it('F97: 50 000 flows of two asks at one time fit into the default', async () => {
    const store = memoryStore({ now: () => 0 });
    const asks = 'a'.repeat(1000);
    for (let flow = 0; flow < 50_000; flow += 1) {
      for (const round of [1, 2]) {
        const claim = {
          flow: `${flow}`.padStart(32, '0'),
          round,
          fingerprint: 'x',
          owner: 'o',
          leaseMs: 5,
          expiresAt: 1,
        };
        await store.claim(claim);
        await store.settle(claim, round === 1 ? asks : 'done', 1);
      }
    }
    expect(store.filled).toBeLessThan(0.9);
  });

  it('F97: is not held up by records that live long: what has expired behind them goes as others come', async () => {
    let time = 0;
    const store = memoryStore({ now: () => time });
    for (let step = 0; step < 1000; step += 1) await store.endStep('long', `${step}`, '', 1_000_000);
    const before = store.filled ?? 0;
    for (; time < 20_000; time += 1) await store.beginStep('short', `${time}`, time + 10);
    expect(store.filled).toBeLessThan(before * 2);
  });

  it('F97: takes no more of the heap than it counts, in either width of texts', async () => {
    const script = join(import.meta.dirname, 'filling.mjs');
    for (const kind of ['narrow', 'wide', 'short']) {
      const { stdout } = await promisify(execFile)(process.execPath, ['--expose-gc', script, kind]);
      const { counted, taken } = JSON.parse(stdout) as { counted: number; taken: number };
      expect(taken, kind).toBeLessThanOrEqual(counted);
      expect(taken, kind).toBeGreaterThan(counted / 3);
    }
  });

  it.each([[0], [-1], [1.5], [Number.NaN], [Infinity], ['9' as unknown as number]])(
    'refuses a bound of %s',
    (bound) => {
      expect(() => memoryStore({ maxRecords: bound })).toThrow(RangeError);
      expect(() => memoryStore({ maxBytes: bound })).toThrow(RangeError);
    },
  );
});

describe('F67: a clock that jumps ahead and back', () => {
  const claim = { flow: 'f', round: 1, fingerprint: 'x', owner: 'o', leaseMs: 60_000, expiresAt: 1000 };

  it.each(['claimed', 'settled', 'swept while it was full'])(
    'a round that was dropped meanwhile is not won again: %s',
    async (how) => {
      let time = 0;
      const store = memoryStore({ now: () => time, ...(how.startsWith('swept') ? { maxRecords: 1 } : {}) });
      await store.claim(claim);
      // A text may shorten its life.
      if (how === 'settled') await store.settle(claim, 'outcome', 700);
      time = 5000;
      await store.claim({ ...claim, flow: 'g', expiresAt: 9000 });
      time = 10;
      await expect(store.claim(claim)).rejects.toMatchObject({ code: 'store_unavailable', next: 'retry' });
      if (!how.startsWith('swept'))
        expect(await store.claim({ ...claim, flow: 'h', expiresAt: 1001 })).toEqual({ kind: 'won', takenOver: false });
    },
  );

  it('a step that was dropped meanwhile is not new again', async () => {
    let time = 0;
    const store = memoryStore({ now: () => time });
    await store.beginStep('f', 's', 1000);
    await store.endStep('f', 's', 'done', 1000);
    time = 5000;
    await store.beginStep('g', 's', 9000);
    time = 10;
    await expect(store.beginStep('f', 's', 1000)).rejects.toMatchObject({ code: 'store_unavailable' });
    expect(await store.beginStep('h', 's', 1001)).toEqual({ kind: 'new' });
  });

  it('a lease is a duration: a jump does not end it', async () => {
    let time = 0;
    const store = memoryStore({ now: () => time });
    await store.claim({ ...claim, expiresAt: 1_000_000 });
    time = 120_000;
    expect(await store.claim({ ...claim, owner: 'p', expiresAt: 1_000_000 })).toEqual({ kind: 'busy' });
  });
});

describe('memoryStore: options', () => {
  it('refuses one that there is not', () => {
    expect(() => memoryStore({ maxCharacters: 10 } as object)).toThrow(/no option "maxCharacters".*maxBytes/u);
  });
});

describe('memoryStore: names', () => {
  it('keeps flows and steps apart, whatever they are called', async () => {
    const store = memoryStore();
    const names = [
      'a',
      'a\n',
      '\na',
      'a\nb',
      'b',
      ' ',
      '1 a',
      '__proto__',
      'constructor',
      'ü',
      'u\u0308',
      "a'; --",
      'a:b',
      '1',
      '11',
    ];
    const pairs = names.flatMap((flow) => names.map((step) => [flow, step] as const));
    for (const [flow, step] of pairs) await store.endStep(flow, step, JSON.stringify([flow, step]), LATER);
    for (const [flow, step] of pairs) {
      expect(await store.beginStep(flow, step, LATER)).toEqual({ kind: 'done', value: JSON.stringify([flow, step]) });
    }
  });

  it('keeps a round apart from a step of its number', async () => {
    const store = memoryStore();
    await store.endStep('f', '1', 'step', LATER);
    const claim = { flow: 'f', round: 1, fingerprint: 'x', owner: 'o', leaseMs: 5, expiresAt: LATER };
    expect(await store.claim(claim)).toEqual({ kind: 'won', takenOver: false });
  });
});
