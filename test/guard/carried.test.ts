import { once } from 'node:events';
import { createServer } from 'node:http';
import { PassThrough } from 'node:stream';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, inputRequired, McpServer, ProtocolError } from '@modelcontextprotocol/server';
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio';
import { afterEach, describe, expect, it } from 'vitest';
import { createVuelta, text, type Rounds } from '../../src/index.js';
import { confirm } from './booking.js';
import { Host, KEYS, yes } from './server.js';

interface Node {
  self?: Node;
}

function cycle(): Node {
  const node: Node = {};
  node.self = node;
  return node;
}

/** What JSON.stringify throws at. */
const UNCARRIED: [string, () => unknown][] = [
  ['a cycle', cycle],
  ['a BigInt', () => 1n],
  ['a toJSON that throws', () => ({ toJSON: () => fails() })],
  ['a getter that throws', () => Object.defineProperty({}, 'x', { enumerable: true, get: fails })],
];

function fails(): never {
  throw new Error('CANARY');
}

class Unsayable {
  readonly type = 'text';
  readonly text = 'x';
  toJSON(): never {
    return fails();
  }
}

const PLACES: [string, (value: unknown) => object][] = [
  ['structuredContent', (value) => ({ content: [], structuredContent: { deep: [{ value }] } })],
  ['_meta', (value) => ({ content: [], _meta: { value } })],
  ['a member of its own', (value) => ({ content: [{ type: 'text', text: 'x' }], value })],
  ['a part of the content', (value) => ({ content: [{ type: 'text', text: 'x', _meta: { value } }] })],
];

const UNSENT = { code: -32_603, data: { reason: 'value_not_json' } };

function register(server: McpServer, rounds: Rounds, result: () => object): void {
  server.registerTool('plain', {}, () => result() as never);
  server.registerTool('asks', {}, (ctx) =>
    ctx.mcpReq.inputResponses === undefined
      ? inputRequired({ inputRequests: { confirm: confirm('Go?') } })
      : (result() as never),
  );
  rounds.tool('awaits', {}, async (_args, ask) => {
    await ask.confirm('confirm', 'Go?');
    await ask.once('effect', () => 'done');
    return result() as never;
  });
  rounds.tool('reads', { annotations: { readOnlyHint: true } }, async (_args, ask) => {
    await ask.confirm('confirm', 'Go?');
    return result() as never;
  });
}

const answers = { confirm: yes({ confirm: true }) };

describe.each(UNCARRIED)('F96: a result with %s', (_what, make) => {
  it.each(PLACES)('in %s: the client gets an error, in every style', async (_where, place) => {
    const host = new Host((server, rounds) => register(server, rounds, () => place(make())));
    expect((await host.tool('plain', {})).error).toMatchObject(UNSENT);
    for (const tool of ['asks', 'awaits', 'reads']) {
      const { state } = await host.tool(tool, {});
      const given = tool === 'asks' ? { confirm: yes() } : answers;
      const reply = await host.tool(tool, {}, { state, answers: given });
      expect(reply.error).toMatchObject(UNSENT);
      expect(reply.error?.message).toContain(`"${tool}"`);
      expect(reply.error?.message).not.toContain('CANARY');
    }
    expect(host.events.filter(({ type }) => type === 'settled')).toEqual([]);
  });

  it('of a prompt or a resource, and an input_required result with it', async () => {
    const host = new Host((server) => {
      server.registerPrompt('p', {}, () => ({ messages: [], _meta: { value: make() } }));
      server.registerResource('r', 'note://r', {}, () => ({ contents: [], _meta: { value: make() } }));
      server.registerTool('t', {}, () => {
        const asking = inputRequired({ inputRequests: { confirm: confirm('Go?') } });
        return { ...asking, _meta: { value: make() } };
      });
    });
    for (const reply of [await host.prompt('p', {}), await host.resource('note://r'), await host.tool('t', {})])
      expect(reply.error).toMatchObject(UNSENT);
  });

  it('of a list, a completion, or a fallback', async () => {
    const _meta = { value: make() };
    const asking = () => inputRequired({ inputRequests: { confirm: confirm('Go?') } });
    const host = new Host(
      (server) => {
        server.registerTool('t', { _meta }, asking);
        server.registerPrompt('p', { _meta }, () => ({ messages: [] }));
        server.registerResource('r', 'note://r', { _meta }, () => ({ contents: [] }));
        server.server.setRequestHandler('completion/complete', () => ({ completion: { values: [] }, _meta }));
      },
      {
        server: { capabilities: { completions: {} } },
        attach: { tools: { t: { fallback: () => ({ content: [], _meta }) } } },
      },
    );
    const completion = { ref: { type: 'ref/prompt', name: 'p' }, argument: { name: 'a', value: '' } };
    for (const reply of [
      await host.send('tools/list', {}),
      await host.send('prompts/list', {}),
      await host.send('resources/list', {}),
      await host.send('completion/complete', completion),
      await host.tool('t', {}, { capabilities: {} }),
    ])
      expect(reply.error).toMatchObject(UNSENT);
  });

  it('in what looks like a text', async () => {
    const value = make();
    const looks: [string, object][] = [
      ['isError', { content: [{ type: 'text', text: 'x' }], isError: value }],
      ['type', { content: [{ type: value, text: 'x' }] }],
      ['toJSON', { content: [new Unsayable()] }],
    ];
    const host = new Host((server) => {
      for (const [name, result] of looks) server.registerPrompt(name, {}, () => result as never);
    });
    for (const [name] of looks) expect((await host.prompt(name, {})).error).toMatchObject(UNSENT);
  });

  it('of a memo or a step, at any depth: value_not_json, and the call ends', async () => {
    const host = new Host((_server, rounds) => {
      rounds.tool('memo', {}, async (_args, ask) =>
        text(JSON.stringify(await ask.memo('m', () => ({ deep: [make()] })))),
      );
      rounds.tool('once', {}, async (_args, ask) =>
        text(JSON.stringify(await ask.once('o', () => ({ deep: [make()] })))),
      );
    });
    for (const tool of ['memo', 'once']) expect((await host.tool(tool, {})).error).toMatchObject(UNSENT);
  });
});

