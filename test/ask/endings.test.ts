import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, text, type Fallback, type VueltaOptions } from '../../src/index.js';
import { accept, ALL, cancel, decline, MANY_ANSWERS, refuseUnhandledRejections, serve, tool } from './server.js';

refuseUnhandledRejections();

const Age = z.object({ age: z.int().min(0).meta({ title: 'Age' }) });

describe('A9 decline, cancel and no answer yet', () => {
  it('A9 are three things', async () => {
    const { call } = tool(
      async (ask) => text((await ask.form('age', { message: 'Age?', schema: Age })).action),
      MANY_ANSWERS,
    );
    const first = await call.first();
    expect((await call.answer(first, { age: decline })).text).toBe('decline');
    expect((await call.answer(first, { age: cancel })).text).toBe('cancel');
    const notYet = await call.answer(first, {});
    expect(notYet.asks).toEqual(first.asks);
    expect(notYet.state).not.toBe(first.state);
  });

  it('A9 end the call with the result given for each, and with no other', async () => {
    const log: string[] = [];
    const { call } = tool(async (ask) => {
      const options = { message: 'Age?', schema: Age, decline: text('declined'), cancel: fail('cancelled') };
      try {
        const { age } = await ask.form('age', options);
        return text(`age ${age}`);
      } catch {
        await ask.once('more', () => log.push('more')).catch(() => log.push('refused'));
        return text('swallowed');
      } finally {
        log.push('finally');
      }
    });
    const only = tool(async (ask) => {
      const answer = await ask.form('age', { message: 'Age?', schema: Age, decline: fail('declined') });
      return text(`went on after ${answer.action}`);
    }, MANY_ANSWERS);
    const swallowed = await call.first();
    expect(swallowed.error?.data).toEqual({ reason: 'ask_swallowed' });

    const first = await only.call.first();
    expect(await only.call.answer(first, { age: decline })).toMatchObject({ text: 'declined', isError: true });
    expect(await only.call.answer(first, { age: cancel })).toMatchObject({
      text: 'went on after cancel',
      isError: false,
    });
    expect((await only.call.answer(first, { age: accept({ age: 3 }) })).text).toBe('went on after accept');
    expect(log).toEqual(['refused', 'finally']);
  });

  it('A9 an ending survives a catch, and what starts after it is refused', async () => {
    const log: string[] = [];
    const { call, events } = tool(async (ask) => {
      await ask.confirm('first', 'First?');
      try {
        await ask.confirm('sure', 'Sure?', { decline: text('as you like'), cancel: fail('closed') });
      } catch (error) {
        if (ask.round < 3) throw error;
        for (const start of [
          () => ask.once('a', () => log.push('a')),
          () => ask.memo('b', () => log.push('b')),
          () => ask.confirm('c', 'C?'),
        ]) {
          await start().catch((refused: Error) => log.push(refused.name));
        }
      }
      return text('swallowed');
    }, MANY_ANSWERS);
    const first = await call.first();
    const second = await call.answer(first, { first: accept({ first: true }) });
    expect(second.keys).toEqual(['sure']);
    expect((await call.answer(second, { sure: decline })).text).toBe('as you like');
    expect(log).toEqual(['Ending', 'Ending', 'Ending']);
    expect(await call.answer(second, { sure: cancel })).toMatchObject({ text: 'closed', isError: true });
    expect(events.map(({ type }) => type)).not.toContain('fault');
  });

  it('A9 url and choose end the call too', async () => {
    const { call } = tool(async (ask) => {
      await ask.url('sign', { message: 'Sign', url: 'https://example.com/', decline: fail('unsigned') });
      const size = await ask.choose('size', {
        message: 'Size?',
        options: ['S'],
        decline: fail('none'),
        cancel: fail('later'),
      });
      return text(size);
    }, MANY_ANSWERS);
    const first = await call.first();
    expect((await call.answer(first, { sign: decline })).text).toBe('unsigned');
    const second = await call.answer(first, { sign: accept() });
    expect((await call.answer(second, { size: cancel })).text).toBe('later');
    expect((await call.answer(second, { size: accept({ size: 'S' }) })).text).toBe('S');
  });
});

