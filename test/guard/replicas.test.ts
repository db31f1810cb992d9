import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { refuseUnhandledRejections, sleep } from '../ask/server.js';
import { booking } from './booking.js';
import { down, latch, silent } from './hooked-store.js';
import { awaiting, replicas, willing, working, type Replica } from './replicas.js';
import { no, REFUSED, yes, type Register } from './server.js';

refuseUnhandledRejections();

describe('two replicas over one store', () => {
  it('fifty requests at once to both: one run, the same bytes', async () => {
    const booked: string[] = [];
    const [one, two] = (await replicas(() => booking(booked))) as [Replica, Replica];
    const replies = await Promise.all(Array.from({ length: 50 }, (_, i) => (i % 2 === 0 ? one : two).retry()));
    expect(booked).toEqual(['book 1A']);
    expect(new Set(replies.map(({ bytes }) => bytes)).size).toBe(1);
    expect([...one.types(), ...two.types()].filter((type) => type === 'settled')).toHaveLength(1);
  });

  it('one after the other: the second gives the outcome of the first, and refuses other answers', async () => {
    const booked: string[] = [];
    const [one, two] = (await replicas(() => booking(booked))) as [Replica, Replica];
    const first = await one.retry();
    expect(await two.retry()).toEqual(first);
    expect((await two.retry({ confirm: no })).error).toEqual(REFUSED);
    expect(two.types()).toEqual(['repeated', 'rejected']);
    expect(booked).toHaveLength(1);
  });

  it('a repeat at the other replica waits for a run that takes long, and is not a takeover while it renews', async () => {
    const gate = latch();
    const runs: number[] = [];
    const work = working(async (replica) => {
      runs.push(replica);
      await gate.opened;
      return `run of ${replica}`;
    });
    const [one, two] = (await replicas(work, { leaseMs: 600 })) as [Replica, Replica];
    const first = one.retry();
    await sleep(20);
    const second = two.retry();
    await sleep(1500);
    expect((await two.retry({ confirm: no })).error).toEqual(REFUSED);
    gate.open();
    expect((await second).bytes).toBe((await first).bytes);
    expect(runs).toEqual([0]);
    expect(two.types()).toEqual(['rejected', 'repeated']);
  });

  it('a next round is open to any replica', async () => {
    const effects: string[] = [];
    const register = (replica: number): Register => {
      return (_server, rounds) => {
        rounds.tool('book', {}, async (_args, ask) => {
          await ask.confirm('a', 'A?');
          const receipt = await ask.once('charge', () => `receipt ${effects.push(`charged at ${replica}`)}`);
          await ask.confirm('b', 'B?');
          return text(receipt);
        });
      };
    };
    const [one, two] = (await replicas(register)) as [Replica, Replica];
    const second = await one.retry({ a: yes({ a: true }) });
    const third = { state: second.state, answers: { b: yes({ b: true }) } };
    const [here, there] = await Promise.all([
      one.host.tool('book', { seat: '1A' }, third),
      two.host.tool('book', { seat: '1A' }, third),
    ]);
    expect(here.text).toBe('receipt 1');
    expect(there.bytes).toBe(here.bytes);
    expect(effects).toEqual(['charged at 0']);
  });
});

describe('a replica that dies in the middle of a round', () => {
  it('is taken over when its lease has run out, for the same answers only', async () => {
    const runs: number[] = [];
    const work = working((replica) => {
      runs.push(replica);
      return replica === 0 ? silent() : `run of ${replica}`;
    });
    const [one, two] = (await replicas(work, { leaseMs: 120 })) as [Replica, Replica];
    void one.retry();
    await sleep(20);
    // Dead: nothing of it reaches the store any more.
    Object.assign(one.way.before, { renew: silent, settle: silent, release: silent });
    const begun = performance.now();
    const reply = await two.retry();
    expect(performance.now() - begun).toBeGreaterThan(50);
    expect(reply.text).toBe('run of 1');
    expect((await two.retry({ confirm: no })).error).toEqual(REFUSED);
    expect(runs).toEqual([0, 1]);
    expect(two.types()).toEqual(['taken_over', 'settled', 'rejected']);
  });

  it('or whose claim was answered after its lease had run out: it runs nothing, since another may have it', async () => {
    const runs: number[] = [];
    const work = working((replica) => {
      runs.push(replica);
      return `run of ${replica}`;
    });
    const [one, two] = (await replicas(work, { leaseMs: 60 })) as [Replica, Replica];
    one.way.after.claim = () => sleep(150);
    const first = one.retry();
    await sleep(20);
    const second = await two.retry();
    expect((await first).bytes).toBe(second.bytes);
    expect(runs).toEqual([1]);
    expect(one.types()).toEqual(['repeated']);
  });

  it('or whose claim was answered so late, and the store fails since: told, before anything runs', async () => {
    const runs: number[] = [];
    const work = working((replica) => runs.push(replica));
    const [one] = (await replicas(work, { leaseMs: 60 })) as [Replica];
    one.way.after.claim = () => sleep(100);
    one.way.before.renew = down;
    expect((await one.retry()).error?.data).toEqual({ reason: 'store_unavailable' });
    expect(runs).toEqual([]);
    one.way.after.claim = undefined;
    one.way.before.renew = undefined;
    expect((await one.retry()).error).toBeUndefined();
    expect(runs).toEqual([0]);
  });

  it('after its effect: the step is done again with the same key and says so, or replayed where it was recorded', async () => {
    for (const recorded of [false, true]) {
      const keys: string[] = [];
      const died = latch();
      const register = awaiting(async (replica, ask) => {
        const price = await ask.memo('price', () => `price of ${replica}`);
        await ask.once('charge', ({ idempotencyKey }) => {
          keys.push(`${price} ${idempotencyKey}`);
          if (replica !== 0 || recorded) return;
          died.open();
          return silent();
        });
        if (replica !== 0) return price;
        died.open();
        return silent();
      });
      const [one, two] = (await replicas(register, { leaseMs: 90 })) as [Replica, Replica];
      void one.retry(willing);
      await died.opened;
      const all = { renew: silent, settle: silent, release: silent, beginStep: silent, endStep: silent };
      Object.assign(one.way.before, all);
      expect((await two.retry(willing)).text).toBe('price of 0');
      expect(keys).toHaveLength(recorded ? 1 : 2);
      expect(new Set(keys).size).toBe(1);
      const steps = two.host.events.filter(({ type }) => type === 'step_run' || type === 'step_replayed');
      expect(steps).toMatchObject([recorded ? { type: 'step_replayed' } : { type: 'step_run', again: true }]);
    }
  });
});
