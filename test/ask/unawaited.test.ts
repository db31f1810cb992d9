import { afterEach, describe, expect, it, vi } from 'vitest';
import { fail, text, type Asks } from '../../src/index.js';
import { accept, decline, refuseUnhandledRejections, serve, sleep, tick, tool, type Handler } from './server.js';

refuseUnhandledRejections();

afterEach(() => {
  vi.useRealTimers();
});

const adult = async (ask: Asks): Promise<boolean> => (await ask.confirm('adult', 'Are you 18 or older?')).confirmed;
const terms = async (ask: Asks): Promise<boolean> => (await ask.confirm('terms', 'Do you accept?')).confirmed;
const yes = (key: string): unknown => accept({ [key]: true });
const failing = (): never => {
  throw new Error('the bank is down');
};
const both = (one: boolean, two: boolean) => text(`${one} ${two}`);

describe('F58: functions that ask, started before they are awaited', () => {
  const handlers: Record<string, Handler> = {
    'awaited in order': async (ask) => {
      const one = adult(ask);
      const two = terms(ask);
      return both(await one, await two);
    },
    'awaited in the other order': async (ask) => {
      const one = adult(ask);
      const two = terms(ask);
      const second = await two;
      return both(await one, second);
    },
    'awaited after something else': async (ask) => {
      const one = adult(ask);
      const two = terms(ask);
      await sleep(20);
      return both(await one, await two);
    },
    'awaited after something that outlasts the round': async (ask) => {
      const one = adult(ask);
      const two = terms(ask);
      await sleep(250);
      return both(await one, await two);
    },
    'that await something first': async (ask) => {
      const late = async (ask: (ask: Asks) => Promise<boolean>, asks: Asks) => {
        await Promise.resolve();
        return ask(asks);
      };
      const one = late(adult, ask);
      const two = late(terms, ask);
      return both(await one, await two);
    },
    'each awaited twice': async (ask) => {
      const one = adult(ask);
      const two = terms(ask);
      const all = Promise.all([one, two]);
      await Promise.all([all, one, two]);
      return both(...(await all));
    },
    'with callbacks on the side': async (ask) => {
      const one = adult(ask);
      const two = terms(ask);
      void one.then(() => two);
      void two.finally(() => undefined);
      return both(await one, await two);
    },
    'in allSettled': async (ask) => {
      const one = adult(ask);
      const settled = await Promise.allSettled([one, terms(ask)]);
      for (const outcome of settled) if (outcome.status === 'rejected') throw outcome.reason;
      return both(await one, settled[1].status === 'fulfilled' && settled[1].value);
    },
    'raced against something that never comes': async (ask) => {
      const one = adult(ask);
      const two = terms(ask);
      await Promise.race([two, new Promise(() => undefined)]);
      return both(await one, await two);
    },
    'in async generators': async (ask) => {
      async function* answers() {
        const two = terms(ask);
        yield adult(ask);
        yield two;
      }
      const given: boolean[] = [];
      for await (const answer of answers()) given.push(answer);
      return both(given[0] === true, given[1] === true);
    },
    'beside a step': async (ask) => {
      const one = adult(ask);
      const done = ask.once('done', () => sleep(5));
      const two = terms(ask);
      await done;
      return both(await one, await two);
    },
  };

  it.each(Object.entries(handlers))(
    'F58: %s: one round with both, and nobody gets a rejection',
    async (_name, handler) => {
      const { call } = tool(handler);
      const first = await call.first();
      expect(first.keys.toSorted()).toEqual(['adult', 'terms']);
      const reply = await call.answer(first, { adult: yes('adult'), terms: yes('terms') });
      expect(reply.text).toBe('true true');
      await sleep(150);
    },
  );

  it('F58: one answer of two', async () => {
    const { call } = tool(handlers['awaited in the other order'] as Handler);
    const second = await call.answer(await call.first(), { adult: yes('adult') });
    expect(second.keys).toEqual(['terms']);
    expect((await call.answer(second, { terms: yes('terms') })).text).toBe('true true');
  });

  it('F58: in a prompt and in a resource', async () => {
    const served = serve((rounds) => {
      rounds.prompt('p', {}, async (_args, ask) => {
        const one = (async () => ask.confirm('adult', 'Are you 18 or older?'))();
        const two = (async () => ask.confirm('terms', 'Do you accept?'))();
        const { confirmed } = await two;
        return {
          messages: [{ role: 'user', content: { type: 'text', text: `${(await one).confirmed} ${confirmed}` } }],
        };
      });
      rounds.resource('r', 'test://r', {}, async (uri, _variables, ask) => {
        const one = (async () => ask.confirm('adult', 'Are you 18 or older?'))();
        const two = (async () => ask.confirm('terms', 'Do you accept?'))();
        await two;
        await one;
        return { contents: [{ uri: uri.href, text: 'x' }] };
      });
    });
    for (const call of [served.prompt('p'), served.resource('test://r')]) {
      expect((await call.first()).keys).toEqual(['adult', 'terms']);
    }
  });
});

