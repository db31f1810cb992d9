import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, text } from '../../src/index.js';
import { accept, ALL, cancel, decline, MANY_ANSWERS, refuseUnhandledRejections, tool } from './server.js';

refuseUnhandledRejections();

describe('form', () => {
  const Schema = z.object({ name: z.string().min(2).meta({ title: 'Your name' }), age: z.int().min(0).default(30) });

  it('asks with the grammar of the revision and resolves to what the schema puts out', async () => {
    const { call, events } = tool(async (ask) => {
      const answer = await ask.form('who', { message: 'Who?', schema: Schema });
      return text(JSON.stringify(answer));
    }, MANY_ANSWERS);
    const first = await call.first();
    expect(first.asks).toEqual({
      who: {
        method: 'elicitation/create',
        params: {
          mode: 'form',
          message: 'Who?',
          requestedSchema: {
            type: 'object',
            properties: {
              name: { type: 'string', title: 'Your name', minLength: 2 },
              age: { type: 'integer', minimum: 0, default: 30 },
            },
            required: ['name'],
          },
        },
      },
    });
    const given = await call.answer(first, { who: accept({ name: 'Ana' }) });
    expect(JSON.parse(given.text)).toEqual({ action: 'accept', content: { name: 'Ana', age: 30 } });
    expect(JSON.parse((await call.answer(first, { who: decline })).text)).toEqual({ action: 'decline' });
    expect(JSON.parse((await call.answer(first, { who: cancel })).text)).toEqual({ action: 'cancel' });
    const kinds = events.map(({ type }) => type);
    expect(kinds).toEqual(['asked', 'answered', 'declined', 'cancelled']);
  });

  it('takes a wire schema, and one with transforms', async () => {
    const { call } = tool(async (ask) => {
      const wire = await ask.form('wire', {
        message: 'Wire?',
        schema: { type: 'object', properties: { seats: { type: 'integer', minimum: 1 } }, required: ['seats'] },
      });
      const upper = await ask.form('upper', {
        message: 'Upper?',
        schema: z.object({ word: z.string().transform((word) => word.toUpperCase()) }),
      });
      return text(JSON.stringify([wire, upper]));
    });
    const reply = await call.play((key) => accept(key === 'wire' ? { seats: 2 } : { word: 'go' }));
    expect(JSON.parse(reply.text)).toMatchObject([{ content: { seats: 2 } }, { content: { word: 'GO' } }]);
  });

  it.each([
    [
      'F02 a nested object',
      { message: 'x', schema: z.object({ a: z.object({ b: z.string() }) }) },
      'form_unsupported',
      'properties.a',
    ],
    [
      'F10 a reserved name',
      { message: 'x', schema: z.object({ constructor: z.string() }) },
      'form_unsupported',
      'constructor',
    ],
    ['a blank message', { message: '  ', schema: z.object({}) }, 'ask_invalid', 'message'],
    ['a schema that is none', { message: 'x', schema: 5 as never }, 'ask_invalid', 'schema'],
    ['attempts of 0', { message: 'x', schema: z.object({}), attempts: 0 }, 'ask_invalid', 'attempts'],
    ['attempts of NaN', { message: 'x', schema: z.object({}), attempts: Number.NaN }, 'ask_invalid', 'attempts'],
  ] as const)('%s is refused when the ask is built; nothing is sent', async (_name, options, reason, named) => {
    const { call } = tool(async (ask) => {
      await ask.form('key', options).catch(() => undefined);
      return text('swallowed');
    });
    const reply = await call.first();
    expect(reply.error).toMatchObject({ code: -32603, data: { reason } });
    expect(reply.error?.message).toContain(named);
  });

  it.each(['', '__proto__', 'constructor', 'prototype', 'x'.repeat(129), 5 as never])(
    'F34 the key %j is refused, whatever the handler does with the exception',
    async (key) => {
      const { call } = tool(async (ask) => {
        await ask.confirm(key, 'Sure?').catch(() => undefined);
        return text('swallowed');
      });
      expect((await call.first()).error?.data).toEqual({ reason: 'ask_invalid' });
    },
  );

  it.each(['toString', 'valueOf', 'hasOwnProperty', 'a b', '💥', 'x'.repeat(128)])(
    'the key %j is a key like any other',
    async (key) => {
      for (const unsolicited of ['ask', 'accept'] as const) {
        const { call } = tool(async (ask) => text(JSON.stringify(await ask.confirm(key, 'Sure?'))), { unsolicited });
        const first = await call.first();
        expect(first.keys).toEqual([key]);
        const answers = { [key]: accept({ [key]: true }) };
        expect((await call.answer(first, answers)).text).toContain('"confirmed":true');
        expect((await call.first(answers)).text).toBe(
          unsolicited === 'accept' ? '{"confirmed":true,"action":"accept"}' : '',
        );
      }
    },
  );
});

