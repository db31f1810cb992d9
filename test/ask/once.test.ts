import { describe, expect, it } from 'vitest';
import { memoryStore, text, type Asks } from '../../src/index.js';
import { down, hookedStore } from '../guard/hooked-store.js';
import { accept, refuseUnhandledRejections, sleep, tick, tool, type Driver } from './server.js';

refuseUnhandledRejections();

const yes = (key: string) => accept({ [key]: true });
const play = (call: Driver) => call.play((key) => yes(key));

describe('A12 once', () => {
  it('A12 does its effect once a flow, and replays what it returned', async () => {
    const charges: number[] = [];
    const { call } = tool(async (ask) => {
      const receipt = await ask.once('charge', () => ({ number: charges.push(1) }));
      await ask.confirm('a', 'A?');
      await ask.confirm('b', 'B?');
      return text(`receipt ${receipt.number}`);
    });
    expect((await play(call)).text).toBe('receipt 1');
    expect((await play(call)).text).toBe('receipt 2');
    expect(charges).toHaveLength(2);
  });

  it('A12 replays an undefined too', async () => {
    let done = 0;
    const { call } = tool(async (ask) => {
      const nothing = await ask.once('send', () => {
        done += 1;
      });
      await ask.confirm('a', 'A?');
      return text(String(nothing));
    });
    expect((await play(call)).text).toBe('undefined');
    expect(done).toBe(1);
  });

  it('A12 gives one execution to all who ask for it while it runs, with the very same function', async () => {
    let done = 0;
    const { call } = tool(async (ask) => {
      const act = async () => {
        await tick();
        return (done += 1);
      };
      const send = () => ask.once('send', act);
      return text((await Promise.all([send(), send(), send()])).join(' '));
    });
    expect((await call.first()).text).toBe('1 1 1');
  });

  it('A12 has an idempotency key that is the same in every round and run of a flow, and for nothing else', async () => {
    const keys: string[] = [];
    let failures = 3;
    const { call } = tool(async (ask) => {
      await ask.once('other', ({ idempotencyKey }) => keys.push(`other ${idempotencyKey}`));
      await ask.confirm('a', 'A?');
      await ask.once('charge', ({ idempotencyKey }) => {
        keys.push(`charge ${idempotencyKey}`);
        failures -= 1;
        if (failures > 0) throw new Error('declined by the bank');
      });
      return text('done');
    });
    const first = await call.first();
    expect((await call.answer(first, { a: yes('a') })).text).toBe('declined by the bank');
    expect((await call.answer(first, { a: yes('a') })).text).toBe('declined by the bank');
    expect((await call.answer(first, { a: yes('a') })).text).toBe('done');
    await call.first();
    expect(keys.map((key) => key.split(' ')[0])).toEqual(['other', 'charge', 'charge', 'charge', 'other']);
    expect(new Set(keys).size).toBe(3);
    for (const key of keys) expect(key).toMatch(/^\w+ [\w-]{43}$/);
  });

  it('A12 hands over the signal of the request', async () => {
    const { call } = tool(async (ask) => {
      const same = await ask.once('send', ({ signal }) => signal === ask.signal && signal === ask.ctx.mcpReq.signal);
      return text(String(same));
    });
    expect((await call.first()).text).toBe('true');
  });

  it('A12 that failed is tried again, in the same run and in the next', async () => {
    let tries = 0;
    const { call } = tool(async (ask) => {
      const send = () =>
        ask.once('send', () => {
          tries += 1;
          if (tries < 3) throw new Error(`try ${tries}`);
          return tries;
        });
      return text(`sent at ${await send().catch(send)}`);
    });
    expect(await call.first()).toMatchObject({ isError: true, text: 'try 2' });
    expect((await call.first()).text).toBe('sent at 3');
  });

  it('A12 a step of the state that the store has lost ends the call, whoever catches it, and is not done again', async () => {
    const store = hookedStore();
    let done = 0;
    const { call, events } = tool(
      async (ask) => {
        await ask
          .once('charge', () => (done += 1))
          .catch((error: unknown) => {
            if (ask.round === 1) throw error;
          });
        await ask.confirm('a', 'A?');
        return text('done');
      },
      { store },
    );
    const first = await call.first();
    store.replace(memoryStore());
    for (let time = 0; time < 2; time += 1) {
      const reply = await call.answer(first, { a: yes('a') });
      expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'step_lost' } });
      expect(reply.error?.message).toContain('"charge"');
    }
    expect(done).toBe(1);
    expect(events.at(-2)).toMatchObject({ type: 'fault', code: 'step_lost' });
  });

  it.each([
    ['down', { store: () => down }, 'store_unavailable'],
    ['slow', { store: () => () => sleep(200), storeTimeoutMs: 20 }, 'store_timeout'],
  ] as const)(
    'A12 a store that is %s when a step begins: nothing is done, whoever catches it, in any round',
    async (_name, { store: hook, ...options }, reason) => {
      const store = hookedStore();
      let done = 0;
      const { call, events } = tool(
        async (ask) => {
          await ask.once('first', () => 1).catch(() => undefined);
          await ask.confirm('a', 'A?');
          await ask.once('charge', () => (done += 1)).catch(() => undefined);
          return text('done');
        },
        { store, ...options },
      );
      store.before.beginStep = hook();
      const none = await call.first();
      expect(none).toMatchObject({ error: { code: -32603, data: { reason } }, keys: [] });
      store.before.beginStep = undefined;
      const first = await call.first();
      store.before.beginStep = hook();
      const reply = await call.answer(first, { a: yes('a') });
      expect(reply.error).toMatchObject({ code: -32603, data: { reason } });
      expect(JSON.stringify([reply, none, events])).not.toContain('CANARY');
      expect(done).toBe(0);
      store.before.beginStep = undefined;
      expect((await call.answer(first, { a: yes('a') })).text).toBe('done');
      expect(done).toBe(1);
    },
  );

  it('A12 a store that fails after the effect: told, and done again with the same key', async () => {
    const store = hookedStore();
    const keys: string[] = [];
    const { call, events } = tool(
      async (ask) => {
        await ask.confirm('a', 'A?');
        await ask.once('charge', ({ idempotencyKey }) => keys.push(idempotencyKey)).catch(() => undefined);
        return text('done');
      },
      { store },
    );
    const first = await call.first();
    store.before.endStep = down;
    const reply = await call.answer(first, { a: yes('a') });
    expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'store_unavailable' } });
    expect(reply.error?.message).toMatch(/was done.*same idempotencyKey/);
    store.before.endStep = undefined;
    for (let time = 0; time < 2; time += 1) expect((await call.answer(first, { a: yes('a') })).text).toBe('done');
    expect(keys).toHaveLength(2);
    expect(keys[0]).toBe(keys[1]);
    expect(events.filter(({ type }) => type === 'step_run')).toMatchObject([{ step: 'charge', again: true }]);
  });

  it('A12 a result that reached the store though its reply was lost is not made again', async () => {
    const store = hookedStore();
    let done = 0;
    const { call, events } = tool(
      async (ask) => {
        await ask.confirm('a', 'A?');
        return text(`charge ${await ask.once('charge', () => (done += 1))}`);
      },
      { store },
    );
    const first = await call.first();
    store.after.endStep = down;
    expect((await call.answer(first, { a: yes('a') })).error?.data).toEqual({ reason: 'store_unavailable' });
    store.after.endStep = undefined;
    expect((await call.answer(first, { a: yes('a') })).text).toBe('charge 1');
    expect(done).toBe(1);
    expect(events.map(({ type }) => type)).toContain('step_replayed');
  });

  it('A12 a memory store that is full refuses before the effect', async () => {
    const done: string[] = [];
    const { call } = tool(
      async (ask) => {
        await ask.once('first', () => done.push('first'));
        await ask.confirm('a', 'A?');
        await ask.once('second', () => done.push('second')).catch(() => undefined);
        return text('done');
      },
      { store: memoryStore({ maxRecords: 2 }) },
    );
    const first = await call.first();
    const reply = await call.answer(first, { a: yes('a') });
    expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'store_full' } });
    expect(reply.error?.message).toContain('at most 2 records (maxRecords)');
    expect((await call.first()).error?.data).toEqual({ reason: 'store_full' });
    expect(done).toEqual(['first']);
  });

  it('A12 a memory store that is full lets what has begun go on, when it is tried again', async () => {
    let done = 0;
    const { call } = tool(
      async (ask) => {
        await ask.confirm('a', 'A?');
        await ask.once('charge', () => {
          done += 1;
          if (done === 1) throw new Error('declined by the bank');
        });
        return text('done');
      },
      { store: memoryStore({ maxRecords: 2 }) },
    );
    const first = await call.first();
    expect((await call.answer(first, { a: yes('a') })).text).toBe('declined by the bank');
    expect((await call.answer(first, { a: yes('a') })).text).toBe('done');
    expect(done).toBe(2);
  });

  it('A12 a record lives for all the rounds that a flow may take', async () => {
    let now = Date.now();
    let done = 0;
    const { call } = tool(
      async (ask) => {
        await ask.once('charge', () => (done += 1));
        for (let n = 0; n < 6; n += 1) await ask.confirm(`k${n}`, 'Sure?');
        return text('done');
      },
      { now: () => now, ttlSeconds: 10, maxRounds: 8 },
    );
    const reply = await call.play((key) => {
      now += 9_000;
      return yes(key);
    });
    expect(reply.text).toBe('done');
    expect(done).toBe(1);
  });

  it('A12 a value that cannot be recorded is not done again either', async () => {
    let done = 0;
    const { call } = tool(async (ask) => {
      await ask.confirm('a', 'A?');
      await ask.once('charge', () => {
        done += 1;
        return 1n;
      });
      return text('done');
    });
    const first = await call.first();
    for (let n = 0; n < 2; n += 1) {
      expect((await call.answer(first, { a: yes('a') })).error?.data).toEqual({ reason: 'value_not_json' });
    }
    expect(done).toBe(1);
  });

  it('A12 a store that is closed says so, in a first round and in a later one', async () => {
    const store = memoryStore();
    const { call } = tool(
      async (ask) => {
        if (ask.round === 1) await ask.confirm('a', 'A?');
        await ask.once('a', () => 1).catch(() => undefined);
        return text('done');
      },
      { store },
    );
    const first = await call.first();
    await store.close();
    expect((await call.answer(first, { a: yes('a') })).error?.data).toEqual({ reason: 'store_closed' });
    const { call: other } = tool(
      async (ask) => text(String(await ask.once('a', () => 1).catch((error: unknown) => error))),
      { store },
    );
    expect((await other.first()).error?.data).toEqual({ reason: 'store_closed' });
  });
});

