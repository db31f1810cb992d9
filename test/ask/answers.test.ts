import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text, type VueltaOptions } from '../../src/index.js';
import { accept, cancel, decline, MANY_ANSWERS, refuseUnhandledRejections, tool } from './server.js';

refuseUnhandledRejections();

const Person = z.object({ name: z.string(), age: z.int().min(0) });

/** A handler that shows what it was given, and counts how often it was given something. */
function shower(schema: z.ZodObject, options: VueltaOptions = {}) {
  const given: unknown[] = [];
  const driver = tool(async (ask) => {
    const answer = await ask.form('q', { message: 'Q?', schema, attempts: 100 });
    given.push(answer);
    return text(JSON.stringify(answer));
  }, options);
  return { ...driver, given };
}

describe('what reaches a handler', () => {
  it.each([
    {},
    { name: 42, age: 1 },
    { name: 'Ana', age: -5 },
    { name: 'Ana' },
    { name: 'Ana', age: '5' },
    { name: 'Ana', age: 1.5 },
  ])('F11 %j is asked again with the reason, never handed over', async (content) => {
    const { call, given } = shower(Person);
    const reply = await call.answer(await call.first(), { q: accept(content) });
    expect(reply.keys).toEqual(['q']);
    expect(reply.asks['q']?.params.message).toMatch(/^Q\?\n\n⚠ (name|age): /);
    expect(given).toEqual([]);
  });

  it.each([
    ['F12 content: null', null],
    ['F13 content that breaks the schema', { name: 42 }],
    ['F13 content that is no object', 'x'],
  ])('%s, with decline or cancel, is a plain decline or cancel', async (_name, content) => {
    const { call, events } = shower(Person, MANY_ANSWERS);
    const first = await call.first();
    expect((await call.answer(first, { q: { ...decline, content } })).text).toBe('{"action":"decline"}');
    expect((await call.answer(first, { q: { ...cancel, content } })).text).toBe('{"action":"cancel"}');
    expect(events.map(({ type }) => type)).toEqual(['asked', 'declined', 'cancelled']);
  });

  it('F14 accept without content is an accept, for an ask without properties', async () => {
    const { call } = shower(z.object({}), MANY_ANSWERS);
    const first = await call.first();
    expect(first.asks['q']?.params.requestedSchema).toEqual({ type: 'object', properties: {} });
    expect((await call.answer(first, { q: accept() })).text).toBe('{"action":"accept","content":{}}');
    expect((await call.answer(first, { q: accept({}) })).text).toBe('{"action":"accept","content":{}}');
  });

  it('F14 accept without content takes the defaults, where nothing else is required', async () => {
    const { call } = shower(z.object({ copies: z.int().default(2), note: z.string().optional() }));
    expect((await call.answer(await call.first(), { q: accept() })).text).toContain('"content":{"copies":2}');
  });

  it('F18 maxLength counts code points', async () => {
    const { call } = shower(z.object({ mood: z.string().max(1) }), MANY_ANSWERS);
    const first = await call.first();
    expect((await call.answer(first, { q: accept({ mood: '🙂' }) })).text).toContain('🙂');
    expect((await call.answer(first, { q: accept({ mood: 'ab' }) })).keys).toEqual(['q']);
  });

  it.each([
    { name: 'Ana', age: 3 },
    { action: 'accept', name: 'Ana', age: 3 },
    { method: 'elicitation/create', result: { action: 'accept', content: { name: 'Ana', age: 3 } } },
    { content: { name: 'Ana', age: 3 } },
    'accept',
    null,
    [{ action: 'accept', content: { name: 'Ana', age: 3 } }],
  ])('F20 %j is not an answer: fields are read from content only', async (answer) => {
    const { call, given } = shower(Person);
    const reply = await call.answer(await call.first(), { q: answer });
    expect(reply.keys).toEqual(['q']);
    expect(given).toEqual([]);
  });

  it.each(['reject', 'ok', 'ACCEPT', '', 1, true, null, { action: 'accept' }, ['accept']])(
    'F21 the action %j is no answer: asked again, and it is not an attempt',
    async (action) => {
      const { call, events } = shower(Person);
      const first = await call.first();
      const reply = await call.answer(first, { q: { action, content: { name: 'Ana', age: 3 } } });
      expect(reply.asks).toEqual(first.asks);
      expect(events.map(({ type }) => type)).toEqual(['asked', 'ignored', 'asked', 'settled']);
    },
  );

  it('F22 extra keys in content are dropped before the handler sees it', async () => {
    const { call, given } = shower(Person);
    const content = JSON.parse(
      '{"name":"Ana","age":3,"admin":true,"__proto__":{"admin":true},"constructor":{}}',
    ) as object;
    await call.answer(await call.first(), { q: accept(content) });
    expect(given).toEqual([{ action: 'accept', content: { name: 'Ana', age: 3 } }]);
    expect((given[0] as { content: { admin?: unknown } }).content.admin).toBeUndefined();
  });

  it('F23 an answer for a key that was not asked is ignored, in any round', async () => {
    const { call, given, events } = shower(Person);
    const good = accept({ name: 'Ana', age: 3 });
    const unasked = await call.first({ q: good });
    expect(unasked.keys).toEqual(['q']);
    const other = await call.answer(unasked, { other: good, Q: good, 'q ': good });
    expect(other.keys).toEqual(['q']);
    expect(given).toEqual([]);
    expect(events.filter(({ type }) => type === 'ignored')).toMatchObject([
      { count: 1 },
      { count: 3, why: 'unsolicited' },
    ]);
  });

  it('F23 answers that are swapped between two keys are asked again', async () => {
    const { call } = tool(async (ask) => {
      const [a, b] = await Promise.all([
        ask.form('a', { message: 'A?', schema: z.object({ n: z.int() }) }),
        ask.form('b', { message: 'B?', schema: z.object({ s: z.string() }) }),
      ]);
      return text(JSON.stringify([a, b]));
    });
    const first = await call.first();
    const swapped = await call.answer(first, { a: accept({ s: 'x' }), b: accept({ n: 1 }) });
    expect(swapped.keys).toEqual(['a', 'b']);
    const right = await call.answer(swapped, { a: accept({ n: 1 }), b: accept({ s: 'x' }) });
    expect(right.text).toContain('"s":"x"');
  });

  it('F23 the answer of one kind does not answer another', async () => {
    const { call } = tool(async (ask) => {
      const roots = await ask.roots('q');
      return text(JSON.stringify(roots));
    });
    expect((await call.answer(await call.first(), { q: accept({ roots: [] }) })).keys).toEqual(['q']);
  });

  it('with unsolicited: accept, an answer that nobody asked for counts, and is validated all the same', async () => {
    const { call } = tool(async (ask) => text(JSON.stringify(await ask.form('q', { message: 'Q?', schema: Person }))), {
      config: { unsolicited: 'accept' },
    });
    expect((await call.first({ q: accept({ name: 'Ana', age: 3 }) })).text).toContain('"Ana"');
    expect((await call.first({ q: accept({ name: 'Ana' }) })).keys).toEqual(['q']);
    expect((await call.first({ q: { action: 'ok' } })).keys).toEqual(['q']);
  });
});
