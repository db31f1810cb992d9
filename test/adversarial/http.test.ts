import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { toNodeHandler } from '@modelcontextprotocol/node';
import { createMcpHandler, McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createVuelta, type Vuelta } from '../../src/index.js';
import { booking } from '../guard/booking.js';
import { closed, KEYS, no, yes } from '../guard/server.js';

const servers: Server[] = [];
afterEach(async () => {
  await Promise.all(servers.splice(0).map((server) => new Promise((resolve) => server.close(resolve))));
});

/** A guarded server on a port of this computer; `vuelta` stands for one process of several. */
async function listen(booked: string[], vuelta: Vuelta): Promise<URL> {
  const handler = createMcpHandler(() => {
    const server = new McpServer({ name: 'turmas', version: '1.0.0' });
    booking(booked)(server, vuelta.attach(server));
    return server;
  });
  const serve = toNodeHandler(handler);
  const server = createServer((request, response) => void serve(request as never, response));
  servers.push(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
}

async function connect(url: URL, answer: object): Promise<Client> {
  const client = new Client(
    { name: 'client', version: '1.0.0' },
    { capabilities: { elicitation: { form: {} } }, versionNegotiation: { mode: { pin: '2026-07-28' } } },
  );
  client.setRequestHandler('elicitation/create', () => answer as never);
  await client.connect(new StreamableHTTPClientTransport(url));
  return client;
}

const textOf = (result: unknown) => (result as { content: { text: string }[] }).content[0]?.text;

describe('over HTTP, with the SDK’s client', () => {
  it.each([
    ['yes', yes(), 'booked book 1A'],
    ['no', no, 'kept'],
    ['closed', closed, 'kept'],
  ])('a person says %s', async (_name, answer, expected) => {
    const booked: string[] = [];
    const client = await connect(await listen(booked, createVuelta({ keys: KEYS })), answer);
    expect(textOf(await client.callTool({ name: 'book', arguments: { seat: '1A' } }))).toBe(expected);
    expect(booked).toHaveLength(expected === 'kept' ? 0 : 1);
    await client.close();
  });

  it('a round may be answered by another replica with the same keys, not by one with others', async () => {
    const booked: string[] = [];
    const one = await listen(booked, createVuelta({ keys: KEYS }));
    const two = await listen(booked, createVuelta({ keys: KEYS }));
    const stranger = await listen(booked, createVuelta({ keys: [{ kid: 'k1', secret: new Uint8Array(32).fill(8) }] }));
    const clients = await Promise.all([one, two, stranger].map((url) => connect(url, yes())));
    const [first, second, other] = clients as [Client, Client, Client];
    const call = { name: 'book', arguments: { seat: '1A' } };
    const asked = await first.callTool(call, { allowInputRequired: true });
    const { requestState } = asked as unknown as { requestState: string };
    const retry = { ...call, requestState, inputResponses: { confirm: yes() } } as typeof call;
    await expect(other.callTool(retry)).rejects.toMatchObject({ code: -32_602 });
    expect(booked).toEqual([]);
    expect(textOf(await second.callTool(retry))).toBe('booked book 1A');
    await Promise.all(clients.map((client) => client.close()));
  });

  it('F44 two calls at once on one client: each gets its own answer', async () => {
    const booked: string[] = [];
    const client = await connect(await listen(booked, createVuelta({ keys: KEYS })), yes());
    const calls = ['1A', '1B', '1C'].map((seat) => client.callTool({ name: 'book', arguments: { seat } }));
    const texts = (await Promise.all(calls)).map((result) => textOf(result));
    expect(texts).toEqual(['booked book 1A', 'booked book 1B', 'booked book 1C']);
    expect(booked.sort()).toEqual(['book 1A', 'book 1B', 'book 1C']);
    await client.close();
  });
});
