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

  it('counts characters too, and gets them back', async () => {
    let time = 0;
    const store = memoryStore({ maxCharacters: 10, now: () => time });
    await store.beginStep('f', 'a', 10);
    await store.endStep('f', 'a', 'x'.repeat(10), 10);
    await expect(store.beginStep('f', 'b', 20)).rejects.toMatchObject({ code: 'store_full' });
    time = 10;
    expect(await store.beginStep('f', 'b', 20)).toEqual({ kind: 'new' });
  });

  it.each([[0], [-1], [1.5], [Number.NaN], [Infinity], ['9' as unknown as number]])(
    'refuses a bound of %s',
    (bound) => {
      expect(() => memoryStore({ maxRecords: bound })).toThrow(RangeError);
      expect(() => memoryStore({ maxCharacters: bound })).toThrow(RangeError);
    },
  );
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
