import { describe, expect, it } from 'vitest';
import { accept, connect, type ConnectOptions, type Harness } from '../../src/client/index.js';
import { keep } from './fixtures/keep.js';
import { type Act, asking, done, form, type Got, type Scripted, serveScript } from './fixtures/hosting.js';

async function against(
  act: (got: Got) => Act,
  options: ConnectOptions = {},
): Promise<{ harness: Harness; server: Scripted }> {
  const server = keep(await serveScript(act));
  const harness = keep(await connect(server.url, { roundTimeoutMs: 5000, ...options }));
  return { harness, server };
}

const answered =
  (result: unknown) =>
  (got: Got): Act => ({ reply: { jsonrpc: '2.0', id: got.id, result } });
const elicit = (params: unknown) => ({ method: 'elicitation/create', params });
const formOf = (requestedSchema: unknown) => elicit({ message: 'Well?', requestedSchema });
const ask = (entry: unknown) => asking({ a: entry });
const reserved = (name: string): unknown => JSON.parse(`{"type":"object","properties":{"${name}":{"type":"string"}}}`);
const at = 'result.inputRequests.a';

describe('malformed results', () => {
  it.each<[string, unknown, string]>([
    ['a result that is no object', 'text', 'result'],
    ['a result that is null', null, 'result'],
    ['an unknown resultType', { resultType: 'later' }, "result.resultType: it is 'later'"],
    ['a resultType that is no string', { resultType: 7 }, 'result.resultType'],
    ['neither asks nor state', asking(undefined), 'at result:'],
    ['no asks and no state', asking({}), 'at result:'],
    ['inputRequests that are a list', asking([]), 'result.inputRequests'],
    ['inputRequests that are null', asking(null), 'result.inputRequests'],
    ['a state that is no string', asking(undefined, { requestState: { a: 1 } }), 'result.requestState'],
    ['an ask that is no object', ask('elicitation/create'), at],
    ['an ask without method', ask({ params: {} }), `${at}.method`],
    ['an unknown method', ask({ method: 'tools/call', params: {} }), `${at}.method`],
    ['an ask without params', ask({ method: 'elicitation/create' }), `${at}.params`],
    ['params that are a list', ask(elicit([])), `${at}.params`],
    [
      'a form without message',
      ask(elicit({ requestedSchema: { type: 'object', properties: {} } })),
      `${at}.params.message`,
    ],
    ['an unknown mode', ask(elicit({ message: 'm', mode: 'voice' })), `${at}.params.mode`],
    ['a form without schema', ask(elicit({ message: 'm' })), `${at}.params.requestedSchema`],
    ['a schema of another type', ask(formOf({ type: 'array' })), `${at}.params.requestedSchema.type`],
    ['a schema without properties', ask(formOf({ type: 'object' })), `${at}.params.requestedSchema.properties`],
    ['a property that is no object', ask(form({ x: true })), `${at}.params.requestedSchema.properties.x`],
    ['F10 the property __proto__', ask(formOf(reserved('__proto__'))), 'properties.__proto__'],
    ['F10 the property constructor', ask(formOf(reserved('constructor'))), 'properties.constructor'],
    ['required that is no list of names', ask(form({}, { required: [1] })), `${at}.params.requestedSchema.required`],
    ['a URL ask without url', ask(elicit({ message: 'm', mode: 'url' })), `${at}.params.url`],
    ['sampling without messages', ask({ method: 'sampling/createMessage', params: {} }), `${at}.params.messages`],
  ])('%s is a violation, and nothing more is sent', async (_name, result, path) => {
    const { harness, server } = await against(answered(result));
    const before = server.got.length;
    const call = harness.call('t', {}, { answers: () => accept({}) });
    await expect(call).rejects.toMatchObject({ code: 'protocol_violation', message: expect.stringContaining(path) });
    expect(server.got).toHaveLength(before + 1);
  });

  it('takes no control characters of a server into an error', async () => {
    const evil = '\u001b[31mred\u202e\n';
    const asked = asking({ [evil]: { ...formOf({ type: 'object', properties: {} }), params: { message: evil } } });
    const { harness } = await against(answered(asked));
    const error = (await harness.call('t').catch((reason: unknown) => reason)) as Error;
    expect(error).toMatchObject({ code: 'protocol_violation' });
    // oxlint-disable-next-line no-control-regex
    expect(error.message).not.toMatch(/[\u0000-\u001f\u202e]/);
  });

  it('answers a form beyond the grammar: what it can check is checked, the rest is sent as it is', async () => {
    const loose = form(
      { where: { type: 'object', properties: {} }, many: { type: 'integer', minimum: 1 } },
      { $schema: 'x', title: 'T' },
    );
    const { harness, server } = await against(({ id, params }) =>
      answered(params?.['inputResponses'] ? done : ask(loose))({ id: id ?? 0 }),
    );
    const call = (content: Record<string, unknown>) =>
      harness.call('t', {}, { answers: { a: { action: 'accept', content } } });
    await expect(call({ many: 0, where: { city: 'x' } })).rejects.toMatchObject({ code: 'answer_invalid' });
    const outcome = await call({ many: 2, where: { city: 'x' } });
    expect(outcome.rounds[0]?.asks[0]?.faults.map(({ path }) => path)).toContain('properties.where');
    const sent = server.got.at(-1)?.message.params?.['inputResponses'];
    expect(sent).toEqual({ a: { action: 'accept', content: { many: 2, where: { city: 'x' } } } });
  });
});

