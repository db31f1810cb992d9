import { describe, expect, it } from 'vitest';
import { text } from '../../src/index.js';
import { accept, refuseUnhandledRejections, sleep, tick, tool, type Driver } from './server.js';

refuseUnhandledRejections();

const yes = (key: string) => accept({ [key]: true });
const play = (call: Driver) => call.play((key) => yes(key));

describe('memo', () => {
  it('makes its value once a flow, and another in another flow', async () => {
    let made = 0;
    const { call } = tool(async (ask) => {
      const price = await ask.memo('price', () => (made += 1));
      await ask.confirm('a', `Pay ${price}?`);
      await ask.confirm('b', `Really pay ${price}?`);
      return text(`paid ${price}`);
    });
    expect((await play(call)).text).toBe('paid 1');
    expect((await play(call)).text).toBe('paid 2');
    expect(made).toBe(2);
  });

  it('gives the same value in the first run as in every other, through JSON', async () => {
    const seen: unknown[] = [];
    const make = (): Record<string, unknown> => ({
      undefined: undefined,
      null: null,
      date: new Date(0),
      nested: { date: new Date(0), gone: undefined, list: [1, undefined, 'x'] },
      text: '💥 "quoted" \u2028',
      zero: -0,
      empty: '',
      custom: { toJSON: () => ({ as: 'json' }), secret: 1 },
    });
    const { call } = tool(async (ask) => {
      const got: Record<string, unknown> = {};
      for (const [key, value] of Object.entries(make())) got[key] = await ask.memo(key, () => value);
      seen.push(got);
      await ask.confirm('a', 'A?');
      return text('done');
    });
    expect((await play(call)).text).toBe('done');
    expect(seen[0]).toStrictEqual({
      undefined: undefined,
      null: null,
      date: '1970-01-01T00:00:00.000Z',
      nested: { date: '1970-01-01T00:00:00.000Z', list: [1, null, 'x'] },
      text: '💥 "quoted" \u2028',
      zero: 0,
      empty: '',
      custom: { as: 'json' },
    });
    expect(seen[1]).toStrictEqual(seen[0]);
  });

  it('makes an undefined once too', async () => {
    let made = 0;
    const { call } = tool(async (ask) => {
      const nothing = await ask.memo('nothing', () => {
        made += 1;
      });
      await ask.confirm('a', 'A?');
      return text(String(nothing));
    });
    expect((await play(call)).text).toBe('undefined');
    expect(made).toBe(1);
  });

  const cycle: Record<string, unknown> = {};
  cycle['self'] = cycle;
  it.each([
    ['a BigInt', 1n],
    ['a nested BigInt', { a: [1n] }],
    ['a function', () => 1],
    ['a symbol', Symbol('x')],
    ['a cycle', cycle],
    ['NaN', Number.NaN],
    ['a nested Infinity', { a: Number.POSITIVE_INFINITY }],
    ['a Map', new Map([[1, 2]])],
    ['a nested Set', { a: new Set([1]) }],
    [
      'what throws when it is written',
      {
        toJSON: () => {
          throw new Error('canary');
        },
      },
    ],
  ])('refuses %s, which JSON cannot carry, whoever catches it', async (_name, value: unknown) => {
    for (const step of ['memo', 'once'] as const) {
      const { call } = tool(async (ask) => {
        await ask[step]('value', () => value).catch(() => undefined);
        return text('swallowed');
      });
      const reply = await call.first();
      expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'value_not_json' } });
      expect(reply.error?.message).toContain('"value"');
      expect(reply.error?.message).not.toContain('canary');
    }
  });

  it('runs once for all who ask for it while it runs, with the very same function', async () => {
    let made = 0;
    const { call } = tool(async (ask) => {
      const make = async () => {
        await tick();
        return (made += 1);
      };
      return text((await Promise.all([ask.memo('m', make), ask.memo('m', make)])).join(' '));
    });
    expect((await call.first()).text).toBe('1 1');
  });

  it('that fails may be tried again, in the same run and in the next', async () => {
    let tries = 0;
    const { call } = tool(async (ask) => {
      const make = () =>
        ask.memo('m', () => {
          tries += 1;
          if (tries < 3) throw new Error(`try ${tries}`);
          return tries;
        });
      const value = await make().catch(make);
      return text(String(value));
    });
    expect(await call.first()).toMatchObject({ isError: true, text: 'try 2' });
    expect((await call.first()).text).toBe('3');
  });

  it('A13 that is slow is waited for, so that the next round has its value', async () => {
    let made = 0;
    const { call } = tool(async (ask) => {
      const slow = ask.memo('slow', async () => {
        await sleep(20);
        return (made += 1);
      });
      await ask.confirm('a', 'A?');
      return text(`made ${await slow}`);
    });
    const first = await call.first();
    expect(made).toBe(1);
    expect((await call.answer(first, { a: yes('a') })).text).toBe('made 1');
    expect(made).toBe(1);
  });

  it('that is too large for the state is told, and nothing is sealed', async () => {
    const { call } = tool(async (ask) => {
      await ask.memo('book', () => 'x'.repeat(40_000));
      await ask.confirm('a', 'A?');
      return text('done');
    });
    expect((await call.first()).error).toMatchObject({ code: -32603, data: { reason: 'state_too_large' } });
  });

  it.each(['', '__proto__', 5, undefined])('refuses the key %j as a wrong argument', async (key) => {
    for (const step of ['memo', 'once'] as const) {
      const { call } = tool(async (ask) => {
        const refused = await ask[step](key as string, () => 1).catch((error: unknown) => error);
        return text(String(refused));
      });
      expect((await call.first()).text).toBe('TypeError: key: expected the name of a step');
    }
  });

  it.each(['constructor', 'toString', 'hasOwnProperty'])('takes the key %j like any other', async (key) => {
    const { call } = tool(async (ask) => {
      const memo = await ask.memo(key, () => 'memo');
      const once = await ask.once(key, () => 'once');
      await ask.confirm('a', 'A?');
      return text(`${memo} ${once}`);
    });
    expect((await play(call)).text).toBe('memo once');
  });
});
