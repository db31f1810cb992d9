import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { NodeStreamableHTTPServerTransport } from '@modelcontextprotocol/node';
import { McpServer as OlderServer } from '@modelcontextprotocol/sdk/server/mcp.js';
import { StreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/streamableHttp.js';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { connect } from '../../src/client/connect.js';
import { accept, readText } from '../../src/client/index.js';
import { discoverCases } from '../../src/contract/case/discover.js';
import { checkServer } from '../../src/contract/check-server.js';
import { createVuelta, fail, text as said } from '../../src/index.js';
import { vueltaChild as command } from '../cli/vuelta.js';
import { type Hosted, listen, serveHandler, serveScript, serveSessions } from '../client/fixtures/hosting.js';
import { keep } from '../client/fixtures/keep.js';
import { listenForBoth } from '../docs/examples/http-both.js';

const guard = createVuelta({ keys: [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }] });
const Confirm = z.object({ confirm: z.boolean() });
const message = 'Pay 10 € for the lamp?';

function guarded(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  const rounds = guard.attach(server);
  for (const [name, config] of [['pay', {}] as const, ['plead', { fallback: true }] as const]) {
    rounds.tool(name, config, async (_args, ask) => {
      const { confirmed } = await ask.confirm('confirm', message);
      return confirmed ? said('paid') : fail('Nothing was paid.');
    });
  }
  rounds.prompt('letter', {}, async (_args, ask) => {
    const { confirmed } = await ask.confirm('confirm', message);
    return { messages: [{ role: 'user', content: { type: 'text', text: String(confirmed) } }] };
  });
  return server;
}

function plain(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  server.registerTool('pay', { inputSchema: z.object({}) }, () =>
    inputRequired({ inputRequests: { confirm: inputRequired.elicit({ message, requestedSchema: Confirm }) } }),
  );
  return server;
}

function older(): OlderServer {
  const server = new OlderServer({ name: 'shop', version: '1.0.0' });
  server.registerTool('pay', { inputSchema: {} }, async () => {
    const requestedSchema = { type: 'object' as const, properties: { confirm: { type: 'boolean' as const } } };
    await server.server.elicitInput({ message, requestedSchema });
    return { content: [{ type: 'text', text: 'paid' }] };
  });
  return server;
}

type Serve = (req: IncomingMessage, res: ServerResponse) => Promise<void>;

const perRequest =
  (make: () => McpServer, enableJsonResponse: boolean): Serve =>
  async (req, res) => {
    const transport = new NodeStreamableHTTPServerTransport({ sessionIdGenerator: undefined, enableJsonResponse });
    await make().connect(transport);
    await transport.handleRequest(req, res);
  };

const ways: ReadonlyArray<readonly [string, Serve]> = [
  ['guarded, events', perRequest(guarded, false)],
  ['guarded, JSON', perRequest(guarded, true)],
  ['the plain SDK', perRequest(plain, true)],
  [
    'the SDK before',
    async (req, res) => {
      const transport = new StreamableHTTPServerTransport({ enableJsonResponse: true });
      await older().connect(transport);
      await transport.handleRequest(req, res);
    },
  ],
];

const serve = async (way: Serve): Promise<Hosted> => keep(await listen((req, res) => void way(req, res)));
const GUIDE = 'docs/guides/http.md';
const CASES = [{ tool: 'pay', answers: { confirm: accept({ confirm: true }) } }];

describe.each(ways)('F108: a transport made for each request (%s)', (_name, way) => {
  it('the harness names it when it cannot connect, and knows that nothing can be asked when it can', async () => {
    const { url } = await serve(way);
    const refused = await connect(url).catch((error: unknown) => error as Error);
    expect(refused).toMatchObject({ code: 'connect_failed' });
    expect((refused as Error).message).toMatch(
      /HTTP 400 and error -32000.*transport that is made for each request.*http\.md/su,
    );
    expect(keep(await connect(url, { revision: '2025-11-25' })).canBeAsked).toBe(false);
  });

  it('the checks name it, before they try anything', async () => {
    const { url } = await serve(way);
    const named = { code: 'no_way_to_ask', message: expect.stringMatching(/made for each request.*http\.md/su) };
    await expect(checkServer({ target: url, cases: CASES })).rejects.toMatchObject(named);
    await expect(checkServer({ target: url, cases: CASES, revision: '2025-11-25' })).rejects.toMatchObject(named);
    await expect(discoverCases(url)).rejects.toMatchObject(named);
  });
});

