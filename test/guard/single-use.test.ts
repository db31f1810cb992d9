import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, memoryStore, text, type Store } from '../../src/index.js';
import { booking, confirm } from './booking.js';
import { down, hookedStore, latch } from './hooked-store.js';
import { closed, Host, no, REFUSED, yes, type HostOptions, type Register } from './server.js';

const answers = { confirm: yes() };

/** A booking that has been asked for, and what sends its second round. */
async function asked(options: HostOptions = {}, seat = '1A') {
  const booked: string[] = [];
  const host = new Host(booking(booked), options);
  const { state } = await host.tool('book', { seat });
  const retry = (given: unknown = answers, more = {}) =>
    host.tool('book', { seat }, { state, answers: given, ...more });
  return { host, booked, retry, types: () => host.events.map(({ type }) => type) };
}

describe.each<[string, () => Store]>([
  ['in the process', () => memoryStore()],
  ['outside the process', () => hookedStore()],
])('a round that is sent again, over a store %s', (_name, makeStore) => {
  it('later: the same bytes, one booking', async () => {
    const { booked, retry, types } = await asked({ store: makeStore() });
    const first = await retry();
    expect(first.text).toBe('booked book 1A');
    for (let time = 0; time < 3; time += 1) expect(await retry()).toEqual(first);
    expect(booked).toEqual(['book 1A']);
    expect(types()).toEqual(['asked', 'answered', 'settled', 'repeated', 'repeated', 'repeated']);
  });

  it('fifty times at once: one run, the same bytes', async () => {
    const { booked, retry, types } = await asked({ store: makeStore() });
    const replies = await Promise.all(Array.from({ length: 50 }, () => retry()));
    expect(new Set(replies.map(({ bytes }) => bytes)).size).toBe(1);
    expect(replies[0]?.text).toBe('booked book 1A');
    expect(booked).toEqual(['book 1A']);
    expect(types().filter((type) => type === 'repeated')).toHaveLength(49);
    expect(types().filter((type) => type === 'settled')).toHaveLength(1);
  });

  it('with other answers: refused like any bad state, and only the operator is told why', async () => {
    const { host, booked, retry } = await asked({ store: makeStore() });
    const first = await retry();
    const others = [
      { confirm: no },
      { confirm: closed },
      { confirm: yes({ ok: false }) },
      { confirm: yes({ ok: 'true' }) },
      { other: yes() },
      {},
      'no answers at all',
    ];
    for (const other of others) {
      const more = typeof other === 'string' ? { answers: undefined } : {};
      expect((await retry(other, more)).error).toEqual(REFUSED);
    }
    expect(booked).toEqual(['book 1A']);
    expect(await retry()).toEqual(first);
    const rejected = host.events.filter(({ type }) => type === 'rejected');
    expect(rejected).toEqual(
      others.map(() => ({ type: 'rejected', method: 'tools/call', target: 'book', reason: 'replayed' })),
    );
  });

  it('with a yes after a no: the no stands', async () => {
    const { booked, retry } = await asked({ store: makeStore() });
    const kept = await retry({ confirm: no });
    expect(kept).toMatchObject({ text: 'kept', result: { isError: true } });
    expect((await retry()).error).toEqual(REFUSED);
    expect(await retry({ confirm: no })).toEqual(kept);
    expect(booked).toEqual([]);
  });

  it('at once with a yes and a no, many of each: one of them counts, for all', async () => {
    for (const given of [
      [answers, { confirm: no }],
      [{ confirm: no }, answers],
    ]) {
      const { booked, retry } = await asked({ store: makeStore() });
      const replies = await Promise.all(Array.from({ length: 20 }, (_, i) => retry(given[i % 2])));
      const [kept, lost] = [replies.filter((_, i) => i % 2 === 0), replies.filter((_, i) => i % 2 === 1)];
      expect(new Set(kept.map(({ bytes }) => bytes)).size).toBe(1);
      expect(kept[0]?.error).toBeUndefined();
      for (const reply of lost) expect(reply.error).toEqual(REFUSED);
      expect(booked).toHaveLength(given[0] === answers ? 1 : 0);
    }
  });

  it('with what nobody asked for, content in another order, or more content: the same answers', async () => {
    const Size = z.object({ a: z.string(), b: z.string(), c: z.int() });
    const runs: unknown[] = [];
    const register: Register = (server) => {
      server.registerTool('sizes', {}, (ctx) => {
        if (ctx.mcpReq.inputResponses === undefined) {
          const form = inputRequired.elicit({ message: 'Sizes?', requestedSchema: Size });
          return inputRequired({ inputRequests: { one: form, two: form } });
        }
        return text(`run ${runs.push(0)}`);
      });
    };
    const host = new Host(register, { store: makeStore() });
    const { state } = await host.tool('sizes', {});
    const retry = (json: string) =>
      host.tool('sizes', {}, { state, answers: '@', edit: (body) => body.replace('"@"', () => json) });
    const one = '"one":{"action":"accept","content":{"a":"x","b":"y","c":1}}';
    const two = '"two":{"action":"decline"}';
    const replies = [
      await retry(`{${one},${two}}`),
      await retry(`{${two},${one}}`),
      await retry(`{ ${two} ,"one":{"content":{"c":1.0,"b":"y","\\u0061":"x"},"action":"accept"}}`),
      await retry(`{"more":{"action":"accept"},${one},"two":{"action":"decline","content":{"a":5}},"__proto__":{}}`),
      await retry(`{"one":{"action":"accept","content":{"a":"x","b":"y","c":1,"d":4}},${two}}`),
    ];
    expect(replies.map((reply) => reply.text)).toEqual(Array.from({ length: 5 }, () => 'run 1'));
    expect((await retry(`{"one":{"action":"accept","content":{"a":"y","b":"x","c":1}},${two}}`)).error).toEqual(
      REFUSED,
    );
    expect((await retry(`{${one}}`)).error).toEqual(REFUSED);
  });

  it('a result with isError settles it like any other', async () => {
    let runs = 0;
    const host = new Host(
      (server) => {
        server.registerTool('t', {}, (ctx) =>
          ctx.mcpReq.inputResponses === undefined
            ? inputRequired({ inputRequests: { confirm: confirm('Go?') } })
            : fail(`no place left ${(runs += 1)}`),
        );
      },
      { store: makeStore() },
    );
    const { state } = await host.tool('t', {});
    const replies = [];
    for (let time = 0; time < 3; time += 1) replies.push(await host.tool('t', {}, { state, answers }));
    expect(new Set(replies.map(({ bytes }) => bytes)).size).toBe(1);
    expect(replies[0]).toMatchObject({ text: 'no place left 1', result: { isError: true } });
  });

  it('a round that asks again repeats byte for byte, with the same next state', async () => {
    let runs = 0;
    const register: Register = (_server, rounds) => {
      rounds.tool('t', {}, async (_args, ask) => {
        runs += 1;
        const price = await ask.memo('price', () => Math.random());
        await ask.confirm('a', `A for ${price}?`);
        await ask.confirm('b', `B for ${price}?`);
        return text(`paid ${price}`);
      });
    };
    const host = new Host(register, { store: makeStore() });
    const first = await host.tool('t', {});
    const second = { state: first.state, answers: { a: yes({ a: true }) } };
    const replies = await Promise.all(Array.from({ length: 5 }, () => host.tool('t', {}, second)));
    replies.push(await host.tool('t', {}, second));
    expect(new Set(replies.map(({ bytes }) => bytes)).size).toBe(1);
    const third = { state: replies[3]?.state, answers: { b: yes({ b: true }) } };
    const done = await host.tool('t', {}, third);
    expect(done.text).toMatch(/^paid 0\.\d+$/);
    expect(await host.tool('t', {}, third)).toEqual(done);
    expect(await host.tool('t', {}, second), 'an earlier round, after the flow has ended').toEqual(replies[0]);
    expect(runs).toBe(3);
  });

  it('after its state has expired: refused, although it is settled', async () => {
    let time = Date.now();
    const { booked, retry, host } = await asked({ store: makeStore(), now: () => time });
    await retry();
    time += 599_000;
    expect((await retry()).text).toBe('booked book 1A');
    time += 1_000;
    expect((await retry()).error).toEqual(REFUSED);
    expect(booked).toEqual(['book 1A']);
    expect(host.events.at(-1)).toMatchObject({ reason: 'expired' });
  });

  it('the answers of another principal do not get its outcome', async () => {
    const [ana, bia] = ['ana', 'bia'].map((clientId) => ({ token: `t-${clientId}`, clientId, scopes: [] }));
    const booked: string[] = [];
    const host = new Host(booking(booked), { store: makeStore() });
    const { state } = await host.tool('book', { seat: '1A' }, { auth: ana });
    const retry = (auth: typeof ana) => host.tool('book', { seat: '1A' }, { state, answers, auth });
    expect((await retry(bia)).error).toEqual(REFUSED);
    expect((await retry(ana)).text).toBe('booked book 1A');
    expect((await retry(bia)).error).toEqual(REFUSED);
    expect(booked).toHaveLength(1);
  });
});

