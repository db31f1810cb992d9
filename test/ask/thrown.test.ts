import { describe, expect, it } from 'vitest';
import { text, type Asks } from '../../src/index.js';
import { accept, refuseUnhandledRejections, serve, tool, type Handler } from './server.js';

refuseUnhandledRejections();

const trap = (): never => {
  throw new Error('trap');
};

/** What can be thrown and is no error, or none that can be read. */
const THROWN: Record<string, unknown> = {
  undefined: undefined,
  null: null,
  'a text': 'canary',
  'a number': 0,
  'a frozen object': Object.freeze({}),
  'an object without a prototype': Object.create(null),
  'a proxy that throws': new Proxy({}, { get: trap, getPrototypeOf: trap, has: trap }),
  'an error whose message throws': Object.defineProperty(new Error('x'), 'message', { get: trap }),
  'a symbol': Symbol('x'),
  'an error': new RangeError('canary'),
};

/** Swallows what is thrown, but for the end of a first round. */
const unlessFirst = (ask: Asks) => (error: unknown) => {
  if (ask.round === 1) throw error;
  return undefined;
};

const throwing = (value: unknown) => (): never => {
  throw value;
};

describe.each(Object.entries(THROWN))('F60: %s is thrown', (name, value) => {
  const raise = throwing(value);
  const asking: Record<string, (ask: Asks) => Promise<unknown>> = {
    'by the schema of a form': (ask) =>
      ask.form('c', Object.defineProperty({ message: 'Who?' }, 'schema', { get: raise }) as never),
    'by the message': (ask) => ask.form('c', Object.defineProperty({ schema: {} }, 'message', { get: raise }) as never),
    'by the converter of a schema': (ask) =>
      ask.form('c', {
        message: 'Who?',
        schema: { '~standard': { version: 1, vendor: 'x', validate: raise, jsonSchema: { input: raise } } } as never,
      }),
    'by the options of a choice': (ask) =>
      ask.choose('c', Object.defineProperty({ message: 'Who?' }, 'options', { get: raise }) as never),
    'by an address': (ask) => ask.url('c', Object.defineProperty({ message: 'Go' }, 'url', { get: raise }) as never),
  };

  it.each(Object.entries(asking))('F60: %s: a programming error that the handler cannot swallow', async (_by, ask) => {
    const { call } = tool(async (asks) => {
      await ask(asks).catch(() => undefined);
      return text('went on');
    });
    expect((await call.first()).error).toMatchObject({ code: -32603, data: { reason: 'ask_invalid' } });
  });

  it('F60: by a validator: it ends the call, and the handler cannot swallow it', async () => {
    const { call, events } = tool(async (ask) => {
      const schema = {
        '~standard': {
          version: 1,
          vendor: 'x',
          validate: (given: { name?: string }) => (given.name === 'canary' ? raise() : { value: given }),
          jsonSchema: { input: () => ({ type: 'object', properties: { name: { type: 'string' } } }) },
        },
      };
      await ask.form('c', { message: 'Who?', schema: schema as never }).catch(unlessFirst(ask));
      return text('went on');
    });
    const reply = await call.answer(await call.first(), { c: accept({ name: 'canary' }) });
    if (name === 'an error') {
      expect(reply).toMatchObject({ isError: true, text: 'canary' });
    } else {
      expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'ask_invalid' } });
      expect(JSON.stringify([reply, events])).not.toContain('canary');
    }
  });

  it('F60: by a step: it may be tried again, and it ends the call if nobody takes it', async () => {
    let times = 0;
    const { call } = tool(async (ask) => {
      const act = () => {
        times += 1;
        if (times < 3) throw value;
        return times;
      };
      const done = await ask.once('s', act).catch(() => ask.memo('s', act));
      return text(`done ${done}`);
    });
    expect(await call.first()).toMatchObject({ isError: true });
    expect((await call.first()).text).toBe('done 3');
  });

  it('F60: by a handler: the client gets an answer', async () => {
    const served = serve((rounds) => {
      rounds.tool('t', {}, raise);
      rounds.prompt('p', {}, raise);
      rounds.resource('r', 'test://r', {}, raise);
    });
    expect(await served.call('t').first()).toMatchObject({ isError: true });
    expect((await served.prompt('p').first()).error).toBeDefined();
    expect((await served.resource('test://r').first()).error).toBeDefined();
  });
});

describe('F60: a validator that gives no result of a check', () => {
  it.each([
    ['nothing', undefined],
    ['null', null],
    ['a text', 'ok'],
    ['true', true],
    ['an empty object', {}],
    ['issues that are no list', { issues: 'bad' }],
    ['a promise of nothing', Promise.resolve(undefined)],
    ['a promise of an empty object', Promise.resolve({})],
  ])('F60: %s is a programming error, not a yes', async (_name, given) => {
    const handler: Handler = async (ask) => {
      const schema = {
        '~standard': {
          version: 1,
          vendor: 'x',
          validate: (answer: { name?: string }) => (answer.name === 'canary' ? given : { value: answer }),
          jsonSchema: { input: () => ({ type: 'object', properties: { name: { type: 'string' } } }) },
        },
      };
      const answer = await ask.form('c', { message: 'Who?', schema: schema as never }).catch(unlessFirst(ask));
      return text(`went on with ${answer?.action}`);
    };
    const { call } = tool(handler);
    const reply = await call.answer(await call.first(), { c: accept({ name: 'canary' }) });
    expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'ask_invalid' } });
  });
});