describe('F108: a server that does not serve for another reason is not taken for one', () => {
  it.each([401, 403, 500, 503])('HTTP %i', async (status) => {
    const error = { code: -32_000, message: 'no' };
    const { url } = await serve(async (_req, res) => {
      res
        .writeHead(status, { 'content-type': 'application/json' })
        .end(JSON.stringify({ jsonrpc: '2.0', id: null, error }));
    });
    const { message } = await connect(url).then(
      () => new Error('connected'),
      (refused: Error) => refused,
    );
    expect(message).toContain(`HTTP ${status} and error -32000`);
    expect(message).not.toContain('made for each request');
  });

  it('a factory that throws', async () => {
    const broken = (): never => {
      throw new Error('no database');
    };
    const refused = await connect(broken).catch((error: unknown) => error as Error);
    expect(refused).toMatchObject({ code: 'connect_failed', cause: { message: 'no database' } });
    expect((refused as Error).message).not.toContain('made for each request');
  });
});

it('F108: vuelta check and vuelta call say so on stderr', async () => {
  const { url } = await serve(perRequest(guarded, false));
  for (const words of [
    ['check', url.href],
    ['check', url.href, 'pay'],
    ['call', url.href, 'pay', '--yes'],
  ]) {
    const { code, stderr } = await command(words);
    expect(code, stderr).toBe(3);
    expect(stderr).toContain('made for each request');
    expect(stderr).toContain(GUIDE);
  }
});

describe('F106: a client of an older revision without a session', () => {
  const pay = { answers: { confirm: accept({ confirm: true }) } };

  it.each<[string, () => Promise<Hosted>]>([
    ['createMcpHandler', () => serveHandler(guarded)],
    ['a transport for each request', async () => listen((req, res) => void perRequest(guarded, false)(req, res))],
  ])('is refused with what to do, and nothing runs (%s)', async (_name, open) => {
    const { url } = keep(await open());
    const harness = keep(await connect(url, { revision: '2025-11-25' }));
    expect(harness.canBeAsked).toBe(false);
    const outcome = await harness.call('pay', {}, pay);
    expect(outcome).toMatchObject({ kind: 'result', isError: true });
    expect(readText(outcome)).toContain('nothing was asked');
    expect(readText(outcome)).toContain(GUIDE);
    expect(await harness.getPrompt('letter', {}, pay)).toMatchObject({
      kind: 'error',
      message: expect.stringContaining(GUIDE),
    });
  });

  it('a fallback does not blame the client', async () => {
    const { url } = keep(await serveHandler(guarded));
    const harness = keep(await connect(url, { revision: '2025-11-25' }));
    const shown = readText(await harness.call('plead', {}, pay));
    expect(shown).toContain(`It would ask: ${message}`);
    expect(shown).toContain(GUIDE);
    expect(shown).not.toContain('this client');
  });

  it('is asked within one, and on 2026-07-28 without', async () => {
    const sessions = keep(await connect(keep(await serveSessions(guarded)).url, { revision: '2025-11-25' }));
    const modern = keep(await connect(keep(await serveHandler(guarded)).url));
    for (const harness of [sessions, modern]) {
      expect(harness.canBeAsked).toBe(true);
      expect(readText(await harness.call('pay', {}, pay))).toBe('paid');
    }
  });

  it('is asked at the address of the guide, as one of 2026-07-28 is', async () => {
    const http = listenForBoth(0);
    await once(http, 'listening');
    const url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
    try {
      for (const revision of ['2026-07-28', '2025-11-25'] as const) {
        await using harness = await connect(url, { revision });
        expect(harness.canBeAsked).toBe(true);
        const booked = await harness.call(
          'book',
          { email: 'a@example.com' },
          { answers: ({ key }) => accept({ [key]: true }) },
        );
        expect(booked, JSON.stringify(booked)).toMatchObject({ kind: 'result', isError: false });
      }
    } finally {
      http.closeAllConnections();
      http.close();
    }
  });

  it('that is asked all the same ends with an error that says what to do', async () => {
    const ask = {
      method: 'elicitation/create',
      params: { message, requestedSchema: { type: 'object', properties: {} } },
    };
    const server = keep(await serveScript(() => ({ events: [{ jsonrpc: '2.0', id: 1, ...ask }] })));
    const harness = keep(await connect(server.url, { revision: '2025-11-25' }));
    await expect(harness.call('pay', {}, pay)).rejects.toMatchObject({
      code: 'protocol_violation',
      message: expect.stringContaining(GUIDE),
    });
  });
});
