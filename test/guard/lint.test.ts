import { inputRequired } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { MAX_ASKS } from '../../src/guard/question/lint.js';
import { confirm } from './booking.js';
import { Host, yes, type Reply } from './server.js';

const capabilities = { elicitation: { form: {}, url: {} }, sampling: {}, roots: {} };

/** What leaves when a plain handler asks this, with no helper in between. */
async function send(inputRequests: unknown, more: object = {}): Promise<{ reply: Reply; host: Host }> {
  const host = new Host((server) => {
    server.registerTool('t', {}, () => ({ resultType: 'input_required', inputRequests, ...more }) as never);
  });
  return { reply: await host.tool('t', {}, { capabilities }), host };
}

const form = (requestedSchema: unknown, message: unknown = 'Go?') => ({
  method: 'elicitation/create',
  params: { mode: 'form', message, requestedSchema },
});
const field = (schema: unknown) => form({ type: 'object', properties: { field: schema } });

async function expectRefused(inputRequests: unknown, where: string): Promise<void> {
  const { reply, host } = await send(inputRequests);
  expect(reply.result).toBeUndefined();
  expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'ask_invalid' } });
  expect(reply.error?.message).toContain(where);
  expect(host.events).toMatchObject([{ type: 'fault', method: 'tools/call', target: 't', code: 'ask_invalid' }]);
}

describe('forms that do not leave', () => {
  it.each([
    ['F02 a nested object', { type: 'object', properties: { x: { type: 'string' } } }],
    ['F02 a list of objects', { type: 'array', items: { type: 'object', properties: {} } }],
    ['F03 a pattern', { type: 'string', pattern: '^a' }],
    ['F03 a format with a pattern', { type: 'string', format: 'email', pattern: '@acme' }],
    ['F03 an exclusive bound', { type: 'number', exclusiveMinimum: 0 }],
    ['F09 enum on the list', { type: 'array', enum: ['a'], items: { type: 'string' } }],
    ['F09 enum on an object', { type: 'object', enum: ['a'] }],
    [
      'F73 equal titles',
      {
        type: 'string',
        oneOf: [
          { const: 'a', title: 'X' },
          { const: 'b', title: 'x ' },
        ],
      },
    ],
    ['F73 no value between the bounds', { type: 'integer', minimum: 0.2, maximum: 0.8 }],
    ['F09 enumNames without enum', { type: 'string', enumNames: ['A'] }],
    ['F09 enumNames of another length', { type: 'string', enum: ['a', 'b'], enumNames: ['A'] }],
  ])('%s', async (_name, schema) => {
    await expectRefused({ q: field(schema) }, 'inputRequests.q.params.requestedSchema.properties.field');
  });

  it.each([
    ['__proto__', JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}')],
    ['constructor', { type: 'object', properties: { constructor: { type: 'string' } } }],
    ['missing', { type: 'object', properties: {}, required: ['missing'] }],
  ])('F10 a property named or required and not there: %s', async (name, schema) => {
    await expectRefused({ q: form(schema) }, name);
  });

  it.each([[undefined], [null], ['x'], [[]], [{ type: 'array' }], [{}]])('no schema: %j', async (schema) => {
    await expectRefused({ q: form(schema) }, 'requestedSchema');
  });

  it.each([[''], ['  \n'], [7], [null]])('no message: %j', async (message) => {
    await expectRefused({ q: form({ type: 'object', properties: {} }, message) }, 'inputRequests.q.params.message');
  });

  it('the SDK’s helpers refuse in the handler, before the guard', async () => {
    const host = new Host((server) => {
      server.registerTool('t', {}, () => {
        const requestedSchema = { type: 'object', properties: { a: { type: 'object' } } } as never;
        return inputRequired({ inputRequests: { q: inputRequired.elicit({ message: 'Go?', requestedSchema }) } });
      });
    });
    const reply = await host.tool('t', {});
    expect(reply.state).toBeUndefined();
  });
});