/** What compilers make of an async function for JavaScript of 2015. */
function compiled<A, T>(body: (given: A) => Generator<Promise<unknown>, T, never>): (given: A) => Promise<T> {
  return (given) =>
    new Promise((resolve, reject) => {
      const run = body(given);
      const go = (advance: () => IteratorResult<Promise<unknown>, T>): void => {
        try {
          const { done, value } = advance();
          if (done === true) resolve(value);
          else
            void value.then(
              (got) => go(() => run.next(got as never)),
              (error: unknown) => go(() => run.throw(error)),
            );
        } catch (error) {
          reject(error);
        }
      };
      go(() => run.next());
    });
}

describe('F58: code that was compiled to a JavaScript without async functions', () => {
  it('F58: its asks go out at once: no timer is waited for', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const adultThere = compiled(function* (ask: Asks) {
      const { confirmed }: { confirmed: boolean } = yield ask.confirm('adult', 'Adult?');
      return confirmed;
    });
    const { call } = tool(
      compiled(function* (ask: Asks) {
        const one = adultThere(ask);
        const { confirmed }: { confirmed: boolean } = yield ask.confirm('terms', 'Terms?');
        return both(yield one, confirmed);
      }),
    );
    const first = await call.first();
    expect(first.keys).toEqual(['adult', 'terms']);
    expect((await call.answer(first, { adult: yes('adult'), terms: yes('terms') })).text).toBe('true true');
  });
});

describe('F58: functions that nobody awaits', () => {
  const ends: Record<string, [start: (ask: Asks) => unknown, reason: string | undefined]> = {
    'that ask': [(ask) => void adult(ask), undefined],
    'with a callback': [(ask) => void ask.confirm('adult', 'Adult?').then(({ confirmed }) => confirmed), undefined],
    'with a question that cannot be built': [(ask) => void (async () => ask.confirm('blank', ' '))(), 'ask_invalid'],
    'with a reused key': [
      (ask) => {
        void (async () => ask.confirm('more', 'One?'))();
        void (async () => ask.confirm('more', 'Two?'))();
      },
      'key_reused',
    ],
    'with a reused step': [
      (ask) => {
        void (async () => ask.once('s', () => 1))();
        void (async () => ask.once('s', () => 2))();
      },
      'key_reused',
    ],
    'with a value that JSON cannot carry': [(ask) => void (async () => ask.memo('m', () => 1n))(), 'value_not_json'],
    'with a step that asks': [(ask) => void (async () => ask.once('s', () => adult(ask)))(), 'inside_step'],
    'with a step that fails': [(ask) => void (async () => ask.once('s', failing))(), undefined],
    'with a memo that fails': [(ask) => void (async () => ask.memo('m', failing))(), undefined],
    'with a step that throws nothing': [
      (ask) => void (async () => ask.once('s', () => Promise.reject(undefined as unknown as Error)))(),
      undefined,
    ],
  };

  it.each(Object.entries(ends))(
    'F58: %s: the question goes out, or the call ends with the code',
    async (_name, [start, reason]) => {
      const { call } = tool(async (ask) => {
        start(ask);
        const { confirmed } = await ask.confirm('sure', 'Sure?');
        return text(String(confirmed));
      });
      const reply = await call.first();
      if (reason === undefined) expect(reply.keys).toContain('sure');
      else expect(reply.error?.data).toEqual({ reason });
      await sleep(150);
    },
  );

  it('F58: an answer that ends the call ends it for those too', async () => {
    const { call } = tool(async (ask) => {
      const one = (async () => ask.confirm('adult', 'Adult?', { decline: fail('Only for adults.') }))();
      const two = terms(ask);
      return both(await two, (await one).confirmed);
    });
    const reply = await call.answer(await call.first(), { adult: decline });
    expect(reply.text).toBe('Only for adults.');
  });

  it('F58: what starts when the run is over is refused, and reaches nobody', async () => {
    const { call } = tool(async (ask) => {
      const late = async () => {
        await tick();
        await tick();
        return adult(ask);
      };
      void late();
      void late().then(() => ask.once('late', () => 1));
      return text(String(await terms(ask)));
    });
    expect((await call.first()).keys).toEqual(['terms']);
    await sleep(150);
  });
});