describe('guards that were given no store', () => {
  it('share one in the process: a guard made for each request knows what the one before it did', async () => {
    const booked: string[] = [];
    const fresh = () => new Host(booking(booked));
    const { state } = await fresh().tool('book', { seat: '1A' });
    const retry = (given: unknown = answers) => fresh().tool('book', { seat: '1A' }, { state, answers: given });
    const first = await retry();
    expect(await retry()).toEqual(first);
    expect((await retry({ confirm: no })).error).toEqual(REFUSED);
    const again = await fresh().tool('book', { seat: '1A' });
    const both = { state: again.state, answers };
    await Promise.all(Array.from({ length: 10 }, () => fresh().tool('book', { seat: '1A' }, both)));
    expect(booked).toEqual(['book 1A', 'book 1A']);
  });
});

describe('while it runs', () => {
  it('a repeat waits and gets its outcome; other answers are refused at once', async () => {
    const gate = latch();
    let runs = 0;
    const host = new Host((server) => {
      server.registerTool('t', {}, async (ctx) => {
        if (ctx.mcpReq.inputResponses === undefined)
          return inputRequired({ inputRequests: { confirm: confirm('Go?') } });
        runs += 1;
        await gate.opened;
        return text(`run ${runs}`);
      });
    });
    const { state } = await host.tool('t', {});
    const waiting = Array.from({ length: 4 }, () => host.tool('t', {}, { state, answers }));
    expect((await host.tool('t', {}, { state, answers: { confirm: no } })).error).toEqual(REFUSED);
    gate.open();
    const replies = await Promise.all(waiting);
    expect(replies.map((reply) => reply.text)).toEqual(['run 1', 'run 1', 'run 1', 'run 1']);
  });

  it('and nothing of it is left in the process when it is over, however it ended: the store is asked again', async () => {
    const store = hookedStore();
    let fails = false;
    const host = new Host(
      (server) => {
        server.registerTool('t', {}, (ctx) => {
          if (ctx.mcpReq.inputResponses === undefined)
            return inputRequired({ inputRequests: { confirm: confirm('Go?') } });
          if (fails) throw new Error('not today');
          return text('done');
        });
      },
      { store },
    );
    const claims = () => store.reached.filter((operation) => operation === 'claim').length;
    const { state } = await host.tool('t', {});
    store.before.claim = down;
    for (let time = 0; time < 2; time += 1) await host.tool('t', {}, { state, answers });
    store.before.claim = undefined;
    expect(claims()).toBe(0);
    fails = true;
    for (let time = 1; time <= 3; time += 1) {
      await host.tool('t', {}, { state, answers });
      expect(claims()).toBe(time);
    }
    fails = false;
    for (let time = 4; time <= 6; time += 1) {
      expect((await host.tool('t', {}, { state, answers })).text).toBe('done');
      expect(claims()).toBe(time);
    }
  });

  it('flows do not wait for each other', async () => {
    const gate = latch();
    const host = new Host((server) => {
      server.registerTool('t', { inputSchema: z.object({ slow: z.boolean() }) }, async ({ slow }, ctx) => {
        if (ctx.mcpReq.inputResponses === undefined)
          return inputRequired({ inputRequests: { confirm: confirm('Go?') } });
        if (slow) await gate.opened;
        return text(`slow ${slow}`);
      });
    });
    const [one, two] = [await host.tool('t', { slow: true }), await host.tool('t', { slow: false })];
    const slow = host.tool('t', { slow: true }, { state: one.state, answers });
    expect((await host.tool('t', { slow: false }, { state: two.state, answers })).text).toBe('slow false');
    gate.open();
    expect((await slow).text).toBe('slow true');
  });
});
