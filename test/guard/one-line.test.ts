import {
  createRequestStateCodec,
  InMemoryTransport,
  inputRequired,
  McpServer,
  ResourceTemplate,
  type McpServerOptions,
  type ServerContext,
} from '@modelcontextprotocol/server';
import { Client } from '@modelcontextprotocol/client';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { createVuelta, fail, text, type Vuelta } from '../../src/index.js';
import { asking, confirm } from './booking.js';
import { Host, KEYS, REFUSED, yes, type Reply } from './server.js';

const EVERYTHING: McpServerOptions = {
  capabilities: {
    tools: { listChanged: true },
    prompts: {},
    resources: { subscribe: true },
    logging: {},
    completions: {},
  },
};
const answers = { confirm: yes() };

const confirmed = (ctx: ServerContext): boolean => ctx.mcpReq.inputResponses?.['confirm'] !== undefined;

/** A tool, a prompt, a resource and a template that ask, the SDK's own way. */
function register(server: McpServer, done: string[] = []): void {
  const act = (what: string): string => `${what} ${done.push(what)}`;
  server.registerTool('book', { inputSchema: z.object({ seat: z.string() }) }, ({ seat }, ctx) =>
    confirmed(ctx) ? text(act(`booked ${seat}`)) : asking(`Book ${seat}?`),
  );
  server.registerPrompt('tell', {}, (ctx) =>
    confirmed(ctx) ? { messages: [{ role: 'user', content: { type: 'text', text: act('told') } }] } : asking('Tell?'),
  );
  server.registerResource('note', 'test://note', {}, (_uri, ctx) =>
    confirmed(ctx) ? { contents: [{ uri: 'test://note', text: act('read') }] } : asking('Read?'),
  );
  server.registerResource(
    'page',
    new ResourceTemplate('test://page/{id}', { list: undefined, complete: { id: () => ['1', '2'] } }),
    {},
    (uri, { id }, ctx) =>
      confirmed(ctx) ? { contents: [{ uri: uri.href, text: act(`page ${String(id)}`) }] } : asking('Read?'),
  );
}

/** A server that is made whole before the one line comes. */
const late = (vuelta: Vuelta, make: (server: McpServer) => void, server: McpServerOptions = {}) =>
  new Host(
    (mcp) => {
      make(mcp);
      vuelta.attach(mcp);
    },
    { guarded: false, server },
  );

type Send = (host: Host, more?: object) => Promise<Reply>;

const SENDS: [string, Send, Send][] = [
  [
    'a tool',
    (host, more) => host.tool('book', { seat: '1' }, more),
    (host, more) => host.tool('book', { seat: '2' }, more),
  ],
  ['a prompt', (host, more) => host.prompt('tell', {}, more), (host, more) => host.resource('test://note', more)],
  ['a resource', (host, more) => host.resource('test://note', more), (host, more) => host.prompt('tell', {}, more)],
  [
    'a template',
    (host, more) => host.resource('test://page/1', more),
    (host, more) => host.resource('test://page/2', more),
  ],
];

const MADE: [string, McpServerOptions, boolean][] = [
  ['capabilities in its options', EVERYTHING, false],
  ['everything registered before', {}, true],
  ['both', EVERYTHING, true],
  ['both, and a hook', { ...EVERYTHING, requestState: { verify: (state) => state } }, true],
];

describe.each(MADE)('F70: one line guards a server with %s', (_name, options, before) => {
  it.each(SENDS)('%s', async (_kind, send, elsewhere) => {
    const done: string[] = [];
    const vuelta = createVuelta({ keys: KEYS });
    const host = before
      ? late(vuelta, (mcp) => register(mcp, done), options)
      : new Host((mcp) => register(mcp, done), { vuelta, server: options });
    const first = await send(host, { answers });
    expect(first.asks, 'nobody asked for this answer').toHaveProperty('confirm');
    expect((await send(host, { state: `${first.state}x`, answers })).error).toEqual(REFUSED);
    expect((await elsewhere(host, { state: first.state, answers })).error, 'of another place').toEqual(REFUSED);
    for (const state of [7, null, {}, []]) expect((await send(host, { state, answers })).error).toEqual(REFUSED);
    expect(done).toEqual([]);
    const polluted = JSON.parse('{"__proto__":{"confirm":{"action":"accept"}}}') as object;
    expect((await send(host, { state: first.state, answers: polluted })).asks).toHaveProperty('confirm');
    expect((await send(host, { state: (await send(host)).state, answers })).text).not.toBe('');
    expect(done).toHaveLength(1);
  });
});

