import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { text, type Asks } from '../../src/index.js';
import { accept, refuseUnhandledRejections, tick, tool, type Handler } from './server.js';

// An engine whose stacks do not show who awaits, or frozen intrinsics. What it can is tried once a process, so this has a file of its own.
refuseUnhandledRejections();

const names = ['prepareStackTrace', 'stackTraceLimit'] as const;
const before = names.map((name) => Object.getOwnPropertyDescriptor(Error, name));

beforeAll(() => {
  for (const name of names)
    Object.defineProperty(Error, name, { value: Reflect.get(Error, name), writable: false, configurable: true });
});

afterAll(() => {
  for (const [at, name] of names.entries()) {
    Reflect.deleteProperty(Error, name);
    const descriptor = before[at];
    if (descriptor !== undefined) Object.defineProperty(Error, name, descriptor);
  }
});

afterEach(() => {
  vi.useRealTimers();
});

const adult = async (ask: Asks): Promise<boolean> => (await ask.confirm('adult', 'Adult?')).confirmed;
const terms = async (ask: Asks): Promise<boolean> => (await ask.confirm('terms', 'Terms?')).confirmed;
const failing = (): never => {
  throw new Error('the bank is down');
};

describe('where the engine cannot tell who waits', () => {
  const asking: Record<string, Handler> = {
    'started before they are awaited': async (ask) => {
      const one = adult(ask);
      const two = terms(ask);
      return text(`${await one} ${await two}`);
    },
    'in Promise.all': async (ask) => text((await Promise.all([adult(ask), terms(ask)])).join(' ')),
  };

  it.each(Object.entries(asking))(
    'F58 F100: asks %s go out at once: no timer is waited for',
    async (_name, handler) => {
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      const { call } = tool(handler);
      const first = await call.first();
      expect(first.keys).toEqual(['adult', 'terms']);
      const answers = { adult: accept({ adult: true }), terms: accept({ terms: false }) };
      expect((await call.answer(first, answers)).text).toBe('true false');
    },
  );

  it('F58: the error of a step is thrown where it is awaited', async () => {
    const { call } = tool(async (ask) => {
      const pay = async (): Promise<string> => ask.once('pay', failing);
      return text(await pay().catch((error: unknown) => `caught: ${(error as Error).message}`));
    });
    expect((await call.first()).text).toBe('caught: the bank is down');
  });

  it('F58: a question that cannot be asked ends the call, and nobody gets a rejection', async () => {
    const { call } = tool(async (ask) => {
      void (async () => ask.confirm('blank', ' '))();
      return text(String(await adult(ask)));
    });
    expect((await call.first()).error?.data).toEqual({ reason: 'ask_invalid' });
  });

  it('F54 F95: inside a step nothing starts, and the call does not wait for the step', async () => {
    const act = async (ask: Asks): Promise<unknown> => {
      await tick();
      return ask.once('step', () => act(ask));
    };
    for (const inner of [adult, act]) {
      const { call } = tool(async (ask) => text(String(await ask.once('step', () => inner(ask)))));
      expect((await call.first()).error?.data).toEqual({ reason: 'inside_step' });
    }
  });

  it('A11: a step is shared by who comes with the same function', async () => {
    const { call } = tool(async (ask) => {
      const act = async () => tick().then(() => 7);
      return text((await Promise.all([ask.once('step', act), ask.once('step', act)])).join(' '));
    });
    expect((await call.first()).text).toBe('7 7');
  });
});
