import type { FetchLike } from '@modelcontextprotocol/client';
import {
  type CallToolResult,
  createMcpHandler,
  inputRequired,
  inputResponse,
  McpServer,
} from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accept } from '../../../src/client/answers/answers.js';
import type { CheckResult } from '../../../src/contract/result.js';
import { checkServer } from '../../../src/contract/check-server.js';

const Confirm = z.object({ confirm: z.boolean() });
const Sale = z.object({ number: z.int() });
const sold = { content: [{ type: 'text' as const, text: 'sold' }], structuredContent: { number: 1 } };
const said = (text: string, more: object = {}): CallToolResult => ({ content: [{ type: 'text', text }], ...more });

/** A server of the plain SDK whose tool gives `no` when the person does not say yes. */
const shop =
  (no: CallToolResult, outputSchema: z.ZodObject | undefined = Sale) =>
  (): McpServer => {
    const server = new McpServer({ name: 'shop', version: '1' });
    const config = { inputSchema: z.object({}), ...(outputSchema && { outputSchema }) };
    server.registerTool('sell', config, (_args: object, ctx) => {
      const answer = inputResponse(ctx.mcpReq.inputResponses, 'confirm');
      if (answer.kind === 'missing') {
        const confirm = inputRequired.elicit({ message: 'Sell a ticket?', requestedSchema: Confirm });
        return inputRequired({ inputRequests: { confirm } });
      }
      const yes = answer.kind === 'elicit' && answer.action === 'accept';
      return yes ? sold : no;
    });
    return server;
  };

async function check(
  createServer: () => McpServer,
  alter?: (result: Record<string, unknown>) => void,
): Promise<CheckResult> {
  const handler = createMcpHandler(createServer);
  const fetch: FetchLike = async (url, init) => {
    const response = await handler.fetch(new Request(url, init));
    if (!(response.headers.get('content-type') ?? '').includes('json')) return response;
    const message = (await response.json()) as { result?: Record<string, unknown> };
    if (message.result !== undefined) alter?.(message.result);
    return Response.json(message, { status: response.status });
  };
  const { results } = await checkServer({
    open: () => ({ target: new URL('http://localhost/mcp'), connect: { fetch } }),
    cases: [{ tool: 'sell', answers: { confirm: accept({ confirm: true }) } }],
    only: ['answers.output-schema'],
  });
  const [result] = results;
  if (result === undefined) throw new Error('no result');
  return result;
}

describe('F62: answers.output-schema', () => {
  it('an isError result and one that fits are right', async () => {
    expect(await check(shop(said('Nothing was sold.', { isError: true })))).toMatchObject({ status: 'pass' });
    expect(await check(shop(said('Nothing was sold.', { structuredContent: { number: 0 } })))).toMatchObject({
      status: 'pass',
    });
  });

  it('a tool without a schema, or with one that cannot be read, is none of its business', async () => {
    expect(await check(shop(said('Nothing was sold.'), z.object({})), hide)).toMatchObject({
      status: 'not-applicable',
    });
    expect(await check(shop(said('x', { isError: true })), spoil)).toMatchObject({ status: 'not-applicable' });
  });

  it.each<[string, (result: Record<string, unknown>) => void, string]>([
    ['nothing', (result) => delete result['structuredContent'], 'has no structuredContent'],
    ['null', (result) => (result['structuredContent'] = null), 'does not fit'],
    ['a text', (result) => (result['structuredContent'] = 'no'), 'does not fit'],
    ['another type', (result) => (result['structuredContent'] = { number: 'none' }), 'does not fit'],
    ['too little', (result) => (result['structuredContent'] = {}), 'does not fit'],
  ])('%s in the place of what the schema demands is found', async (_name, change, words) => {
    const alter = (result: Record<string, unknown>): void => {
      if (result['isError'] !== true) return;
      delete result['isError'];
      change(result);
    };
    const found = await check(shop(said('Nothing was sold.', { isError: true })), alter);
    expect(found).toMatchObject({ status: 'fail', message: expect.stringContaining(words) });
  });

  it("the SDK's own complaint in the place of the result is found", async () => {
    const found = await check(shop(said('Nothing was sold.')));
    expect(found).toMatchObject({ status: 'fail', message: expect.stringContaining("the server's own complaint") });
  });
});

const eachTool =
  (change: (tool: Record<string, unknown>) => void) =>
  (result: Record<string, unknown>): void => {
    for (const tool of (result['tools'] ?? []) as Array<Record<string, unknown>>) change(tool);
  };
const hide = eachTool((tool) => delete tool['outputSchema']);
const spoil = eachTool((tool) => (tool['outputSchema'] = { type: 'object', $ref: '#/nowhere' }));