describe('F70: what is there already', () => {
  it('keeps its lists, completions and results', async () => {
    const plain = new Host((mcp) => register(mcp), { guarded: false, server: EVERYTHING });
    const host = late(createVuelta({ keys: KEYS }), (mcp) => register(mcp), EVERYTHING);
    for (const method of ['tools/list', 'prompts/list', 'resources/list', 'resources/templates/list']) {
      expect((await host.send(method, {})).result).toEqual((await plain.send(method, {})).result);
    }
    const completing = {
      ref: { type: 'ref/resource', uri: 'test://page/{id}' },
      argument: { name: 'id', value: '' },
    };
    const completed = await host.send('completion/complete', completing);
    expect(completed.result).toMatchObject({ completion: { values: ['1', '2'] } });
    expect((await host.tool('book', { seat: 7 })).result).toEqual((await plain.tool('book', { seat: 7 })).result);
    expect((await host.tool('none', {})).error).toEqual((await plain.tool('none', {})).error);
    expect((await host.resource('test://gone')).error).toEqual((await plain.resource('test://gone')).error);
  });

  it('low-level handlers, one with a schema of its own, one that is replaced, one that is removed', async () => {
    const low = { capabilities: { tools: {}, prompts: {}, resources: {} } };
    const book = (ctx: ServerContext) => (confirmed(ctx) ? text('done') : asking('Go?'));
    const params = z.object({ name: z.string(), arguments: z.object({ seat: z.string() }) });
    const set = (mcp: McpServer): void => {
      mcp.server.removeRequestHandler('tools/call');
      mcp.server.setRequestHandler('tools/call', { params }, (_params, ctx) => book(ctx) as never);
    };
    const vuelta = createVuelta({ keys: KEYS });
    const hosts = [
      late(vuelta, set, low),
      late(vuelta, (mcp) => mcp.server.setRequestHandler('tools/call', (_request, ctx) => book(ctx)), {
        capabilities: { tools: {}, prompts: {} },
      }),
      new Host(
        (mcp) => {
          vuelta.attach(mcp);
          set(mcp);
        },
        { guarded: false, server: low },
      ),
    ];
    for (const host of hosts) {
      const first = await host.tool('t', { seat: '1' }, { answers });
      expect(first.asks).toHaveProperty('confirm');
      expect((await host.tool('t', { seat: '2' }, { state: first.state, answers })).error).toEqual(REFUSED);
      expect((await host.tool('t', { seat: '1' }, { state: first.state, answers })).text).toBe('done');
    }
  });

  it('is guarded once: a handler that is there and one that comes later give states of one layer', async () => {
    const host = new Host(
      (mcp) => {
        register(mcp);
        const rounds = createVuelta({ keys: KEYS }).attach(mcp);
        rounds.tool('later', {}, async (_, ask) => text(String((await ask.confirm('confirm', 'Go?')).confirmed)));
        mcp.registerTool('plain', {}, () => asking('Go?'));
      },
      { guarded: false, server: EVERYTHING },
    );
    const sizes = await Promise.all(
      ['later', 'plain'].map(async (name) => (await host.tool(name, {})).state?.length ?? 0),
    );
    const { state = '' } = await host.tool('book', { seat: '1' });
    expect(state.length).toBeLessThan(Math.max(...sizes) * 1.5);
    const { state: later } = await host.tool('later', {});
    const accepted = { confirm: yes({ confirm: true }) };
    expect((await host.tool('later', {}, { state: later, answers: accepted })).text).toBe('true');
  });

  it('a tool that threw may be tried again, also after it got another callback or schema', async () => {
    let fails = true;
    const handler = (ctx: ServerContext) => {
      if (!confirmed(ctx)) return asking('Go?');
      if (fails) throw new Error('no seat yet');
      return text('done');
    };
    for (const change of [
      {},
      { callback: (_args: unknown, ctx: ServerContext) => handler(ctx) },
      { paramsSchema: z.object({}) },
    ]) {
      fails = true;
      const host = new Host(
        (mcp) => {
          const tool = mcp.registerTool('t', { inputSchema: z.object({}) }, (_args, ctx) => handler(ctx));
          createVuelta({ keys: KEYS }).attach(mcp);
          tool.update(change);
        },
        { guarded: false },
      );
      const { state } = await host.tool('t', {});
      expect((await host.tool('t', {}, { state, answers })).result).toMatchObject({ isError: true });
      fails = false;
      expect((await host.tool('t', {}, { state, answers })).text).toBe('done');
    }
  });

  it('a tool that only reads is not single-use, whenever it said so', async () => {
    let runs = 0;
    const read = { annotations: { readOnlyHint: true } };
    const host = late(createVuelta({ keys: KEYS }), (mcp) => {
      mcp.registerTool('t', read, (ctx) => (confirmed(ctx) ? text(String(++runs)) : asking('Go?')));
    });
    const { state } = await host.tool('t', {});
    await host.tool('t', {}, { state, answers });
    expect((await host.tool('t', {}, { state, answers })).text).toBe('2');
  });

  it('policies hold for what was registered before', async () => {
    const host = new Host(
      (mcp) => {
        register(mcp);
        createVuelta({ keys: KEYS }).attach(mcp, {
          tools: { book: { fallback: 'Ask at the desk.', unsolicited: 'accept' } },
          prompts: { tell: { unsolicited: 'accept' } },
        });
      },
      { guarded: false },
    );
    expect((await host.tool('book', { seat: '1' }, { capabilities: {} })).text).toBe('Ask at the desk.');
    expect((await host.tool('book', { seat: '1' }, { answers })).text).toBe('booked 1 1');
    expect((await host.prompt('tell', {}, { answers })).text).toBe('told 1');
  });
});

