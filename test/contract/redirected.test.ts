import { createServer as createHttpServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { checkServer } from '../../src/contract/check-server.js';
import { createVuelta, fail, text } from '../../src/index.js';

const vuelta = createVuelta({ keys: [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }] });

const serve = toNodeHandler(
  createMcpHandler(() => {
    const server = new McpServer({ name: 'shop', version: '1.0.0' });
    vuelta.attach(server).tool('pay', {}, async (_args, ask) => {
      const { confirmed } = await ask.confirm('confirm', 'Pay 10 € for the lamp?');
      return confirmed ? text('paid') : fail('Nothing was paid.');
    });
    return server;
  }),
);

const open: Array<() => void> = [];
afterEach(() => {
  for (const close of open.splice(0)) close();
});

async function shop(location: string): Promise<string> {
  const http = createHttpServer((request, response) => {
    if (request.url === '/mcp') response.writeHead(307, { location }).end();
    else void serve(request as Parameters<typeof serve>[0], response);
  });
  await new Promise<void>((resolve) => {
    http.listen(0, '127.0.0.1', resolve);
  });
  open.push(() => {
    http.closeAllConnections();
    http.close();
  });
  return `http://127.0.0.1:${(http.address() as AddressInfo).port}`;
}

async function check(target: string): Promise<ReadonlyArray<readonly [string, string, string | undefined]>> {
  const { results } = await checkServer({ target, cases: [{ tool: 'pay' }], only: ['transport'] });
  return results.map(({ id, status, message }) => [id, status, message] as const);
}

describe('F85: a server behind a redirect', () => {
  it('within the origin is judged as it is at its own address', async () => {
    const origin = await shop('/mcp/');
    const [redirected, direct] = [await check(`${origin}/mcp`), await check(`${origin}/mcp/`)];
    const statuses = (found: typeof direct): ReadonlyArray<readonly [string, string]> =>
      found.map(([id, status]) => [id, status]);
    expect(statuses(redirected)).toEqual(statuses(direct));
    expect(direct.map(([, status]) => status)).not.toContain('not-testable');
  });

  it('to another origin is named in the report', async () => {
    const elsewhere = await shop('/mcp/');
    const origin = await shop(`${elsewhere}/mcp/`);
    const found = await check(`${origin}/mcp`).catch((error: Error) => [['', '', error.message] as const]);
    for (const [, status, message] of found)
      if (status !== 'not-applicable') expect(message).toContain(`HTTP 307, which leads to ${elsewhere}/mcp/`);
  });
});
