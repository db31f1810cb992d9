import { describe, expect, it } from 'vitest';
import { memoryStore, text, type Store } from '../../src/index.js';
import { Host, yes } from './server.js';

const answers = { confirm: yes({ confirm: true }) };

describe('F97: a store that fills up', () => {
  it('is told well before it is full, once until it has emptied, and with its place', async () => {
    let time = 1_800_000_000_000;
    const now = () => time;
    const store = memoryStore({ maxRecords: 10, now });
    const host = new Host(
      (_server, rounds) => {
        rounds.tool('t', {}, async (_args, ask) => {
          await ask.confirm('confirm', 'Go?');
          return text('done');
        });
      },
      { store, now },
    );
    const call = async () => {
      const { state } = await host.tool('t', {});
      return host.tool('t', {}, { state, answers });
    };
    const told = () => host.events.filter(({ type }) => type === 'store_filling');
    for (let round = 0; round < 7; round += 1) await call();
    expect(told()).toEqual([]);
    for (let round = 0; round < 3; round += 1) expect((await call()).text).toBe('done');
    expect(told()).toEqual([{ type: 'store_filling', method: 'tools/call', target: 't', filled: 0.8 }]);
    expect((await call()).error?.data).toEqual({ reason: 'store_full' });
    time += 3_600_000;
    for (let round = 0; round < 10; round += 1) expect((await call()).text).toBe('done');
    expect(told()).toHaveLength(2);
  });

  it('also where the store is not in the process and knows how full it is', async () => {
    const inner = memoryStore();
    const store: Store = {
      filled: 0.9,
      claim: (claim) => inner.claim(claim),
      renew: (...renewal) => inner.renew(...renewal),
      settle: (...outcome) => inner.settle(...outcome),
      release: (lease) => inner.release(lease),
      beginStep: (...step) => inner.beginStep(...step),
      endStep: (...step) => inner.endStep(...step),
      close: () => inner.close(),
    };
    const host = new Host(
      (_server, rounds) => {
        rounds.tool('t', {}, async (_args, ask) => {
          await ask.confirm('confirm', 'Go?');
          return text('done');
        });
      },
      { store },
    );
    const { state } = await host.tool('t', {});
    await host.tool('t', {}, { state, answers });
    expect(host.events).toContainEqual({ type: 'store_filling', method: 'tools/call', target: 't', filled: 0.9 });
  });
});
