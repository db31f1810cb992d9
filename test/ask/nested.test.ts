import { describe, expect, it } from 'vitest';
import { text, type Asks } from '../../src/index.js';
import { accept, refuseUnhandledRejections, sleep, tick, tool, type Handler } from './server.js';

refuseUnhandledRejections();

const later = async <T>(start: () => Promise<T>): Promise<T> => {
  await sleep(1);
  return start();
};

/** What may not be started inside a step. */
const started: Record<string, (ask: Asks) => Promise<unknown>> = {
  confirm: (ask) => ask.confirm('inner', 'Sure?'),
  choose: (ask) => ask.choose('inner', { message: 'Which?', options: ['a', 'b'] }),
  form: (ask) =>
    ask.form('inner', { message: 'X?', schema: { type: 'object', properties: { x: { type: 'string' } } } }),
  url: (ask) => ask.url('inner', { message: 'Sign', url: 'https://example.com' }),
  sample: (ask) => ask.sample('inner', { messages: [], maxTokens: 1 }),
  roots: (ask) => ask.roots('inner'),
  once: (ask) => ask.once('inner', () => 1),
  memo: (ask) => ask.memo('inner', () => 1),
  'once of its own key': (ask) => ask.once('step', () => 1),
  'memo of its own key': (ask) => ask.memo('step', () => 1),
  onCommit: async (ask) => ask.onCommit(() => 1),
};

/** How it may be reached. */
const ways: Record<string, (start: () => Promise<unknown>) => Promise<unknown>> = {
  'at once': (start) => start(),
  'after an await': async (start) => {
    await tick();
    return start();
  },
  'through a helper that takes a while': (start) => later(start),
  'through a helper that is awaited later': async (start) => {
    const helper = later(start);
    await sleep(5);
    return helper;
  },
  'in Promise.all': (start) => Promise.all([start(), later(start)]),
  'in a callback': (start) => Promise.resolve().then(() => start()),
  'and swallowed': (start) => start().catch(() => 'swallowed'),
  'in a timer': (start) =>
    new Promise((resolve, reject) => {
      setTimeout(() => void start().then(resolve, reject), 1);
    }),
  'in a listener of an event': (start) =>
    new Promise((resolve, reject) => {
      const events = new EventTarget();
      events.addEventListener('go', () => void start().then(resolve, reject));
      setTimeout(() => events.dispatchEvent(new Event('go')), 1);
    }),
};

const members = Object.entries(started).flatMap(([what, start]) =>
  Object.entries(ways).map(([way, reach]) => [what, way, start, reach] as const),
);

describe.each(['once', 'memo'] as const)('F54: inside the function of %s', (step) => {
  it.each(members)(
    'F54: %s, %s, is refused with a code, and the effect is not done again',
    async (_w, _y, start, reach) => {
      let effects = 0;
      const { call } = tool(async (ask) => {
        await ask[step]('step', async () => {
          effects += 1;
          await reach(() => start(ask));
        });
        return text('done');
      });
      const reply = await call.first();
      expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'inside_step' } });
      expect(reply.keys).toEqual([]);
      expect(effects).toBe(1);
    },
  );

  it('F54 A19: beside a step everything may start', async () => {
    let effects = 0;
    const { call } = tool(async (ask) => {
      const beside = async () => {
        await tick();
        const value = await ask.memo('value', () => 7);
        await ask.once('other', () => 1);
        return (await ask.confirm('b', `B for ${value}?`)).confirmed;
      };
      const slow = async () => {
        await sleep(20);
        return (effects += 1);
      };
      const [n, a, b] = await Promise.all([
        ask[step]('step', slow),
        ask.confirm('a', 'A?').then(({ confirmed }) => confirmed),
        beside(),
      ]);
      return text(`${n} ${a} ${b}`);
    });
    const reply = await call.play((key) => accept({ [key]: true }));
    expect(reply.text).toBe('1 true true');
    expect(effects).toBe(1);
  });

  it('F54: a handler that swallows what is thrown inside the step goes no further', async () => {
    const { call } = tool(async (ask) => {
      await ask[step]('step', () => ask.confirm('inner', 'Sure?')).catch(() => undefined);
      return text('swallowed');
    });
    expect((await call.first()).error?.data).toEqual({ reason: 'inside_step' });
  });

  it('F54: a loop in the step that never gives up ends', async () => {
    const { call } = tool(async (ask) => {
      await ask[step]('step', async () => {
        for (;;) await ask.confirm('inner', 'Sure?').catch(() => undefined);
      });
      return text('done');
    });
    expect((await call.first()).error?.data).toEqual({ reason: 'inside_step' });
  });
});

describe('F95 A19: a step inside itself', () => {
  it('F95: of which the caller is awaited only later: a coded error too', async () => {
    const { call } = tool(async (ask) => {
      const act = async (): Promise<unknown> => {
        const inner = later(() => ask.once('step', act));
        await sleep(5);
        return inner;
      };
      await ask.once('step', act);
      return text('done');
    });
    expect((await call.first()).error?.data).toEqual({ reason: 'inside_step' });
  });

  const recursions: Record<string, Handler> = {
    'once in the same once, with the same function': async (ask) => {
      const act = async (): Promise<unknown> => {
        await tick();
        return ask.once('step', act);
      };
      await ask.once('step', act);
      return text('done');
    },
    'memo in the same memo, with the same function': async (ask) => {
      const make = (): Promise<unknown> => ask.memo('step', make);
      await ask.memo('step', make);
      return text('done');
    },
    'once by way of another': async (ask) => {
      const a = (): Promise<unknown> => ask.once('a', b);
      const b = (): Promise<unknown> => ask.once('b', a);
      await a();
      return text('done');
    },
    'once by way of a memo': async (ask) => {
      const a = (): Promise<unknown> => ask.once('a', () => ask.memo('b', a));
      await a();
      return text('done');
    },
  };

  it.each(Object.entries(recursions))('F95: %s is a coded error, never a call that hangs', async (_name, handler) => {
    const { call } = tool(handler);
    expect((await call.first()).error?.data).toEqual({ reason: 'inside_step' });
  });
});
