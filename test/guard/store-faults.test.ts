import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import { memoryStore, text, type Store } from '../../src/index.js';
import { refuseUnhandledRejections, sleep } from '../ask/server.js';
import { booking, confirm } from './booking.js';
import { down, driverError, hookedStore, latch, silent, type Operation } from './hooked-store.js';
import { Host, no, REFUSED, yes, type HostOptions } from './server.js';

refuseUnhandledRejections();

const answers = { confirm: yes() };

async function asked(store: Store, options: HostOptions = {}) {
  const booked: string[] = [];
  const host = new Host(booking(booked), { store, ...options });
  const { state } = await host.tool('book', { seat: '1A' });
  const retry = (given: unknown = answers) => host.tool('book', { seat: '1A' }, { state, answers: given });
  const types = () => host.events.map(({ type }) => type).filter((type) => type !== 'asked' && type !== 'answered');
  return { host, booked, retry, types };
}

describe('a store that fails when a round is claimed', () => {
  it.each([
    ['down', () => down, 'store_unavailable'],
    ['silent', () => silent, 'store_timeout'],
  ] as const)(
    '%s: a coded error before anything runs, and the round can be sent again',
    async (_name, hook, reason) => {
      const store = hookedStore();
      const { host, booked, retry } = await asked(store, { storeTimeoutMs: 30 });
      store.before.claim = hook();
      const reply = await retry();
      expect(reply.error).toMatchObject({ code: -32_603, data: { reason } });
      expect(reply.error?.message).toMatch(/^store_\w+: The store .*"claim".*sent again/);
      expect(booked).toEqual([]);
      expect(host.events).toContainEqual(
        expect.objectContaining({ type: 'fault', method: 'tools/call', target: 'book', code: reason }),
      );
      expect(JSON.stringify([reply, host.events])).not.toMatch(/CANARY|6379/);
      store.before.claim = undefined;
      expect((await retry()).text).toBe('booked book 1A');
      expect(booked).toHaveLength(1);
    },
  );

  it('is not asked anything for a first round', async () => {
    const store = hookedStore();
    store.before.claim = down;
    const { host } = await asked(store);
    expect(host.events.map(({ type }) => type)).toEqual(['asked']);
    expect(store.reached).toEqual([]);
  });

  it('after the claim has reached it: nobody has to wait for a lease that nobody has', async () => {
    const store = hookedStore();
    const { booked, retry } = await asked(store, { leaseMs: 10 * 60_000 });
    store.after.claim = down;
    expect((await retry()).error?.data).toEqual({ reason: 'store_unavailable' });
    store.after.claim = undefined;
    await sleep(5);
    // With a lease to wait for, this would outlive the test.
    expect((await retry()).text).toBe('booked book 1A');
    expect(booked).toHaveLength(1);
    expect(store.reached).toEqual(['claim', 'release', 'claim', 'settle']);
  });

  it('and cannot be told either: the next claim takes over when the lease has run out', async () => {
    const store = hookedStore();
    const { booked, retry, types } = await asked(store, { leaseMs: 150 });
    Object.assign(store.after, { claim: down });
    Object.assign(store.before, { release: down });
    expect((await retry()).error?.data).toEqual({ reason: 'store_unavailable' });
    store.after.claim = undefined;
    expect((await retry()).text).toBe('booked book 1A');
    expect(booked).toHaveLength(1);
    expect(types()).toEqual(['fault', 'taken_over', 'settled']);
  });

  it('with many waiting: all are told, nothing runs, and one runs later', async () => {
    const store = hookedStore();
    const { booked, retry } = await asked(store);
    store.before.claim = down;
    const replies = await Promise.all(Array.from({ length: 10 }, () => retry()));
    for (const reply of replies) expect(reply.error?.data).toEqual({ reason: 'store_unavailable' });
    store.before.claim = undefined;
    const later = await Promise.all(Array.from({ length: 10 }, () => retry()));
    expect(new Set(later.map(({ bytes }) => bytes)).size).toBe(1);
    expect(booked).toHaveLength(1);
  });

  it('with other answers waiting behind it: they are not refused for answers that never counted', async () => {
    const store = hookedStore();
    const gate = latch();
    const { booked, retry } = await asked(store);
    store.before.claim = async () => {
      store.before.claim = undefined;
      await gate.opened;
      return down();
    };
    const first = retry({ confirm: no });
    await sleep(5);
    const second = retry();
    await sleep(5);
    gate.open();
    expect((await first).error?.data).toEqual({ reason: 'store_unavailable' });
    expect((await second).text).toBe('booked book 1A');
    expect((await retry({ confirm: no })).error).toEqual(REFUSED);
    expect(booked).toHaveLength(1);
  });

  it('that is full: store_full, before anything runs', async () => {
    let time = Date.now();
    const now = () => time;
    const { host, booked, retry } = await asked(memoryStore({ maxRecords: 1, now }), { now });
    await retry();
    const { state } = await host.tool('book', { seat: '2B' });
    const other = await host.tool('book', { seat: '2B' }, { state, answers });
    expect(other.error).toMatchObject({ code: -32_603, data: { reason: 'store_full' } });
    expect(other.error?.message).toContain('at most 1 records (maxRecords)');
    expect((await retry()).text, 'a round that is settled can be repeated all the same').toBe('booked book 1A');
    expect(booked).toEqual(['book 1A']);
    time += 700_000;
    const later = await host.tool('book', { seat: '2B' });
    expect((await host.tool('book', { seat: '2B' }, { state: later.state, answers })).text).toBe('booked book 2B');
  });

  it('that is closed: store_closed', async () => {
    const store = memoryStore();
    const { booked, retry } = await asked(store);
    await store.close();
    expect((await retry()).error?.data).toEqual({ reason: 'store_closed' });
    expect(booked).toEqual([]);
  });

  it('that says it is in the process, and fails with an error of its own', async () => {
    const broken: Store = Object.assign(hookedStore(), { inProcess: true, claim: () => Promise.reject(driverError()) });
    const { booked, retry } = await asked(broken);
    const reply = await retry();
    expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'store_unavailable' } });
    expect(reply.error?.message).not.toContain('CANARY');
    expect(booked).toEqual([]);
  });

  it('that throws instead of rejecting', async () => {
    const { booked, retry } = await asked(Object.assign(hookedStore(), { claim: down }));
    expect((await retry()).error?.data).toEqual({ reason: 'store_unavailable' });
    expect(booked).toEqual([]);
  });
});

