import { expect, it } from 'vitest';
import { withMovableDate } from '../../src/contract/walk/clock.js';
import { memoryStore, type Store } from '../../src/store/index.js';
import { sqliteStore } from '../../src/store/sqlite.js';

const TTL = 600_000;

/** A round and a step, with what makes a store look for records that are over. */
async function work(store: Store, flow: string): Promise<string[]> {
  const expiresAt = Date.now() + TTL;
  const lease = { flow, round: 1, owner: 'o' };
  const { kind } = await store.claim({ ...lease, fingerprint: 'f', leaseMs: 60_000, expiresAt });
  const step = await store.beginStep(flow, 'mail', expiresAt);
  await store.endStep(flow, 'mail', 'sent', expiresAt);
  await store.settle(lease, 'done', expiresAt);
  return [kind, step.kind];
}

it.each([
  ['memoryStore', () => memoryStore()],
  ['sqliteStore', () => sqliteStore(':memory:')],
])(
  'F67: a Date that a test moves ahead and back takes nothing from %s, and makes it refuse nothing',
  async (_, open) => {
    const store = await open();
    expect(await work(store, 'before')).toEqual(['won', 'new']);
    const expiresAt = Date.now() + TTL;
    await withMovableDate(async (advance) => {
      for (const flow of ['ahead', 'further ahead']) {
        advance(2 * TTL);
        expect(await work(store, flow)).toEqual(['won', 'new']);
      }
    });
    expect(await work(store, 'after')).toEqual(['won', 'new']);
    expect(await store.beginStep('before', 'mail', expiresAt)).toEqual({ kind: 'done', value: 'sent' });
    await store.close?.();
  },
);
