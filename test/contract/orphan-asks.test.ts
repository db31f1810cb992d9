import type { FetchLike } from '@modelcontextprotocol/client';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import { checkServer } from '../../src/contract/check-server.js';
import { createVuelta, fail, text } from '../../src/index.js';

const vuelta = createVuelta({ keys: [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }] });

function createServer(): McpServer {
  const server = new McpServer({ name: 'shop', version: '1.0.0' });
  vuelta.attach(server).tool('pay', {}, async (_args, ask) => {
    const { confirmed } = await ask.confirm('confirm', 'Pay 10 € for the lamp?');
    return confirmed ? text('paid') : fail('Nothing was paid.');
  });
  return server;
}

/** The server, whose asking results are changed on the way out. */
function altering(change: (result: Record<string, unknown>) => void): FetchLike {
  const handler = createMcpHandler(createServer);
  return async (url, init) => {
    const response = await handler.fetch(new Request(url, init));
    if (!(response.headers.get('content-type') ?? '').includes('json')) return response;
    const message = (await response.json()) as { result?: Record<string, unknown> };
    if (message.result?.['inputRequests'] !== undefined) change(message.result);
    return Response.json(message, { status: response.status });
  };
}

it.each<[string, (result: Record<string, unknown>) => void, string]>([
  ['forgotten', (result) => delete result['resultType'], 'Round 1 asks with resultType undefined'],
  ['complete', (result) => (result['resultType'] = 'complete'), 'Round 1 asks with resultType "complete"'],
])('F87: the contract names a resultType that is %s', async (_name, change, said) => {
  const { results } = await checkServer({
    open: () => ({ target: new URL('http://localhost/mcp'), connect: { fetch: altering(change) } }),
    cases: [{ tool: 'pay', answers: { confirm: { action: 'accept', content: { confirm: true } } } }],
    only: ['rounds.result-type'],
  });
  expect(results).toMatchObject([{ status: 'fail', message: expect.stringContaining(said) }]);
});