describe('a store that fails when a round is settled', () => {
  it('the outcome is given, repeated meanwhile, and settled as soon as the store is back', async () => {
    const store = hookedStore();
    const { booked, retry, types } = await asked(store);
    store.before.settle = down;
    const first = await retry();
    expect(first.text).toBe('booked book 1A');
    expect(await retry()).toEqual(first);
    expect((await retry({ confirm: no })).error).toEqual(REFUSED);
    expect(types()).toEqual(['repeated', 'rejected']);
    store.before.settle = undefined;
    await sleep(200);
    expect(types()).toEqual(['repeated', 'rejected', 'settled']);
    expect(await retry()).toEqual(first);
    expect(booked).toHaveLength(1);
    expect(store.reached.filter((operation) => operation === 'settle')).toHaveLength(1);
  });

  it('and never comes back: the outcome is given, and the operator is told that a repeat may run again', async () => {
    const store = hookedStore();
    const { booked, retry, types } = await asked(store, { leaseMs: 200 });
    store.before.settle = down;
    expect((await retry()).text).toBe('booked book 1A');
    await sleep(3300);
    expect(types()).toEqual(['unsettled']);
    store.before.settle = undefined;
    expect((await retry()).text).toBe('booked book 1A');
    expect(types()).toEqual(['unsettled', 'taken_over', 'settled']);
    expect(booked).toHaveLength(2);
  });

  it('after the outcome has reached it: that is a settled round, and nobody is told otherwise', async () => {
    const store = hookedStore();
    const { booked, retry, types } = await asked(store);
    store.after.settle = down;
    const first = await retry();
    store.after.settle = undefined;
    await sleep(200);
    expect(await retry()).toEqual(first);
    expect(types()).toEqual(['settled', 'repeated']);
    expect(booked).toHaveLength(1);
  });

  it('keeps the lease meanwhile, so that no replica takes the round over', async () => {
    const shared = memoryStore();
    const [here, there] = [hookedStore(shared), hookedStore(shared)];
    const booked: string[] = [];
    const [one, two] = [here, there].map((store) => new Host(booking(booked), { store, leaseMs: 600 })) as [Host, Host];
    const { state } = await one.tool('book', { seat: '1A' });
    here.before.settle = down;
    const first = await one.tool('book', { seat: '1A' }, { state, answers });
    const second = two.tool('book', { seat: '1A' }, { state, answers });
    await sleep(1200);
    here.before.settle = undefined;
    expect((await second).bytes).toBe(first.bytes);
    expect(booked).toHaveLength(1);
  });
});

