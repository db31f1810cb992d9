import { InMemoryTransport, McpServer, type JSONRPCMessage } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { createVuelta, text } from '../../src/index.js';
import { asking } from './booking.js';
import { KEYS, yes } from './server.js';

const vuelta = createVuelta({ keys: KEYS });

/** Books unless it has to ask first. */
const serve = async (_request: unknown, ctx: { mcpReq: { inputResponses?: Record<string, unknown> } }) =>
  (ctx.mcpReq.inputResponses?.['confirm'] === undefined ? asking('Go?') : text('booked')) as never;

const CALL = {
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name: 't', arguments: {}, inputResponses: { confirm: yes() } },
} as const;

/** Sends a call that carries an answer which nobody asked for, and gives what comes back. */
async function unsolicited(client: InMemoryTransport): Promise<JSONRPCMessage> {
  const reply = new Promise<JSONRPCMessage>((resolve) => {
    Object.assign(client, { onmessage: resolve });
  });
  await client.send(CALL);
  return reply;
}

/** A server on a live connection, made in this order. */
type Step = (mcp: McpServer, transport: InMemoryTransport) => unknown;
const attach: Step = (mcp) => vuelta.attach(mcp);
const connect: Step = (mcp, transport) => mcp.connect(transport);
const set: Step = (mcp) => {
  mcp.server.fallbackRequestHandler = serve;
};

async function replyOf(...steps: Step[]): Promise<string> {
  const mcp = new McpServer({ name: 's', version: '1' });
  const [client, transport] = InMemoryTransport.createLinkedPair();
  for (const step of steps) await step(mcp, transport);
  return JSON.stringify(await unsolicited(client));
}

describe('the handler of methods that nobody handles, on a connection that lives on', () => {
  it('books at once without a guard', async () => {
    expect(await replyOf(set, connect)).toContain('booked');
  });

  it.each([
    ['attach, set, connect', [attach, set, connect]],
    ['set, attach, connect', [set, attach, connect]],
    ['attach, connect, set', [attach, connect, set]],
    ['connect, attach, set', [connect, attach, set]],
    ['connect, set, attach', [connect, set, attach]],
    ['set, connect, attach', [set, connect, attach]],
  ])('is guarded whatever comes first: %s', async (_order, steps) => {
    expect(await replyOf(...steps)).not.toContain('booked');
  });

  it('is guarded when it replaces another one while the connection lives', async () => {
    const other: Step = (mcp) => {
      mcp.server.fallbackRequestHandler = async () => ({});
    };
    const mcp = new McpServer({ name: 's', version: '1' });
    const [client, transport] = InMemoryTransport.createLinkedPair();
    for (const step of [other, attach, connect]) await step(mcp, transport);
    expect(JSON.stringify(await unsolicited(client))).toContain('"result":{}');
    await set(mcp, transport);
    expect(JSON.stringify(await unsolicited(client))).not.toContain('booked');
  });

  it('hands every message on to a listener that the transport already had', async () => {
    const heard: string[] = [];
    const listen: Step = (_mcp, transport) => {
      Object.assign(transport, { onmessage: ({ method }: { method: string }) => heard.push(method) });
    };
    await replyOf(listen, attach, set, connect);
    expect(heard).toEqual(['tools/call']);
  });
});