describe('forms that leave', () => {
  it('F07 an ask with no properties, and its three answers', async () => {
    for (const [answer, words] of [
      [{ action: 'accept' }, 'accept'],
      [yes({}), 'accept'],
      [{ action: 'decline' }, 'decline'],
      [{ action: 'cancel' }, 'cancel'],
    ] as const) {
      const host = new Host((server) => {
        server.registerTool('t', {}, (ctx) => {
          const given = ctx.mcpReq.inputResponses?.['q'] as { action: string } | undefined;
          if (given !== undefined) return { content: [{ type: 'text', text: given.action }] };
          return {
            resultType: 'input_required',
            inputRequests: { q: form({ type: 'object', properties: {} }) },
          } as never;
        });
      });
      const { state } = await host.tool('t', {});
      expect((await host.tool('t', {}, { state, answers: { q: answer } })).text).toBe(words);
    }
  });

  it('F27 a result with _meta and other members is still an ask', async () => {
    const { reply } = await send({ q: confirm('Go?') }, { _meta: { trace: 1 }, content: [], isError: true });
    expect(reply.result).toMatchObject({ resultType: 'input_required', _meta: { trace: 1 } });
    expect(reply.asks).toMatchObject({ q: { method: 'elicitation/create', params: { mode: 'form', message: 'Go?' } } });
    expect(reply.state).toBeTypeOf('string');
  });

  it('F01 what a schema library puts around a form does not go on the wire', async () => {
    const form = { type: 'object' as const, properties: { ok: { type: 'boolean' as const } }, required: ['ok'] };
    const requestedSchema = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      additionalProperties: false,
      ...form,
    };
    const { reply } = await send({ q: inputRequired.elicit({ message: 'Go?', requestedSchema }) });
    expect(reply.asks).toEqual({
      q: { method: 'elicitation/create', params: { mode: 'form', message: 'Go?', requestedSchema: form } },
    });
  });

  it('every ask leaves as it was given', async () => {
    const asks = {
      a: field({ type: 'string', minLength: 1 }),
      'key with spaces, ü and 😀': {
        method: 'elicitation/create',
        params: { message: 'No mode', requestedSchema: { type: 'object', properties: {} } },
      },
      u: { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'https://example.com/?a=b&c' } },
      s: { method: 'sampling/createMessage', params: { messages: [], maxTokens: 1, metadata: { any: [1] } } },
      r: { method: 'roots/list' },
    };
    const { reply } = await send(asks);
    expect(reply.asks).toEqual(asks);
  });
});

describe('rounds that do not leave', () => {
  it.each([
    ['a list', [], 'inputRequests: must be an object'],
    ['null', null, 'inputRequests: must be an object'],
    ['a text', 'x', 'inputRequests: must be an object'],
    ['an ask that is no object', { q: 'ask' }, 'inputRequests.q: must be an embedded request'],
    ['params that are no object', { q: { method: 'roots/list', params: [] } }, 'inputRequests.q.params'],
    ['an unknown method', { q: { method: 'tools/call', params: {} } }, 'inputRequests.q: must be elicitation'],
    ['an unknown mode', { q: { method: 'elicitation/create', params: { mode: 'voice' } } }, 'inputRequests.q: must be'],
    ['F64 a key that is a whole number', { a: confirm('Go?'), 10: confirm('Go?') }, 'the key "10" is a whole number'],
    ['an empty key', { '': confirm('Go?') }, 'the key "" is empty'],
    ['a long key', { ['k'.repeat(129)]: confirm('Go?') }, 'more than 128'],
    ['a key that is a member of every object', { constructor: confirm('Go?') }, '"constructor"'],
    ['__proto__ as a key', JSON.parse('{"__proto__":{"method":"roots/list"}}'), '"__proto__"'],
    ['sampling without messages', { q: { method: 'sampling/createMessage', params: { maxTokens: 1 } } }, '.messages'],
    ['sampling without a limit', { q: { method: 'sampling/createMessage', params: { messages: [] } } }, '.maxTokens'],
    [
      'an address elsewhere',
      { q: { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'http://evil.example' } } },
      '.params.url',
    ],
    [
      'a script as an address',
      { q: { method: 'elicitation/create', params: { mode: 'url', message: 'Go', url: 'javascript:alert(1)' } } },
      '.params.url',
    ],
  ])('%s', async (_name, inputRequests, where) => {
    await expectRefused(inputRequests, where);
  });

  it('more asks than anybody answers; as many as the limit are fine', async () => {
    const many = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, i) => [`q${i}`, { method: 'roots/list' }]));
    await expectRefused(many(MAX_ASKS + 1), `${MAX_ASKS + 1} asks`);
    expect((await send(many(MAX_ASKS))).reply.state).toBeTypeOf('string');
  });

  it('one bad ask keeps the good one back, and every fault is named', async () => {
    const bad = { good: confirm('Go?'), bad: field({ type: 'null' }), worse: { method: 'x' } };
    const { reply } = await send(bad);
    expect(reply.error?.message).toMatch(/inputRequests\.bad.*inputRequests\.worse/);
    expect(reply.error?.message).not.toContain('good');
  });

  it('a result that asks nothing and has no state is an error, not an endless round', async () => {
    for (const inputRequests of [undefined, {}]) {
      const { reply, host } = await send(inputRequests);
      expect(reply.error).toMatchObject({ code: -32_603, data: { reason: 'ask_invalid' } });
      expect(host.events).toMatchObject([{ type: 'fault', code: 'ask_invalid' }]);
    }
  });
});