describe('A10 invalid answers', () => {
  const handlerOf = (endings: { attempts?: number; exhausted?: ReturnType<typeof text> }, options?: VueltaOptions) =>
    tool(
      async (ask) => text(JSON.stringify(await ask.form('age', { message: 'Age?', schema: Age, ...endings }))),
      options,
    );

  it('A10 F11 are asked again with the reason, by title, and never with the value', async () => {
    const { call, events } = handlerOf({});
    const first = await call.first();
    const again = await call.answer(first, { age: accept({ age: -987_654 }) });
    expect(again.asks['age']?.params.message).toBe('Age?\n\n⚠ Age: must be at least 0');
    expect(again.asks['age']?.params.requestedSchema).toEqual(first.asks['age']?.params.requestedSchema);
    const twice = await call.answer(again, { age: accept({ age: 'canary' }) });
    expect(twice.asks['age']?.params.message).toBe('Age?\n\n⚠ Age: must be a whole number');
    const ended = await call.answer(twice, { age: accept({}) });
    expect(ended).toMatchObject({ isError: true, error: undefined, keys: [] });
    expect(ended.text).toBe('The question "age" got no valid answer in 3 attempts. Nothing more was done.');
    expect(events.map(({ type }) => type)).toEqual([
      'asked',
      'reasked',
      'asked',
      'settled',
      'reasked',
      'asked',
      'settled',
      'settled',
    ]);
    expect(events.filter(({ type }) => type === 'reasked')).toMatchObject([
      { key: 'age', round: 2, attempt: 2 },
      { key: 'age', round: 3, attempt: 3 },
    ]);
    expect(JSON.stringify([again, twice, ended, events])).not.toMatch(/987|canary/);
  });

  it('A10 a message of the schema that repeats the value does not reach the question', async () => {
    const Code = z.object({
      code: z.string().refine((code) => code === '', { error: ({ input }) => `wrong: ${String(input)}` }),
    });
    const { call } = tool(async (ask) => text((await ask.form('code', { message: 'Code?', schema: Code })).action));
    const again = await call.answer(await call.first(), { code: accept({ code: 'canary-1234' }) });
    expect(again.asks['code']?.params.message).toContain('Code?\n\n⚠ code: ');
    expect(JSON.stringify(again.asks)).not.toContain('canary');
  });

  it('A10 a fault of the whole form has no field before it', async () => {
    const Dates = z
      .object({ from: z.string(), to: z.string() })
      .refine(({ from, to }) => from < to, 'from is after to');
    const { call } = tool(async (ask) => text((await ask.form('dates', { message: 'When?', schema: Dates })).action));
    const again = await call.answer(await call.first(), { dates: accept({ from: 'zz', to: 'yy' }) });
    expect(again.asks['dates']?.params.message).toBe('When?\n\n⚠ from is after to');
  });

  it('A10 attempts is a number of answers, the first one included', async () => {
    for (const attempts of [1, 2, 5]) {
      const { call } = handlerOf({ attempts });
      let given = 0;
      const reply = await call.play(() => {
        given += 1;
        return accept({ age: 'x' });
      });
      expect(given).toBe(attempts);
      expect(reply.text).toContain(`in ${attempts} attempts`);
    }
  });

  it('A10 a missing answer is not an attempt', async () => {
    const { call } = handlerOf({ attempts: 2 }, MANY_ANSWERS);
    let reply = await call.answer(await call.first(), { age: accept({ age: 'x' }) });
    reply = await call.answer(reply, {});
    reply = await call.answer(reply, { age: { action: 'ok' } });
    expect(reply.keys).toEqual(['age']);
    expect((await call.answer(reply, { age: accept({ age: 4 }) })).text).toContain('"age":4');
    expect((await call.answer(reply, { age: accept({ age: 'x' }) })).text).toContain('in 2 attempts');
  });

  it('A10 the attempts of a question end with it', async () => {
    let price = 10;
    const { call, events } = tool(async (ask) => {
      const answer = await ask.form('pay', { message: `Pay ${price}?`, schema: Age, attempts: 2 });
      return text(answer.action);
    });
    let reply = await call.answer(await call.first(), { pay: accept({ age: 'x' }) });
    price = 20;
    reply = await call.answer(reply, { pay: accept({ age: 'x' }) });
    expect(reply.asks['pay']?.params.message).toBe('Pay 20?');
    reply = await call.answer(reply, { pay: accept({ age: 'x' }) });
    expect(reply.asks['pay']?.params.message).toContain('Pay 20?\n\n⚠');
    expect((await call.answer(reply, { pay: accept({ age: 'x' }) })).text).toContain('in 2 attempts');
    expect(events.filter(({ type }) => type === 'drift')).toHaveLength(1);
  });

  it('A10 exhausted gives the result of the author, which no catch can undo', async () => {
    const { call } = tool(async (ask) => {
      try {
        await ask.form('age', { message: 'Age?', schema: Age, attempts: 1, exhausted: text('never mind') });
      } catch (error) {
        if (ask.round === 1) throw error;
      }
      return text('swallowed');
    });
    expect((await call.answer(await call.first(), { age: accept({ age: 'x' }) })).text).toBe('never mind');
  });

  it('A10 a prompt and a resource have no error result: a JSON-RPC error, which no catch can undo', async () => {
    const options = { message: 'Age?', schema: Age, attempts: 1 };
    const served = serve((rounds) => {
      rounds.prompt('p', {}, async (_args, ask) => {
        await ask.form('age', options).catch((error: unknown) => {
          if (ask.round === 1) throw error;
        });
        return { messages: [] };
      });
      rounds.resource('r', 'test://r', {}, async (_uri, _variables, ask) => {
        await ask.form('age', options);
        return { contents: [] };
      });
    });
    for (const call of [served.prompt('p'), served.resource('test://r')]) {
      const reply = await call.answer(await call.first(), { age: accept({ age: 'x' }) });
      expect(reply.error).toMatchObject({ code: -32602, data: { reason: 'exhausted' } });
      expect(reply.error?.message).toContain('"age" got no valid answer in 1 attempts');
    }
  });
});

