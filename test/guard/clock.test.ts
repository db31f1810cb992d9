import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { memoryStore, text, type Store } from '../../src/index.js';
import { sqliteStore } from '../../src/store/sqlite.js';
import { Host, yes, type HostOptions, type Register } from './server.js';

const answers = { confirm: yes({ confirm: true }) };
const MINUTE = 60_000;

const ends: (() => unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0)) await end();
});

const STORES: [string, (now: () => number) => Promise<Store | undefined>][] = [
  ['the default', async () => undefined],
  ['memory', async (now) => memoryStore({ now })],
  [
    'SQLite',
    async (now) => {
      const directory = await mkdtemp(join(tmpdir(), 'vuelta-clock-'));
      const store = await sqliteStore(join(directory, 'a.db'), { now });
      ends.push(() => rm(directory, { recursive: true }));
      ends.push(() => store.close());
      return store;
    },
  ],
];

describe.each(STORES)('F67: the clock jumps ahead and back, over %s', (_name, open) => {
  it.each([
    ['a tool', 'tools/call', 'tool', 11],
    ['a tool', 'tools/call', 'tool', 180],
    ['a tool that only reads', 'tools/call', 'reads', 180],
    ['a prompt', 'prompts/get', 'prompt', 180],
  ] as const)('what %s recorded is not done again (%s %s, %i minutes)', async (_what, method, name, minutes) => {
    let time = 1_800_000_000_000;
    const now = () => time;
    let effects = 0;
    const register: Register = (_server, rounds) => {
      const charge = async (ask: { confirm: Function; once: Function }) => {
        await ask.confirm('confirm', 'Charge Ana 5 euros?');
        await ask.once('charge', () => (effects += 1));
      };
      rounds.tool('tool', {}, async (_args, ask) => {
        await charge(ask);
        return text('charged');
      });
      rounds.tool('reads', { annotations: { readOnlyHint: true } }, async (_args, ask) => {
        await charge(ask);
        return text('charged');
      });
      rounds.prompt('prompt', {}, async (_args, ask) => {
        await charge(ask);
        return { messages: [] };
      });
    };
    const store = await open(now);
    const options: HostOptions = { now, ...(store === undefined ? {} : { store }) };
    const host = new Host(register, options);
    const { state } = await host.send(method, { name });
    const other = await host.send(method, { name });
    await host.send(method, { name }, { state, answers });
    expect(effects).toBe(1);
    time += minutes * MINUTE;
    // Somebody else's writes sweep.
    for (let call = 0; call < 4; call += 1) {
      const ahead = await host.send(method, { name });
      await host.send(method, { name }, { state: ahead.state, answers });
    }
    expect(effects).toBe(5);
    time -= minutes * MINUTE - 1000;
    const repeated = await host.send(method, { name }, { state, answers });
    if (repeated.error !== undefined) expect(repeated.error.data).toEqual({ reason: 'store_unavailable' });
    expect(effects).toBe(5);
    // The clock is right again: new calls work.
    time += 1000;
    const fresh = await host.send(method, { name });
    expect((await host.send(method, { name }, { state: fresh.state, answers })).error).toBeUndefined();
    expect(effects).toBe(6);
    expect(other.state).toBeDefined();
  });

  it('a clock that jumps while a handler works, as after a sleep, takes nothing from its client', async () => {
    let time = 1_800_000_000_000;
    const now = () => time;
    const store = await open(now);
    const host = new Host(
      (_server, rounds) => {
        rounds.tool('t', {}, async (_args, ask) => {
          await ask.confirm('confirm', 'Charge Ana 5 euros?');
          await ask.once('charge', () => (time += 180 * MINUTE));
          return text('charged');
        });
      },
      { now, ...(store === undefined ? {} : { store }) },
    );
    const { state } = await host.tool('t', {});
    expect((await host.tool('t', {}, { state, answers })).text).toBe('charged');
    expect(host.events.map(({ type }) => type)).toEqual(['asked', 'answered', 'step_run', 'unsettled']);
  });

  it('a shorter life of states, at another server of the store or after a deployment, is no clock that was set back', async () => {
    let time = 1_800_000_000_000;
    const now = () => time;
    const store = (await open(now)) ?? memoryStore({ now });
    const [long, short] = [3600, 60].map(
      (ttlSeconds) =>
        new Host(
          (_server, rounds) => {
            rounds.tool('t', {}, async (_args, ask) => {
              await ask.confirm('confirm', 'Go?');
              return text('done');
            });
          },
          { now, store, ttlSeconds },
        ),
    ) as [Host, Host];
    const call = async (host: Host) => {
      const { state } = await host.tool('t', {});
      return (await host.tool('t', {}, { state, answers })).text;
    };
    expect(await call(long)).toBe('done');
    time += 62 * MINUTE;
    for (const host of [short, long, short, short]) expect(await call(host)).toBe('done');
  });
});
