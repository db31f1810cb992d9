import { type ClientCapabilities, CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/client';
import { createMcpHandler, inputRequired, McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import type { ContractCase } from '../../../src/contract/case/case.js';
import { discoverCases } from '../../../src/contract/case/discover.js';
import type { OpenedServer } from '../../../src/contract/case/opened-server.js';
import { checkServer } from '../../../src/contract/check-server.js';

const say = (text: string) => ({ content: [{ type: 'text' as const, text }] });
const SAMPLE = {
  messages: [{ role: 'user' as const, content: { type: 'text' as const, text: 'A title?' } }],
  maxTokens: 9,
};

/** Asks a model for a title, or for the folders of the host. */
const asking =
  (what: 'title' | 'folders'): McpServerFactory =>
  () => {
    const server = new McpServer({ name: 'asking', version: '1.0.0' });
    server.registerTool('go', {}, ({ mcpReq: { inputResponses = {} } }) => {
      const given = (Object.hasOwn(inputResponses, what) ? inputResponses[what] : {}) as {
        role?: unknown;
        roots?: unknown;
      };
      if (given?.role !== undefined || Array.isArray(given?.roots)) return say('Done.');
      const ask = what === 'title' ? inputRequired.createMessage(SAMPLE) : inputRequired.listRoots();
      return inputRequired({ inputRequests: { [what]: ask } });
    });
    return server;
  };

const CASE: ContractCase = { tool: 'go' };
const ONLY = ['capability', 'rounds', 'answers.missing', 'answers.unknown-key', 'transport', 'parity'];

const brokenIn = async (open: () => OpenedServer): Promise<string[]> => {
  const { results } = await checkServer({ open, cases: [CASE], only: ONLY, failOn: 'advice' });
  return results
    .filter(({ status }) => status === 'fail' || status === 'not-testable')
    .map(({ id, message }) => `${id}: ${message}`);
};

function parse(body: unknown): unknown {
  try {
    return JSON.parse(String(body));
  } catch {
    return {};
  }
}

/** Wants more of a client than it uses. */
function greedy(factory: McpServerFactory): OpenedServer {
  const handler = createMcpHandler(factory);
  return {
    target: new URL('http://localhost/mcp'),
    connect: {
      fetch: async (url, init) => {
        const { id, params } = parse(init?.body) as {
          id: unknown;
          params?: { inputResponses?: unknown; _meta?: Record<string, ClientCapabilities> };
        };
        const { sampling, roots } = params?._meta?.[CLIENT_CAPABILITIES_META_KEY] ?? {};
        if (sampling === undefined || roots !== undefined) return handler.fetch(new Request(url, init));
        const data = { requiredCapabilities: { roots: {} } };
        const error = { code: -32_021, message: 'Missing capability', data };
        return Response.json({ jsonrpc: '2.0', id, error }, { status: 400 });
      },
    },
    close: () => handler.close(),
  };
}

describe('a case that needs more than a person', () => {
  it.each(['title', 'folders'] as const)('is tried with a client that declares it: %s', async (what) => {
    expect(await brokenIn(() => ({ target: asking(what) }))).toEqual([]);
  });

  it('still has to get by with what its asks need', async () => {
    const broken = await brokenIn(() => greedy(asking('title')));
    expect(broken.map((one) => one.split(':')[0])).toEqual(['capability.enough']);
  });

  it('is found', async () => {
    const { cases } = await discoverCases(asking('title'));
    expect(cases).toEqual([{ tool: 'go', args: {} }]);
  });

  it('says which answer it lacks', async () => {
    const of: ContractCase = { tool: 'go', answers: { other: { action: 'accept' } } };
    const { results } = await checkServer({ target: asking('title'), cases: [of], only: ['rounds.result-type'] });
    expect(results[0]?.message).toContain("no answer for 'title'");
  });

  it('shows in the lines that reproduce a finding what is declared', async () => {
    const { results } = await checkServer({
      target: asking('folders'),
      cases: [CASE],
      only: ['effects', 'answers.prototype'],
    });
    expect(results.every(({ status }) => status !== 'not-testable')).toBe(true);
  });
});
