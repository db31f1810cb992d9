import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { fail, text, type Endings, type ToolResult } from '../../src/index.js';
import { cancel, decline, refuseUnhandledRejections, serve, tool } from './server.js';

refuseUnhandledRejections();

const GARBAGE: [string, unknown, string][] = [
  ['nothing', undefined, 'returned nothing'],
  ['null', null, 'returned nothing'],
  ['a bare text', 'done', 'returned a bare text'],
  ['a number', 42, 'returned a number'],
  ['true', true, 'returned a boolean'],
  ['a list', [{ type: 'text', text: 'x' }], 'returned a list'],
  ['an empty object', {}, 'an object without a list'],
  ['an object of its own', { ok: true }, 'an object without a list'],
  ['a list that is a text', { content: 'x', messages: 'x', contents: 'x' }, 'an object without a list'],
];

describe('F61 A20: a handler that returns no result', () => {
  it.each(GARBAGE)('F61: %s: one sentence that names who it was and what to return', async (_name, value, said) => {
    const outputSchema = z.object({ ok: z.boolean() });
    const served = serve((rounds) => {
      rounds.tool('t', {}, () => value as never);
      rounds.tool('structured', { outputSchema }, async () => value as never);
      rounds.prompt('p', {}, () => value as never);
      rounds.resource('r', 'test://r', {}, () => value as never);
    });
    for (const name of ['t', 'structured']) {
      const { error } = await served.call(name).first();
      expect(error).toMatchObject({ code: -32603, data: { reason: 'result_invalid' } });
      expect(error?.message).toContain(`tool "${name}"`);
      expect(error?.message).toContain(said);
      expect(error?.message).toContain('text(…) or fail(…)');
    }
    const prompt = await served.prompt('p').first();
    expect(prompt.error?.data).toEqual({ reason: 'result_invalid' });
    expect(prompt.error?.message).toMatch(/prompt "p".*\{ messages/u);
    const resource = await served.resource('test://r').first();
    expect(resource.error?.data).toEqual({ reason: 'result_invalid' });
    expect(resource.error?.message).toMatch(/resource "test:\/\/r".*\{ contents/u);
  });

  it.each(['a bare text', undefined, {}, { text: 'no type' }, [text('a result')]])(
    'F61: a list with a member that is none of its kind is named too: %j',
    async (member) => {
      const served = serve((rounds) => {
        rounds.tool('t', {}, () => ({ content: [member] }) as never);
        rounds.prompt('p', {}, () => ({ messages: [member] }) as never);
        rounds.resource('r', 'test://r', {}, () => ({ contents: [member] }) as never);
      });
      for (const call of [served.call('t'), served.prompt('p'), served.resource('test://r')])
        expect((await call.first()).error?.data).toEqual({ reason: 'result_invalid' });
    },
  );

  it('F61: a result with structured content alone is one', async () => {
    const { call } = tool(() => ({ structuredContent: { ok: true } }) as never, {
      config: { outputSchema: z.object({ ok: z.boolean() }) },
    });
    expect((await call.first()).result).toMatchObject({ structuredContent: { ok: true } });
  });

  it('F61: what it returned is not told', async () => {
    const { call, events } = tool(() => 'canary' as never);
    expect(JSON.stringify([await call.first(), events])).not.toContain('canary');
  });
});

describe('F62: an ending on a tool with an output schema', () => {
  const outputSchema = z.object({ ok: z.boolean() });
  const structured = { ...text('kept'), structuredContent: { ok: false } };

  it.each(['decline', 'cancel', 'exhausted', 'fallback'] as const)(
    'F62: `%s: text(…)` is refused at the ask',
    async (name) => {
      for (const ending of [text('kept'), { ...text('kept'), structuredContent: { ok: 'no' } }]) {
        const { call } = tool(
          async (ask) => {
            await ask.confirm('sure', 'Sure?', { [name]: ending }).catch(() => undefined);
            return structured;
          },
          { config: { outputSchema } },
        );
        const reply = await call.first();
        expect(reply.error).toMatchObject({ code: -32603, data: { reason: 'result_invalid' } });
        expect(reply.error?.message).toContain(`tool "task": its \`${name}\` is a result with`);
        expect(reply.error?.message).toContain('outputSchema');
      }
    },
  );

  it.each([
    ['fail(…)', fail('kept')],
    ['structured content that fits', structured],
  ])('F62: %s is fine', async (_name, ending: ToolResult) => {
    const endings: Endings<ToolResult> = {
      decline: ending,
      cancel: ending,
      exhausted: ending,
      fallback: 'Ask in the chat.',
    };
    const { call } = tool(
      async (ask) => {
        await ask.confirm('sure', 'Sure?', endings);
        return structured;
      },
      { config: { outputSchema } },
    );
    for (const answer of [decline, cancel]) {
      expect((await call.answer(await call.first(), { sure: answer })).text).toBe('kept');
    }
    expect((await call.as({}).first()).text).toBe('Ask in the chat.');
  });

  it('F62: a fallback of the tool is refused when it is registered', () => {
    const register = (fallback: ToolResult | (() => ToolResult)) => () =>
      serve((rounds) => {
        rounds.tool('t', { outputSchema, fallback }, () => structured);
      }).call('t');
    for (const fallback of [fail('no'), structured, () => text('late')]) expect(register(fallback)).not.toThrow();
  });

  it('F62: and one that a function makes, when it is made', async () => {
    const make: [() => unknown, string][] = [
      [() => text('late'), 'outputSchema'],
      [() => undefined, 'neither a text nor a result'],
    ];
    for (const [fallback, said] of make) {
      const { call } = tool(
        async (ask) => {
          await ask.confirm('sure', 'Sure?');
          return structured;
        },
        { config: { outputSchema, fallback: fallback as never } },
      );
      const reply = await call.as({ roots: {} }).first();
      expect(reply.error?.data).toEqual({ reason: 'result_invalid' });
      expect(reply.error?.message).toContain(said);
    }
  });

  it('F62: an ending that is no result is refused, with or without a schema', async () => {
    for (const ending of ['as you like', 7, { ok: true }]) {
      const { call } = tool(async (ask) => {
        await ask.confirm('sure', 'Sure?', { decline: ending as never });
        return text('done');
      });
      expect((await call.first()).error?.data).toEqual({ reason: 'result_invalid' });
    }
  });
});