describe('a store that fails while a round runs', () => {
  const slow = (done: () => string, gate: Promise<void>, options: HostOptions) =>
    new Host((server) => {
      server.registerTool('t', {}, async (ctx) => {
        if (ctx.mcpReq.inputResponses === undefined)
          return inputRequired({ inputRequests: { confirm: confirm('Go?') } });
        await gate;
        return text(done());
      });
    }, options);

  it.each<[string, 'before' | 'after', () => unknown]>([
    ['rejects', 'before', down],
    ['is silent', 'before', silent],
    ['loses the reply', 'after', down],
  ])('a renewal that %s is left to the next one', async (_name, when, hook) => {
    const store = hookedStore();
    const gate = latch();
    const host = slow(() => 'done', gate.opened, { store, leaseMs: 90, storeTimeoutMs: 20 });
    const { state } = await host.tool('t', {});
    const reply = host.tool('t', {}, { state, answers });
    store[when].renew = hook;
    await sleep(100);
    store[when].renew = undefined;
    await sleep(60);
    gate.open();
    expect((await reply).text).toBe('done');
    expect(host.events.at(-1)).toMatchObject({ type: 'settled' });
  });

  it('a release that fails leaves the round to its lease', async () => {
    const store = hookedStore();
    let runs = 0;
    const work = (): string => {
      runs += 1;
      if (runs === 1) throw new Error('not today');
      return `run ${runs}`;
    };
    const host = slow(work, Promise.resolve(), { store, leaseMs: 150 });
    const { state } = await host.tool('t', {});
    Object.assign(store.before, { release: down, renew: down });
    expect((await host.tool('t', {}, { state, answers })).text).toBe('not today');
    Object.assign(store.before, { release: undefined, renew: undefined });
    expect((await host.tool('t', {}, { state, answers })).text).toBe('run 2');
  });

  it('no operation is left open when a round has ended', async () => {
    const open = new Set<Operation>();
    const store = hookedStore();
    for (const operation of ['claim', 'renew', 'settle', 'release'] as const) {
      store.before[operation] = () => void open.add(operation);
      store.after[operation] = () => void open.delete(operation);
    }
    const gate = latch();
    const host = slow(() => 'done', gate.opened, { store, leaseMs: 30 });
    const { state } = await host.tool('t', {});
    const reply = host.tool('t', {}, { state, answers });
    const renewed = () => store.reached.filter((operation) => operation === 'renew').length;
    await vi.waitUntil(() => renewed() > 1);
    gate.open();
    await reply;
    const renewals = renewed();
    await sleep(60);
    expect(renewed()).toBe(renewals);
    expect([...open]).toEqual([]);
  });
});

describe('options', () => {
  it.each([[0], [-1], [Number.NaN], [Number.POSITIVE_INFINITY], [2 ** 31], ['100' as unknown as number]])(
    'leaseMs and storeTimeoutMs refuse %s, which no timer can wait for',
    (ms) => {
      for (const name of ['leaseMs', 'storeTimeoutMs']) {
        expect(() => new Host(booking([]), { [name]: ms })).toThrow(new RegExp(`^${name}: `));
        expect(() => new Host(booking([]), { [name]: ms })).toThrow(RangeError);
      }
    },
  );
});
