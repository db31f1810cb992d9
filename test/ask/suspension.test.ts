import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text, type Asks } from '../../src/index.js';
import { accept, refuseUnhandledRejections, sleep, tick, tool, type Handler, type Reply } from './server.js';

refuseUnhandledRejections();

const Name = z.object({ name: z.string() });

const asked = async (handler: Handler): Promise<Reply> => tool(handler).call.first();

async function answered(handler: Handler, answers: Record<string, unknown>): Promise<Reply> {
  const { call } = tool(handler);
  return call.answer(await call.first(), answers);
}

const yes = { sure: accept({ sure: true }) };
const sure = (ask: Asks) => ask.confirm('sure', 'Are you sure?');

describe('A1 suspension survives what wraps the ask', () => {
  const wrappers: Record<string, Handler> = {
    'a wrapper that throws another error': async (ask) => {
      try {
        return text(String((await sure(ask)).confirmed));
      } catch (error) {
        throw new Error('wrapped', { cause: error });
      }
    },
    'a wrapper that throws something that is no error': async (ask) => {
      const { confirmed } = await sure(ask).catch(() => Promise.reject(new TypeError('x')));
      return text(String(confirmed));
    },
    'a catch that goes on without the answer, and fails for the lack of it': async (ask) => {
      let answer: { confirmed: boolean } | undefined;
      try {
        answer = await sure(ask);
      } catch {
        // The next line throws.
      }
      return text(String((answer as { confirmed: boolean }).confirmed));
    },
    'a finally that awaits': async (ask) => {
      try {
        return text(String((await sure(ask)).confirmed));
      } finally {
        await sleep(5);
      }
    },
    'allSettled that throws the first reason': async (ask) => {
      const [answer] = await Promise.allSettled([sure(ask)]);
      if (answer.status === 'rejected') throw answer.reason;
      return text(String(answer.value.confirmed));
    },
    'a race against a timer': async (ask) => {
      const answer = await Promise.race([sure(ask), sleep(500).then(() => ({ confirmed: 'late' }))]);
      return text(String(answer.confirmed));
    },
    'a race against something that fails later': async (ask) => {
      const late = tick()
        .then(tick)
        .then(() => Promise.reject(new Error('late')));
      late.catch(() => undefined);
      const answer = await Promise.race([sure(ask), late]);
      return text(String(answer.confirmed));
    },
    'an ask that is stored and awaited later': async (ask) => {
      const answer = sure(ask);
      await sleep(5);
      return text(String((await answer).confirmed));
    },
    'a retry loop that gives up': async (ask) => {
      for (let attempt = 0; attempt < 5; attempt += 1) {
        try {
          return text(String((await sure(ask)).confirmed));
        } catch {
          // Tries again, and is refused each time.
        }
      }
      throw new Error('gave up');
    },
    'a callback of then': (ask) => sure(ask).then(({ confirmed }) => text(String(confirmed))),
    'an ask behind other awaits of the same tick': async (ask) => {
      await Promise.resolve();
      await Promise.resolve();
      return text(String((await sure(ask)).confirmed));
    },
    'a deep call that fails on the way out': async (ask) => {
      const inner = async () => {
        try {
          return await sure(ask);
        } finally {
          (undefined as unknown as { close(): void }).close();
        }
      };
      try {
        return text(String((await inner()).confirmed));
      } catch (error) {
        if (ask.round === 2 && error instanceof TypeError) return text('true');
        throw error;
      }
    },
  };

  it.each(Object.entries(wrappers))('A1 %s', async (_name, handler) => {
    const first = await asked(handler);
    expect(first.keys).toEqual(['sure']);
    expect((await answered(handler, yes)).text).toBe('true');
  });

  it('A1 an error that has nothing to do with the ask is an error, before it and after it', async () => {
    const before = await asked(() => {
      throw new Error('before');
    });
    expect(before).toMatchObject({ isError: true, text: 'before', keys: [] });
    const during = await asked((ask) => {
      void sure(ask);
      throw new Error('during');
    });
    expect(during).toMatchObject({ isError: true, text: 'during', keys: [] });
    const after = await answered(async (ask) => {
      await sure(ask);
      throw new Error('after');
    }, yes);
    expect(after).toMatchObject({ isError: true, text: 'after', keys: [] });
  });

  it('A1 finally blocks run in every round, and what they start in a suspended run is refused', async () => {
    const log: string[] = [];
    const { call } = tool(async (ask) => {
      try {
        const { confirmed } = await sure(ask);
        return text(String(confirmed));
      } finally {
        log.push(`finally ${ask.round}`);
        await ask.once('cleanup', () => log.push('cleanup'));
      }
    });
    const first = await call.first();
    expect(first.keys).toEqual(['sure']);
    expect((await call.answer(first, yes)).text).toBe('true');
    expect(log).toEqual(['finally 1', 'finally 2', 'cleanup']);
  });
});

describe('A2 no result while an ask is pending', () => {
  const swallowers: Record<string, Handler> = {
    'a catch that returns': async (ask) => {
      try {
        await sure(ask);
      } catch {
        return text('booked');
      }
      return text('asked');
    },
    'an ask that is never awaited': (ask) => {
      void sure(ask);
      return text('booked');
    },
    'an ask that is never awaited, in a handler that takes a while': async (ask) => {
      void sure(ask);
      await sleep(5);
      return text('booked');
    },
    'a return in finally': async (ask) => {
      try {
        await sure(ask);
      } finally {
        // oxlint-disable-next-line no-unsafe-finally
        return text('booked');
      }
    },
    'allSettled that nobody looks at': async (ask) => {
      await Promise.allSettled([sure(ask)]);
      return text('booked');
    },
    'any that takes the other one': async (ask) =>
      text(await Promise.any([sure(ask).then(({ action }) => action), Promise.resolve('booked')])),
    'a race that the other one wins': async (ask) => {
      await Promise.race([sure(ask), Promise.resolve()]);
      return text('booked');
    },
    'a loop that never gives up': async (ask) => {
      for (;;) {
        try {
          return text(String((await sure(ask)).confirmed));
        } catch {
          // For ever.
        }
      }
    },
  };

  it.each(Object.entries(swallowers))('A2 %s is loud, coded and sends nothing', async (_name, handler) => {
    const { call, events } = tool(handler);
    const reply = await call.first();
    expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'ask_swallowed' } });
    expect(reply.error?.message).toContain('"sure"');
    expect(reply.result).toEqual({});
    expect(events).toMatchObject([{ type: 'fault', method: 'tools/call', target: 'task', code: 'ask_swallowed' }]);
  });

  it('A2 a result waits for an ask that is still being looked up', async () => {
    const Slow = Name.refine(async () => {
      await sleep(10);
      return false;
    });
    const { call } = tool(async (ask) => {
      const name = ask.form('name', { message: 'Name?', schema: Slow });
      if (ask.round === 1) await name;
      return text('booked');
    });
    const reply = await call.answer(await call.first(), { name: accept({ name: 'Ana' }) });
    expect(reply.error?.data).toEqual({ reason: 'ask_swallowed' });
  });
});