describe('confirm', () => {
  it('is a form with one boolean named like the key; only an accepted true is a yes', async () => {
    const { call } = tool(
      async (ask) => text(JSON.stringify(await ask.confirm('sure', 'Sure?', { title: 'Yes, I am' }))),
      MANY_ANSWERS,
    );
    const first = await call.first();
    expect(first.asks['sure']?.params.requestedSchema).toEqual({
      type: 'object',
      properties: { sure: { type: 'boolean', title: 'Yes, I am' } },
      required: ['sure'],
    });
    const outcome = async (answer: unknown) => {
      const reply = await call.answer(first, { sure: answer });
      return reply.state === undefined ? (JSON.parse(reply.text) as unknown) : reply.keys;
    };
    expect(await outcome(accept({ sure: true }))).toEqual({ confirmed: true, action: 'accept' });
    expect(await outcome(accept({ sure: false }))).toEqual({ confirmed: false, action: 'accept' });
    expect(await outcome(decline)).toEqual({ confirmed: false, action: 'decline' });
    expect(await outcome(cancel)).toEqual({ confirmed: false, action: 'cancel' });
    for (const notYet of [
      accept(),
      accept({}),
      accept({ sure: 'true' }),
      accept({ sure: 1 }),
      accept(true),
      accept([true]),
    ]) {
      expect(await outcome(notYet)).toEqual(['sure']);
    }
  });
});

describe('choose', () => {
  it('one of the options, with titles or without', async () => {
    const { call } = tool(async (ask) => {
      const options = ['S', { value: 'L', title: 'Large' }] as const;
      return text(JSON.stringify(await ask.choose('size', { message: 'Size?', title: 'Size', options })));
    }, MANY_ANSWERS);
    const first = await call.first();
    expect(first.asks['size']?.params.requestedSchema?.properties).toEqual({
      size: {
        type: 'string',
        title: 'Size',
        oneOf: [
          { const: 'S', title: 'S' },
          { const: 'L', title: 'Large' },
        ],
      },
    });
    expect((await call.answer(first, { size: accept({ size: 'L' }) })).text).toBe('{"action":"accept","content":"L"}');
    expect((await call.answer(first, { size: accept({ size: 'Large' }) })).keys).toEqual(['size']);
    expect((await call.answer(first, { size: decline })).text).toBe('{"action":"decline"}');
  });

  it('F08 several, within their bounds', async () => {
    const { call } = tool(async (ask) => {
      const limits = { multiple: true, min: 1, max: 2 } as const;
      const endings = { decline: fail('declined'), cancel: fail('cancelled') };
      const days = await ask.choose('days', { message: 'Days?', options: ['mo', 'tu', 'we'], ...limits, ...endings });
      return text(days.join('+'));
    }, MANY_ANSWERS);
    const first = await call.first();
    expect(first.asks['days']?.params.requestedSchema?.properties['days']).toMatchObject({ minItems: 1, maxItems: 2 });
    expect((await call.answer(first, { days: accept({ days: ['we', 'mo'] }) })).text).toBe('we+mo');
    for (const bad of [[], ['mo', 'tu', 'we'], ['mo', 'mo'], ['fr'], 'mo']) {
      expect((await call.answer(first, { days: accept({ days: bad }) })).keys).toEqual(['days']);
    }
    expect((await call.answer(first, { days: decline })).text).toBe('declined');
    expect((await call.answer(first, { days: cancel })).text).toBe('cancelled');
  });
});

