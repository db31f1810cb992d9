import { createMcpHandler, inputRequired, McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import type { OpenedServer } from '../../src/contract/case/opened-server.js';
import { checkServer } from '../../src/contract/check-server.js';

const createServer = () => {
  const server = new McpServer({ name: 'locked', version: '1.0.0' });
  server.registerTool('go', {}, ({ mcpReq: { inputResponses } }) => {
    if (inputResponses !== undefined) return { content: [{ type: 'text' as const, text: 'Done.' }] };
    return inputRequired({ inputRequests: { where: inputRequired.listRoots() } });
  });
  return server;
};

/** A server that lets in whoever has one token, and notes what it gets. */
function locked(seen: Set<string | null>): OpenedServer {
  const handler = createMcpHandler(createServer);
  return {
    target: new URL('http://localhost/mcp'),
    connect: {
      fetch: async (url, init) => {
        const request = new Request(url, init);
        const given = request.headers.get('authorization');
        seen.add(given);
        return given === 'Bearer ana' ? handler.fetch(request) : new Response('', { status: 401 });
      },
    },
    close: () => handler.close(),
  };
}

const cases = [{ tool: 'go', tokens: { own: 'ana', other: 'luis' } }];

it.each([undefined, { authorization: 'Bearer ana' }, { AUTHORIZATION: 'Bearer ana' }])(
  'a server that lets nobody in without a token is reached with that of the case: %j',
  async (headers) => {
    const seen = new Set<string | null>();
    const config = { cases, only: ['rounds.result-type'], ...(headers !== undefined && { headers }) };
    const { results } = await checkServer({ ...config, open: () => locked(seen) });
    expect(results.map(({ status, message }) => [status, message])).toEqual([['pass', '']]);
    expect([...seen]).toEqual(['Bearer ana']);
  },
);