describe('malformed messages', () => {
  const message =
    (body: (id: unknown) => unknown) =>
    (got: Got): Act => ({ reply: body(got.id) });
  it.each<[string, (got: Got) => Act, Record<string, unknown>]>([
    [
      'an error without message',
      message((id) => ({ jsonrpc: '2.0', id, error: { code: 1 } })),
      { code: 'protocol_violation' },
    ],
    ['an error that is null', message((id) => ({ jsonrpc: '2.0', id, error: null })), { code: 'protocol_violation' }],
    ['neither result nor error', message((id) => ({ jsonrpc: '2.0', id })), { code: 'protocol_violation' }],
    [
      'the id of another request',
      message(() => ({ jsonrpc: '2.0', id: 'vuelta-99', result: done })),
      { code: 'protocol_violation' },
    ],
    ['a list of numbers', message(() => [1]), { code: 'protocol_violation' }],
    ['JSON that is no object', message(() => '7'), { code: 'protocol_violation' }],
    ['no JSON', message(() => 'oops'), { code: 'connection_lost' }],
    [
      'an empty 202',
      () => ({ status: 202 }),
      { code: 'connection_lost', message: expect.stringContaining('HTTP 202') },
    ],
    ['a bare 503', () => ({ status: 503 }), { code: 'connection_lost', message: expect.stringContaining('HTTP 503') }],
    ['a page', () => ({ reply: '<p>', type: 'text/html' }), { code: 'connection_lost' }],
    ['a stream that ends early', () => ({ events: [], end: true }), { code: 'connection_lost' }],
    ['a stream with noise', () => ({ events: ['{', '[]', '7'], end: true }), { code: 'protocol_violation' }],
    [
      'a server-to-client request',
      () => ({ events: [{ jsonrpc: '2.0', id: 1, ...formOf({ type: 'object', properties: {} }) }] }),
      { code: 'protocol_violation', message: expect.stringContaining('elicitation/create') },
    ],
  ])('%s fails at once', async (_name, act, expected) => {
    const { harness } = await against(act);
    await expect(harness.call('t', {}, { answers: () => accept({}) })).rejects.toMatchObject(expected);
  });

  it('reads a JSON-RPC error from any HTTP status, also under no id', async () => {
    for (const [status, id] of [
      [400, null],
      [404, undefined],
      [500, null],
      [401, null],
    ] as const) {
      const { harness } = await against(() => ({
        status,
        reply: { jsonrpc: '2.0', id, error: { code: -32_000, message: 'no', data: 1 } },
      }));
      expect(await harness.call('t')).toMatchObject({ kind: 'error', code: -32_000, message: 'no', data: 1, status });
    }
  });

  it('reads -32021 that names nothing', async () => {
    const { harness } = await against(({ id }) => ({
      status: 400,
      reply: { jsonrpc: '2.0', id, error: { code: -32_021, message: 'no' } },
    }));
    const outcome = await harness.call('t');
    expect(outcome).toMatchObject({ kind: 'capability', message: 'no', status: 400, requiredCapabilities: undefined });
  });

  it('goes on after a failed call', async () => {
    let calls = 0;
    const { harness } = await against(({ id }) => {
      calls += 1;
      return calls === 1 ? { reply: 'oops' } : answered(done)({ id: id ?? 0 });
    });
    await expect(harness.call('t')).rejects.toMatchObject({ code: 'connection_lost' });
    expect(await harness.call('t')).toMatchObject({ kind: 'result' });
  });
});