describe('F96: a result that cannot be sent', () => {
  it('is no outcome: the round is given back with its steps, and a repeat gets what can be sent', async () => {
    let effects = 0;
    let broken = true;
    const host = new Host((_server, rounds) => {
      rounds.tool('t', {}, async (_args, ask) => {
        await ask.confirm('confirm', 'Go?');
        await ask.once('effect', () => (effects += 1));
        return { ...text('sent'), ...(broken ? { value: 1n } : {}) };
      });
    });
    const { state } = await host.tool('t', {});
    expect((await host.tool('t', {}, { state, answers })).error).toMatchObject(UNSENT);
    broken = false;
    expect((await host.tool('t', {}, { state, answers })).text).toBe('sent');
    expect(effects).toBe(1);
  });

  it('an error with such data, or nothing at all, that a handler throws: the client gets an error', async () => {
    const host = new Host((server) => {
      server.registerPrompt('data', {}, () => {
        throw new ProtocolError(-32_000, 'no', cycle());
      });
      server.registerPrompt('code', {}, () => {
        throw Object.defineProperty(new Error('no'), 'code', { get: fails });
      });
      server.registerPrompt('nothing', {}, () => {
        // oxlint-disable-next-line no-throw-literal
        throw undefined;
      });
      server.registerPrompt('fine', {}, () => {
        throw new ProtocolError(-32_000, 'no', { why: 'CANARY' });
      });
    });
    expect((await host.prompt('data', {})).error).toMatchObject({ code: -32_603 });
    expect((await host.prompt('code', {})).error).toMatchObject({ code: -32_603 });
    expect((await host.prompt('nothing', {})).error).toMatchObject({ code: -32_603, message: 'Internal error' });
    expect((await host.prompt('fine', {})).error).toEqual({ code: -32_000, message: 'no', data: { why: 'CANARY' } });
  });

  it('what JSON can carry goes out as it is', async () => {
    const shared = { a: 1 };
    const result = { content: [], structuredContent: { one: shared, two: shared, gone: undefined, at: new Date(0) } };
    const host = new Host((server) => {
      server.registerTool('t', {}, () => result as never);
    });
    const { structuredContent } = JSON.parse(JSON.stringify(result)) as typeof result;
    expect((await host.tool('t', {})).result).toMatchObject({ structuredContent });
  });
});

describe('F96: over the transports of the SDK', () => {
  const ends: (() => unknown)[] = [];
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  const make = (guarded = true) => {
    const server = new McpServer({ name: 'broken', version: '1.0.0' });
    if (guarded) createVuelta({ keys: KEYS }).attach(server);
    // #region unsent
    server.registerTool('t', {}, () => ({ content: [], structuredContent: { value: 1n } }));
    // #endregion
    return server;
  };
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const request = { jsonrpc: '2.0', id: 7, method: 'tools/call', params: { name: 't', arguments: {}, _meta } };

  it.each(['json', 'sse'] as const)('HTTP, %s', async (responseMode) => {
    const serve = toNodeHandler(createMcpHandler(() => make(), { responseMode }));
    const listener = createServer((incoming, outgoing) => void serve(incoming as never, outgoing));
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    ends.push(() => listener.close());
    const response = await fetch(`http://127.0.0.1:${(listener.address() as AddressInfo).port}/mcp`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
        'mcp-protocol-version': '2026-07-28',
        'mcp-method': 'tools/call',
        'mcp-name': 't',
      },
      body: JSON.stringify(request),
    });
    const body = await response.text();
    expect(response.headers.get('content-type')).toBe(
      responseMode === 'json' ? 'application/json' : 'text/event-stream',
    );
    expect(JSON.parse(body.split('data: ').at(-1) ?? '')).toMatchObject({ id: 7, error: UNSENT });
  });

  /** A server over stdio, in this process. */
  function stdio(guarded: boolean) {
    const [stdin, stdout] = [new PassThrough(), new PassThrough()];
    let written = '';
    stdout.setEncoding('utf8').on('data', (chunk: string) => (written += chunk));
    const serving = serveStdio(() => make(guarded), { transport: new StdioServerTransport(stdin, stdout) });
    ends.push(() => serving.close());
    return { send: (message: object) => stdin.write(`${JSON.stringify(message)}\n`), written: () => written };
  }

  it('stdio', async () => {
    const { send, written } = stdio(true);
    send(request);
    await expect.poll(written).toContain('\n');
    expect(JSON.parse(written())).toMatchObject({ id: 7, error: UNSENT });
  });

  it('the SDK alone sends nothing (docs/contributing/upstream.md): remove the check when it does', async () => {
    const { send, written } = stdio(false);
    send(request);
    send({ ...request, id: 8, params: { ...request.params, name: 'missing' } });
    await expect.poll(written).toContain('"id":8');
    expect(written()).not.toContain('"id":7');
  });
});