describe('url', () => {
  it('asks for consent; whatever content comes is dropped', async () => {
    const { call } = tool(async (ask) => {
      return text(JSON.stringify(await ask.url('sign', { message: 'Sign', url: 'https://sign.example.com/c/1' })));
    }, MANY_ANSWERS);
    const first = await call.first();
    expect(first.asks['sign']).toEqual({
      method: 'elicitation/create',
      params: { mode: 'url', message: 'Sign', url: 'https://sign.example.com/c/1' },
    });
    expect((await call.answer(first, { sign: accept({ signed: true }) })).text).toBe('{"action":"accept"}');
    expect((await call.answer(first, { sign: cancel })).text).toBe('{"action":"cancel"}');
  });

  it.each(['http://example.com', 'javascript:alert(1)', 'https://u:p@example.com', ''])(
    'F47 the address %j is refused before it is sent',
    async (url) => {
      const { call } = tool(async (ask) => text((await ask.url('sign', { message: 'Sign', url })).action));
      expect((await call.first()).error?.data).toEqual({ reason: 'ask_invalid' });
    },
  );
});

describe('sample', () => {
  const params = {
    messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'hi' } }],
    maxTokens: 9,
  };
  const block = { type: 'text', text: 'hello' };

  it('hands over a complete message, and never one that is not', async () => {
    const { call } = tool(async (ask) => text(JSON.stringify(await ask.sample('model', params))), MANY_ANSWERS);
    const first = await call.first();
    expect(first.asks).toEqual({ model: { method: 'sampling/createMessage', params } });
    const message = { role: 'assistant', model: 'm', content: block };
    expect(JSON.parse((await call.answer(first, { model: message })).text)).toEqual(message);
    for (const broken of [
      { ...message, content: null },
      { ...message, content: [block] },
      { ...message, content: 'hello' },
      { ...message, content: {} },
      { ...message, model: undefined },
      { ...message, role: 'system' },
      decline,
      accept(message),
    ]) {
      const reply = await call.answer(first, { model: broken });
      expect(reply.asks).toEqual(first.asks);
    }
  });

  it('A9 a member named action means nothing in an answer of this kind', async () => {
    const { call, events } = tool(async (ask) => text(JSON.stringify(await ask.sample('model', params))));
    const answer = { role: 'assistant', model: 'm', content: block, action: 'decline' };
    expect(JSON.parse((await call.answer(await call.first(), { model: answer })).text)).toMatchObject({
      content: block,
    });
    expect(events.map(({ type }) => type)).toEqual(['asked', 'answered', 'settled']);
  });

  it('takes a list of blocks from a model that may call tools', async () => {
    const { call } = tool(async (ask) => {
      const answer = await ask.sample('model', { ...params, tools: [] });
      return text(JSON.stringify(answer.content));
    }, MANY_ANSWERS);
    const client = call.as({ ...ALL, sampling: { tools: {} } });
    const first = await client.first();
    const list = { role: 'assistant', model: 'm', content: [block, block] };
    expect(JSON.parse((await client.answer(first, { model: list })).text)).toEqual([block, block]);
    expect((await client.answer(first, { model: { ...list, content: [block, 5] } })).keys).toEqual(['model']);
    expect((await call.first()).error?.code).toBe(-32021);
  });

  it('A10 ends after three answers that are none', async () => {
    const { call } = tool(async (ask) => text(JSON.stringify(await ask.sample('model', params))));
    const reply = await call.play(() => ({ role: 'assistant', content: block }));
    expect(reply).toMatchObject({ isError: true });
    expect(reply.text).toContain('"model" got no valid answer in 3 attempts');
  });
});

describe('roots', () => {
  it('hands over a list of roots, and nothing else', async () => {
    const { call } = tool(async (ask) => text(JSON.stringify(await ask.roots('roots'))), MANY_ANSWERS);
    const first = await call.first();
    expect(first.asks).toEqual({ roots: { method: 'roots/list' } });
    const roots = [{ uri: 'file:///home/ana', name: 'home' }];
    expect(JSON.parse((await call.answer(first, { roots: { roots, action: 'cancel' } })).text)).toEqual(roots);
    for (const broken of [{ roots: [{ name: 'x' }] }, { roots: [null] }, { roots: {} }, {}, cancel]) {
      expect((await call.answer(first, { roots: broken })).keys).toEqual(['roots']);
    }
  });
});
