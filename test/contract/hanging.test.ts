import { randomBytes } from 'node:crypto';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { type CheckResult, checkServer, type ContractCase, type OpenedServer } from '../../src/contract/index.js';
import { createVuelta, text } from '../../src/index.js';

const vuelta = createVuelta({ keys: `k:${randomBytes(32).toString('base64url')}` });

const hang = (): Promise<never> => new Promise(() => {});

/** Two tools: one asks, the other does so unless it hangs in this call, counted from 1. */
function serverThat(hangsIn: (call: number) => boolean): {
  createServer: () => McpServer;
  readonly hung: () => number;
} {
  let calls = 0;
  let hung = 0;
  const createServer = (): McpServer => {
    const server = new McpServer({ name: 'tired', version: '1.0.0' });
    const rounds = vuelta.attach(server);
    rounds.tool('wake', { inputSchema: z.object({}) }, async (_args, ask) => {
      const { confirmed } = await ask.confirm('sure', 'Wake up?');
      return text(confirmed ? 'awake' : 'asleep');
    });
    rounds.tool('tire', { inputSchema: z.object({}) }, async (_args, ask) => {
      if (hangsIn((calls += 1))) {
        hung += 1;
        await hang();
      }
      const { confirmed } = await ask.confirm('sure', 'Do it?');
      return text(confirmed ? 'done' : 'not done');
    });
    return server;
  };
  return { createServer, hung: () => hung };
}

/** A response that never comes. */
const never = (signal: AbortSignal | null | undefined): Promise<never> =>
  new Promise((_, reject) => signal?.addEventListener('abort', () => reject(new Error('given up'))));

const BUDGET_MS = 150;
const cases: readonly ContractCase[] = [{ tool: 'tire' }, { tool: 'wake' }];
const GIVEN_UP = 'not testable: the server does not answer';

const isGivenUp = ({ message }: CheckResult): boolean => message === GIVEN_UP;

describe('a server that answers no more', () => {
  it('is not waited for in every check of the case, and the next case is tried', { timeout: 30_000 }, async () => {
    const { createServer, hung } = serverThat((call) => call > 40);
    const { results } = await checkServer({ target: createServer, cases, roundTimeoutMs: BUDGET_MS });
    expect(hung()).toBeLessThan(12);
    const given = results.filter(isGivenUp);
    expect(given.length).toBeGreaterThan(20);
    expect(new Set(given.map((result) => result.case))).toEqual(new Set(['tire']));
    expect(given[0]?.evidence[0]?.received.silent).toContain(`within ${BUDGET_MS} ms`);
    expect(results.filter((result) => result.case === 'wake' && result.status === 'not-testable')).toEqual([]);
  });

  it('is not connected to in every check, either', { timeout: 30_000 }, async () => {
    const { createServer } = serverThat(() => false);
    const handler = createMcpHandler(createServer);
    let requests = 0;
    const fetch: NonNullable<OpenedServer['connect']>['fetch'] = (url, init) =>
      (requests += 1) > 60 ? never(init?.signal) : handler.fetch(new Request(url, init));
    const place: OpenedServer = { target: new URL('http://localhost/mcp'), connect: { fetch } };
    const config = { open: () => place, cases: cases.slice(0, 1), skip: ['transport'], roundTimeoutMs: BUDGET_MS };
    const { results } = await checkServer(config);
    expect(results.filter(isGivenUp).length).toBeGreaterThan(20);
  });

  it('is tried on when it was silent only now and then', { timeout: 30_000 }, async () => {
    const { createServer, hung } = serverThat((call) => call % 7 === 0);
    const config = { target: createServer, cases: cases.slice(0, 1), only: ['rounds', 'answers'] };
    const { results } = await checkServer({ ...config, roundTimeoutMs: BUDGET_MS });
    expect(hung()).toBeGreaterThan(3);
    expect(results.filter(isGivenUp)).toEqual([]);
  });
});