describe('F58: an error of a step waits for who awaits it', () => {
  const pay = async (ask: Asks): Promise<string> => ask.once('pay', failing);

  it('F58: awaited later, it is thrown there', async () => {
    const { call } = tool(async (ask) => {
      const paid = pay(ask);
      await sleep(50);
      return text(await paid.catch((error: unknown) => `caught: ${(error as Error).message}`));
    });
    expect((await call.first()).text).toBe('caught: the bank is down');
  });

  it('F58: a promise of the step itself keeps it', async () => {
    const { call } = tool(async (ask) => {
      const paid = ask.once('pay', failing);
      paid.catch(() => undefined);
      await sleep(150);
      return text(await paid.catch((error: unknown) => `caught: ${(error as Error).message}`));
    });
    expect((await call.first()).text).toBe('caught: the bank is down');
  });

  it('F58: awaited by nobody while the handler is busy, it ends the call', async () => {
    const { call } = tool(async (ask) => {
      const paid = pay(ask);
      await sleep(5000);
      return text(await paid);
    });
    expect(await call.first()).toMatchObject({ isError: true, text: 'the bank is down' });
  });

  it('F58: a callback of then gets it, as in code that was compiled to an older JavaScript', async () => {
    const { call } = tool(
      (ask) =>
        new Promise((resolve) => {
          ask.once('pay', failing).then(
            () => resolve(text('paid')),
            (error: Error) => resolve(text(`caught: ${error.message}`)),
          );
        }),
    );
    expect((await call.first()).text).toBe('caught: the bank is down');
  });
});

describe('F58: finally blocks run where the engine can tell that somebody waits', () => {
  it('F58: in the handler, in its helpers, and in those of Promise.all', async () => {
    const log: string[] = [];
    const held = async (name: string, work: () => Promise<unknown>): Promise<unknown> => {
      try {
        return await work();
      } finally {
        log.push(name);
      }
    };
    const { call } = tool(async (ask) => {
      await held('handler', () =>
        held('helper', () => Promise.all([held('one', () => adult(ask)), held('two', () => terms(ask))])),
      );
      return text('done');
    });
    const first = await call.first();
    expect(first.keys).toEqual(['adult', 'terms']);
    expect(log.toSorted()).toEqual(['handler', 'helper', 'one', 'two']);
    log.length = 0;
    await call.answer(first, { adult: yes('adult'), terms: yes('terms') });
    expect(log.toSorted()).toEqual(['handler', 'helper', 'one', 'two']);
  });

  it('F58: in a function that is awaited only later', async () => {
    const log: string[] = [];
    const { call } = tool(async (ask) => {
      const one = adult(ask).finally(() => log.push('one'));
      await sleep(20);
      return text(String(await one));
    });
    expect((await call.first()).keys).toEqual(['adult']);
    expect(log).toEqual(['one']);
  });
});