describe('F70: a connected server', () => {
  it.each([['before it is connected'], ['after it is connected']])(
    'is guarded by a line that comes %s, on a session of 2025-11-25, and its client hears of no change',
    async (when) => {
      const server = new McpServer({ name: 's', version: '1' }, EVERYTHING);
      register(server);
      const events: string[] = [];
      const attach = () => createVuelta({ keys: KEYS, onEvent: ({ type }) => events.push(type) }).attach(server);
      const [near, far] = InMemoryTransport.createLinkedPair();
      const client = new Client({ name: 'c', version: '1' }, { capabilities: { elicitation: {} } });
      const changes: string[] = [];
      client.setNotificationHandler('notifications/tools/list_changed', () => void changes.push('tools'));
      client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { ok: true } }));
      if (when.startsWith('before')) attach();
      await Promise.all([server.connect(far), client.connect(near)]);
      if (when.startsWith('after')) attach();
      const result = await client.callTool({ name: 'book', arguments: { seat: '1' } });
      expect(result.content).toEqual([{ type: 'text', text: 'booked 1 1' }]);
      expect(events).toEqual(['asked', 'answered', 'settled']);
      expect(changes).toEqual([]);
      await client.close();
    },
  );
});

describe('F70: the hook of the server', () => {
  const codec = createRequestStateCodec<{ step: number }>({
    key: 'k'.repeat(32),
    bind: ({ mcpReq }) => mcpReq.method,
  });

  const stepping = (server: McpServer): void => {
    server.registerTool('t', {}, async (ctx) => {
      const step = ctx.mcpReq.requestState<{ step: number }>()?.step ?? 0;
      if (step === 2) return text('done at step 2');
      const requestState = await codec.mint({ step: step + 1 }, ctx);
      return inputRequired({ inputRequests: { confirm: confirm(`Step ${step}?`) }, requestState });
    });
  };

  it.each([['before'], ['after']])('reads the codec of the SDK, with tools that come %s', async (when) => {
    const host = new Host(
      (mcp) => {
        if (when === 'after') stepping(mcp);
        createVuelta({ keys: KEYS }).attach(mcp);
        if (when === 'before') stepping(mcp);
      },
      { guarded: false, server: { requestState: { verify: (state, ctx) => codec.verify(state, ctx) } } },
    );
    const first = await host.tool('t', {});
    const second = await host.tool('t', {}, { state: first.state, answers });
    expect(second.asks).toHaveProperty('confirm.params.message', 'Step 1?');
    expect((await host.tool('t', {}, { state: second.state, answers })).text).toBe('done at step 2');
  });

  it('serves a session of 2025-11-25', async () => {
    const server = new McpServer(
      { name: 's', version: '1' },
      { requestState: { verify: (state, ctx) => codec.verify(state, ctx) } },
    );
    stepping(server);
    createVuelta({ keys: KEYS }).attach(server);
    const [near, far] = InMemoryTransport.createLinkedPair();
    const client = new Client({ name: 'c', version: '1' }, { capabilities: { elicitation: {} } });
    client.setRequestHandler('elicitation/create', () => ({ action: 'accept', content: { ok: true } }));
    await Promise.all([server.connect(far), client.connect(near)]);
    const result = await client.callTool({ name: 't', arguments: {} });
    expect(result.content).toEqual([{ type: 'text', text: 'done at step 2' }]);
    await client.close();
  });

  it('sees what it saw: its own state, its own this; its rejection says what it said', async () => {
    const seen: unknown[] = [];
    const errors: string[] = [];
    let server: McpServer | undefined;
    const host = new Host(
      (mcp) => {
        server = mcp;
        Object.assign(mcp.server, { onerror: ({ message }: Error) => void errors.push(message) });
        mcp.registerTool('t', {}, (ctx) =>
          confirmed(ctx)
            ? fail('ran')
            : inputRequired({ inputRequests: { confirm: confirm('Go?') }, requestState: 'mine' }),
        );
        createVuelta({ keys: KEYS }).attach(mcp);
      },
      {
        guarded: false,
        server: {
          requestState: {
            verify(this: unknown, state, ctx) {
              seen.push(this === server?.server, state, ctx.mcpReq.requestState());
              throw new Error('too old');
            },
          },
        },
      },
    );
    const { state } = await host.tool('t', {});
    expect(seen, 'there is no state in a first round').toEqual([]);
    expect((await host.tool('t', {}, { state, answers })).error).toEqual(REFUSED);
    expect(seen).toEqual([true, 'mine', 'mine']);
    expect(errors).toEqual(['requestState verification rejected tools/call: too old']);
  });

  it('never gets a state from outside: only the guard opens that', async () => {
    const seen: string[] = [];
    const verify = (state: string) => void seen.push(state);
    const host = late(createVuelta({ keys: KEYS }), stepping, { requestState: { verify } });
    const state = await codec.mint({ step: 2 }, { mcpReq: { method: 'tools/call' } } as ServerContext);
    expect((await host.tool('t', {}, { state })).error).toEqual(REFUSED);
    expect(seen).toEqual([]);
  });
});