describe('lists', () => {
  it('reads all pages, refuses endless ones, and says what a server refused', async () => {
    const { harness } = await against(({ id, method, params }) => {
      if (method === 'prompts/list')
        return { reply: { jsonrpc: '2.0', id, error: { code: -32_601, message: 'none' } } };
      const page = Number(params?.['cursor'] ?? 0);
      const more = method === 'resources/list' || page < 2 ? { nextCursor: String(page + 1) } : {};
      const member = method === 'tools/list' ? 'tools' : 'resources';
      return answered(
        method === 'resources/templates/list'
          ? {}
          : { [member]: [{ name: `t${page}`, uri: 't://', inputSchema: {} }], ...more },
      )({ id: id ?? 0 });
    });
    expect((await harness.listTools()).map(({ name }) => name)).toEqual(['t0', 't1', 't2']);
    await expect(harness.listResources()).rejects.toMatchObject({
      code: 'protocol_violation',
      message: expect.stringContaining('64 pages'),
    });
    await expect(harness.listPrompts()).rejects.toMatchObject({
      code: 'request_refused',
      message: expect.stringContaining('-32601: none'),
    });
    await expect(harness.listResourceTemplates()).rejects.toMatchObject({ code: 'protocol_violation' });
  });
});

describe('F87: a result that asks without saying so is not the end of the call', () => {
  const asks = { a: form({ a: { type: 'boolean' } }) };
  const ended = { content: [{ type: 'text', text: 'please confirm' }] };
  const results: ReadonlyArray<readonly [string, Record<string, unknown>]> = [
    ['asks and no resultType', { ...ended, inputRequests: asks }],
    ['asks and a state', { ...ended, inputRequests: asks, requestState: 'x' }],
    ['a state alone', { ...ended, requestState: 'x' }],
    ['complete with asks', { ...ended, resultType: 'complete', inputRequests: asks }],
    ['complete with a state', { ...ended, resultType: 'complete', requestState: 'x' }],
    ['asks that are none', { ...ended, inputRequests: {} }],
    ['asks that are a list', { ...ended, inputRequests: [] }],
    ['asks that are null', { ...ended, inputRequests: null }],
    ['another word', { ...ended, resultType: 'inputRequired', inputRequests: asks }],
    ['a list in place of a word', { ...ended, resultType: ['input_required'], inputRequests: asks }],
  ];
  const verbs: ReadonlyArray<readonly [string, (harness: Harness) => Promise<unknown>]> = [
    ['call', (harness) => harness.call('t', {}, { answers: () => accept({}) })],
    ['getPrompt', (harness) => harness.getPrompt('p', {}, { answers: () => accept({}) })],
    ['readResource', (harness) => harness.readResource('r://x', { answers: () => accept({}) })],
    ['firstRound', (harness) => harness.firstRound('t')],
  ];

  it.each(results)('%s', async (_name, result) => {
    for (const [, verb] of verbs) {
      const { harness } = await against(answered(result));
      await expect(verb(harness)).rejects.toMatchObject({
        code: 'protocol_violation',
        message: expect.stringContaining('result.resultType'),
      });
    }
  });

  it.each([...results.slice(0, 5), ['input_required', asking(asks)] as const])(
    'on 2025-11-25: %s',
    async (_name, result) => {
      for (const [, verb] of verbs) {
        const { harness } = await against(answered(result), { revision: '2025-11-25' });
        await expect(verb(harness)).rejects.toMatchObject({
          code: 'protocol_violation',
          message: expect.stringContaining('result.resultType'),
        });
      }
    },
  );

  it('a result with members that nobody knows is still one', async () => {
    const { harness } = await against(answered({ ...ended, requestState: 7, inputResponses: {}, later: true }));
    expect(await harness.call('t')).toMatchObject({ kind: 'result' });
  });
});