describe('fallback', () => {
  const cannot = { sampling: {} };

  it('without one, a client that cannot be asked gets -32021 and nothing is sent', async () => {
    const { call } = tool(async (ask) => text((await ask.form('age', { message: 'Age?', schema: Age })).action));
    const reply = await call.as({}).first();
    expect(reply).toMatchObject({ status: 400, error: { code: -32021 } });
  });

  it('of an ask: a text that guides the model, a text, a result', async () => {
    const fallbacks: [true | string | ReturnType<typeof text>, string, boolean][] = [
      [true, 'It would ask: Age?', true],
      ['Ask for the age in the chat.', 'Ask for the age in the chat.', true],
      [text('skipped'), 'skipped', false],
    ];
    for (const [fallback, shown, isError] of fallbacks) {
      const { call, events } = tool(async (ask) => {
        await ask.form('age', { message: 'Age?', schema: Age, fallback }).catch(() => undefined);
        return text('swallowed');
      });
      const reply = await call.as(cannot).first();
      expect(reply).toMatchObject({ isError, keys: [] });
      expect(reply.text).toContain(shown);
      expect(events).toEqual([{ type: 'fell_back', method: 'tools/call', target: 'task' }]);
    }
  });

  it('of an ask that a client can show is not used, nor one of an ask that is not reached', async () => {
    const { call } = tool(async (ask) => {
      const age = await ask.form('age', { message: 'Age?', schema: Age, fallback: fail('no form') });
      await ask.url('sign', { message: 'Sign', url: 'https://example.com', fallback: fail('no url') });
      return text(age.action);
    });
    const formOnly = call.as({ elicitation: {} });
    const first = await formOnly.first();
    expect(first.keys).toEqual(['age']);
    expect((await formOnly.answer(first, { age: decline })).text).toBe('no url');
    const both = await call.answer(await call.first(), { age: decline });
    expect(both.keys).toEqual(['sign']);
  });

  it('of a tool', async () => {
    const fallbacks: [Fallback, string][] = [
      [true, 'It would ask: Age?'],
      ['no form', 'no form'],
      [(asks) => `cannot ask ${asks.map(({ key }) => key).join()}`, 'cannot ask age'],
    ];
    for (const [fallback, shown] of fallbacks) {
      const { call } = tool(async (ask) => text((await ask.form('age', { message: 'Age?', schema: Age })).action), {
        config: { fallback },
      });
      expect((await call.as(cannot).first()).text).toContain(shown);
      expect((await call.first()).keys).toEqual(['age']);
    }
  });

  it('of an ask of a prompt is a JSON-RPC error', async () => {
    const served = serve((rounds) => {
      rounds.prompt('p', {}, async (_args, ask) => {
        await ask.confirm('sure', 'Sure?', { fallback: 'Ask in the chat.' }).catch(() => undefined);
        return { messages: [] };
      });
    });
    const reply = await served.prompt('p').as({}).first();
    expect(reply.error).toMatchObject({ code: -32602, message: 'Ask in the chat.', data: { reason: 'fallback' } });
  });
});

describe('supports', () => {
  it('tells what the client of this round can be asked', async () => {
    const { call } = tool((ask) =>
      text((['form', 'url', 'sampling', 'roots'] as const).filter((kind) => ask.supports(kind)).join(' ')),
    );
    expect((await call.as(ALL).first()).text).toBe('form url sampling roots');
    expect((await call.as({ elicitation: {} }).first()).text).toBe('form');
    expect((await call.as({ elicitation: { url: {} } }).first()).text).toBe('url');
    expect((await call.as({}).first()).text).toBe('');
  });

  it('lets a handler take another way', async () => {
    const { call } = tool(async (ask) => {
      if (!ask.supports('form')) return fail('Give the age as an argument.');
      return text((await ask.form('age', { message: 'Age?', schema: Age })).action);
    });
    expect((await call.as({}).first()).text).toBe('Give the age as an argument.');
  });
});
