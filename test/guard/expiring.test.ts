import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { memoryStore, text } from '../../src/index.js';
import { refuseUnhandledRejections, sleep } from '../ask/server.js';
import { confirm } from './booking.js';
import { hookedStore, latch } from './hooked-store.js';
import { Host, REFUSED, yes, type HostOptions } from './server.js';

refuseUnhandledRejections();

const START = 1_800_000_000_000;
const TTL = 600_000;
const willing = { confirm: yes({ confirm: true }) };

/** An await-style tool with two steps and time to pass between them. */
function host(between: () => Promise<void>, done: string[], options: HostOptions): Host {
  return new Host((_server, rounds) => {
    rounds.tool('t', {}, async (_args, ask) => {
      await ask.confirm('confirm', 'Go?');
      await ask.once('reserve', () => done.push('reserved'));
      await between();
      await ask.once('charge', () => done.push('charged'));
      return text(done.join(' '));
    });
  }, options);
}

describe('a round that is answered just before its state expires', () => {
  it.each(['in the process', 'outside the process'])(
    'and ends after it: all of it is done, over a store %s',
    async (where) => {
      let time = START;
      const now = () => time;
      const done: string[] = [];
      const inner = memoryStore({ now });
      const gate = latch();
      const one = host(() => gate.opened, done, {
        now,
        store: where === 'in the process' ? inner : hookedStore(inner),
        leaseMs: 30,
      });
      const { state } = await one.tool('t', {});
      time += TTL - 1;
      const reply = one.tool('t', {}, { state, answers: willing });
      await sleep(5);
      time += 60_000;
      await sleep(60);
      gate.open();
      expect((await reply).text).toBe('reserved charged');
      expect(one.events.map(({ type }) => type)).toEqual(['asked', 'answered', 'step_run', 'step_run', 'settled']);
      expect((await one.tool('t', {}, { state, answers: willing })).error).toEqual(REFUSED);
    },
  );

  it('and ends after it: whoever waits at another replica gets its outcome, and runs nothing', async () => {
    let time = START;
    const now = () => time;
    const done: string[] = [];
    const inner = memoryStore({ now });
    const gate = latch();
    const [one, two] = [0, 1].map(() =>
      host(() => gate.opened, done, { now, store: hookedStore(inner), leaseMs: 100_000 }),
    ) as [Host, Host];
    const { state } = await one.tool('t', {});
    time += TTL - 1;
    const first = one.tool('t', {}, { state, answers: willing });
    await sleep(20);
    const second = two.tool('t', {}, { state, answers: willing });
    await sleep(20);
    time += 60_000;
    await sleep(20);
    gate.open();
    expect((await second).bytes).toBe((await first).bytes);
    expect(done).toEqual(['reserved', 'charged']);
    expect(two.events.map(({ type }) => type)).toEqual(['repeated']);
  });
});

describe('clocks that differ', () => {
  it.each([-4000, 4000])('the store is %i ms ahead: a repeat in the last second gets the outcome', async (ahead) => {
    let time = START;
    const done: string[] = [];
    const store = hookedStore(memoryStore({ now: () => time + ahead }));
    const one = host(async () => undefined, done, { now: () => time, store });
    const { state } = await one.tool('t', {});
    time += TTL - 1000;
    const first = await one.tool('t', {}, { state, answers: willing });
    expect(first.text).toBe('reserved charged');
    time += 900;
    expect(await one.tool('t', {}, { state, answers: willing })).toEqual(first);
    expect(one.events.at(-1)).toMatchObject({ type: 'repeated' });
    expect(done).toHaveLength(2);
  });
});

describe('what is kept', () => {
  it('is bounded: settled rounds and steps are gone once nobody can repeat them', async () => {
    let time = START;
    const now = () => time;
    const store = memoryStore({ maxRecords: 12, now });
    const one = host(async () => undefined, [], { now, store, ttlSeconds: 10, maxRounds: 2 });
    for (let call = 0; call < 30; call += 1) {
      const { state } = await one.tool('t', {});
      expect((await one.tool('t', {}, { state, answers: willing })).error).toBeUndefined();
      time += 10_000;
    }
  });

  it('a round that was given up and never tried again is forgotten too', async () => {
    let time = START;
    const now = () => time;
    const store = memoryStore({ maxRecords: 12, now });
    const one = new Host(
      (server) => {
        server.registerTool('t', {}, (ctx) => {
          if (ctx.mcpReq.inputResponses !== undefined) throw new Error('never');
          return inputRequired({ inputRequests: { confirm: confirm('Go?') } });
        });
      },
      { now, store, ttlSeconds: 10, maxRounds: 2 },
    );
    for (let call = 0; call < 40; call += 1) {
      const { state } = await one.tool('t', {});
      expect((await one.tool('t', {}, { state, answers: { confirm: yes() } })).text).toBe('never');
      time += 10_000;
    }
  });
});
