import { afterEach, describe, expect, it, vi } from 'vitest';
import { memoryStore, text } from '../../src/index.js';
import { accept, refuseUnhandledRejections, serve, sleep, tick, tool, type Handler } from './server.js';

refuseUnhandledRejections();

afterEach(() => {
  vi.useRealTimers();
});

const never = new Promise<never>(() => undefined);
const yes = { a: accept({ a: true }) };

describe('F100: a handler that waits for something else for ever', () => {
  const handlers: Record<string, Handler> = {
    'beside the ask': async (ask) => {
      const [{ confirmed }] = await Promise.all([ask.confirm('a', 'A?'), ask.round === 1 ? never : undefined]);
      return text(String(confirmed));
    },
    'and has not come to await the ask': async (ask) => {
      const answer = ask.confirm('a', 'A?');
      if (ask.round === 1) await never;
      return text(String((await answer).confirmed));
    },
    'and a helper asks': async (ask) => {
      const helper = (async () => ask.confirm('a', 'A?'))();
      if (ask.round === 1) await never;
      return text(String((await helper).confirmed));
    },
    'in a finally block': async (ask) => {
      try {
        return text(String((await ask.confirm('a', 'A?')).confirmed));
      } finally {
        if (ask.round === 1) await never;
      }
    },
    'in a catch': async (ask) =>
      text(
        String(
          await ask.confirm('a', 'A?').then(
            ({ confirmed }) => confirmed,
            () => never,
          ),
        ),
      ),
    'and ignores what ended it': async (ask) => {
      await ask.confirm('a', 'A?').catch(() => undefined);
      return ask.round === 1 ? never : text('true');
    },
  };

  it.each(Object.entries(handlers))('F100: %s: the question goes out all the same', async (_name, handler) => {
    const { call } = tool(handler);
    const first = await call.first();
    expect(first.keys).toEqual(['a']);
    expect((await call.answer(first, yes)).text).toBe('true');
  });

  it('F100: in a prompt and in a resource', async () => {
    const served = serve((rounds) => {
      rounds.prompt('p', {}, async (_args, ask) => {
        await Promise.all([ask.confirm('a', 'A?'), never]);
        return { messages: [] };
      });
      rounds.resource('r', 'test://r', {}, async (_uri, _variables, ask) => {
        await Promise.all([ask.confirm('a', 'A?'), never]);
        return { contents: [] };
      });
    });
    for (const call of [served.prompt('p'), served.resource('test://r')])
      expect((await call.first()).keys).toEqual(['a']);
  });

  it('F100: a programming error goes out all the same', async () => {
    const { call } = tool(async (ask) => {
      await Promise.all([ask.confirm('blank', ' '), never]);
      return text('done');
    });
    expect((await call.first()).error?.data).toEqual({ reason: 'ask_invalid' });
  });

  it('F100: a slow step is waited for, and is not done again', async () => {
    let done = 0;
    const { call } = tool(async (ask) => {
      const [n] = await Promise.all([
        ask.once('slow', async () => {
          await sleep(300);
          return (done += 1);
        }),
        ask.confirm('a', 'A?'),
        ask.round === 1 ? never : undefined,
      ]);
      return text(`done ${n}`);
    });
    const first = await call.first();
    expect(done).toBe(1);
    expect((await call.answer(first, yes)).text).toBe('done 1');
  });

  it('A13 F100: a step that never ends is waited for 20 seconds; one that ends late is found in its record', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    let done = 0;
    let finish: (value: number) => void = () => undefined;
    const { call } = tool(
      async (ask) => {
        const slow = ask.once('slow', () => {
          done += 1;
          return new Promise<number>((resolve) => {
            finish = resolve;
          });
        });
        const { confirmed } = await ask.confirm('a', 'A?');
        return text(`${await slow} ${confirmed}`);
      },
      { store: memoryStore() },
    );
    let waiting = true;
    const asking = call.first().finally(() => {
      waiting = false;
    });
    for (let turn = 0; turn < 20; turn += 1) {
      await tick();
      await vi.advanceTimersByTimeAsync(turn === 0 ? 19_000 : 0);
    }
    expect(waiting).toBe(true);
    await vi.advanceTimersByTimeAsync(2000);
    const first = await asking;
    expect(first.keys).toEqual(['a']);
    finish(7);
    await tick();
    expect((await call.answer(first, yes)).text).toBe('7 true');
    expect(done).toBe(1);
  });
});