describe('F53: one key, one step', () => {
  const people = ['ana', 'ben', 'eva'];
  type Loop = (ask: Asks, step: 'once' | 'memo', mail: (to: string) => unknown) => Promise<unknown>;

  const loops: Record<string, Loop> = {
    'a loop': async (ask, step, mail) => {
      for (const to of people) await ask[step]('mail', () => mail(to));
    },
    'a loop that catches': async (ask, step, mail) => {
      for (const to of people) await ask[step]('mail', () => mail(to)).catch(() => undefined);
    },
    'all at once': (ask, step, mail) => Promise.all(people.map((to) => ask[step]('mail', () => mail(to)))),
    'a loop that awaits nothing': async (ask, step, mail) => {
      for (const to of people) void ask[step]('mail', () => mail(to));
      await ask.confirm('sure', 'Sure?');
    },
    'a helper that is called twice': async (ask, step, mail) => {
      const send = (to: string) => ask[step]('mail', () => mail(to));
      await send('ana');
      await send('ben');
    },
    'one function and a variable outside': async (ask, step, mail) => {
      let to = '';
      const send = () => mail(to);
      for (to of people) await ask[step]('mail', send);
    },
    'a bound function': async (ask, step, mail) => {
      for (const to of people) await ask[step]('mail', mail.bind(undefined, to));
    },
    'code that only looks different': async (ask, step, mail) => {
      await ask[step]('mail', () => mail('ana'));
      await ask[step]('mail', () => mail('ben'));
    },
  };

  it.each(Object.entries(loops))(
    'F53: %s: the second use of the key is an error, of once and of memo',
    async (_name, loop) => {
      for (const step of ['once', 'memo'] as const) {
        const mailed: string[] = [];
        const { call } = tool(async (ask) => {
          await loop(ask, step, (to) => mailed.push(to));
          return text('sent');
        });
        const reply = await call.first();
        expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'key_reused' } });
        expect(mailed).toEqual(['ana']);
      }
    },
  );

  it('F53: a replay is no second use, nor is a key with the item in it', async () => {
    const mailed: string[] = [];
    const { call } = tool(async (ask) => {
      for (const to of people) {
        await ask.once(`mail ${to}`, () => mailed.push(to));
        await ask.confirm(`next-${to}`, `Sent to ${to}. Go on?`);
      }
      return text('sent');
    });
    expect((await play(call)).text).toBe('sent');
    expect(mailed).toEqual(people);
  });
});
