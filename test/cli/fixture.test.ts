import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { serveFixture, type Fixture } from '../../src/cli/fixture/serve-fixture.js';
import {
  accept,
  connect,
  decline,
  readText,
  type AnswerFunction,
  type Ask,
  type Revision,
  type Harness,
} from '../../src/client/index.js';
import { MAIN } from './vuelta.js';

const MODERN_META = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'test', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};
const DISCOVER = { jsonrpc: '2.0', id: 1, method: 'server/discover', params: { _meta: MODERN_META } };
const INITIALIZE = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
};
const BOTH = 'application/json, text/event-stream';

let fixture: Fixture;
const errors: Error[] = [];

beforeAll(async () => {
  fixture = await serveFixture({ onerror: (error) => errors.push(error) });
});

afterAll(() => fixture.close());

interface Reply {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/** `node:http`, since `fetch` writes the `Host` header itself. */
function post(body: unknown, headers: Record<string, string> = {}, url = fixture.url): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const { method } = body as { method: string };
    const own = { 'content-type': 'application/json', accept: BOTH, 'mcp-method': method };
    const outgoing = request(url, { method: 'POST', headers: { ...own, ...headers } }, (incoming) => {
      let received = '';
      incoming.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
      incoming.once('end', () =>
        resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, body: received }),
      );
    });
    outgoing.once('error', reject);
    outgoing.end(JSON.stringify(body));
  });
}

const discover = (headers: Record<string, string> = {}) =>
  post(DISCOVER, { 'mcp-protocol-version': '2026-07-28', ...headers });

async function openSession(): Promise<Record<string, string>> {
  const { headers } = await post(INITIALIZE);
  const session = {
    'mcp-session-id': String(headers['mcp-session-id']),
    'mcp-protocol-version': '2025-11-25',
    accept: BOTH,
    'content-type': 'application/json',
  };
  const initialized = { jsonrpc: '2.0', method: 'notifications/initialized' };
  await fetch(fixture.url, { method: 'POST', headers: session, body: JSON.stringify(initialized) });
  return session;
}

const callTool = (session: Record<string, string>, name: string, signal?: AbortSignal) =>
  fetch(fixture.url, {
    method: 'POST',
    headers: session,
    body: JSON.stringify({ jsonrpc: '2.0', id: 2, method: 'tools/call', params: { name, arguments: {} } }),
    ...(signal !== undefined && { signal }),
  });

describe.each<Revision>(['2026-07-28', '2025-11-25'])('the fixture on %s', (revision) => {
  let harness: Harness;

  beforeAll(async () => {
    harness = await connect(fixture.url, {
      revision,
      capabilities: { elicitation: { form: {} }, sampling: {}, roots: {} },
    });
  });

  afterAll(() => harness.close());

  it('answers at once where nothing is asked', async () => {
    const outcome = await harness.call('test_simple_text');
    expect(readText(outcome)).toBe('This is a simple text response for testing.');
    expect(outcome.rounds[0]?.asks).toEqual([]);
  });

  it('asks twice, one after the other', async () => {
    const answers = { step1: accept({ name: 'Ana' }), step2: accept({ color: 'green' }) };
    expect(readText(await harness.call('test_input_required_result_multi_round', {}, { answers }))).toBe(
      'Ana likes green.',
    );
  });

  it('takes a no for a no', async () => {
    const answers = { user_name: decline() };
    const outcome = await harness.call('test_input_required_result_elicitation', {}, { answers });
    expect(outcome).toMatchObject({ kind: 'result', isError: true });
  });

  it('sends each default and each kind of choice', async () => {
    const shown: Ask[] = [];
    const answers: AnswerFunction = (ask) => {
      shown.push(ask);
      return accept({});
    };
    const outcome = await harness.call('test_elicitation_sep1034_defaults', {}, { answers });
    expect(readText(outcome)).toBe(
      'Elicitation completed: action=accept, content={"name":"John Doe","age":30,"score":95.5,"status":"active","verified":true}',
    );
    await harness.call('test_elicitation_sep1330_enums', {}, { answers });
    expect(shown).toMatchObject([
      { requestedSchema: { properties: { age: { type: 'integer', default: 30 }, verified: { default: true } } } },
      {
        requestedSchema: {
          properties: {
            titledSingle: { oneOf: [{ const: 'value1' }, {}, {}] },
            legacyEnum: { enum: ['opt1', 'opt2', 'opt3'], enumNames: ['Option One', 'Option Two', 'Option Three'] },
            titledMulti: { items: { anyOf: [{ const: 'value1' }, {}, {}] } },
          },
        },
      },
    ]);
  });

  it('asks the model and for the roots', async () => {
    const said = { role: 'assistant', content: { type: 'text', text: 'Hi' }, model: 'm' } as const;
    const sampled = await harness.call('test_sampling', { prompt: 'Say hi' }, { answers: { prompt: said } });
    expect(readText(sampled)).toBe('LLM response: Hi');
    const answers = { client_roots: { roots: [{ uri: 'file:///a' }] } };
    const listed = await harness.call('test_input_required_result_list_roots', {}, { answers });
    expect(readText(listed)).toBe('Roots: file:///a');
  });

  it('lists what the suite needs, the same in both revisions', async () => {
    expect((await harness.listTools()).map(({ name }) => name)).toContain('json_schema_2020_12_tool');
    expect((await harness.listPrompts()).map(({ name }) => name)).toEqual([
      'test_simple_prompt',
      'test_prompt_with_arguments',
      'test_prompt_with_embedded_resource',
      'test_prompt_with_image',
      'test_input_required_result_prompt',
    ]);
    expect((await harness.listResources()).map(({ uri }) => uri)).toEqual([
      'test://static-text',
      'test://static-binary',
      'test://watched-resource',
    ]);
  });
});

describe('who may call the fixture', () => {
  it.each(['evil.example.com', 'evil.example.com:80', '127.0.0.1.evil.example.com', '10.0.0.1'])(
    'refuses the host %s on both revisions',
    async (host) => {
      expect((await discover({ host })).status).toBe(403);
      expect((await post(INITIALIZE, { host })).status).toBe(403);
    },
  );

  it('refuses a foreign origin, also with a host of its own', async () => {
    expect((await discover({ origin: 'http://evil.example.com' })).status).toBe(403);
    expect((await post(INITIALIZE, { origin: 'null' })).status).toBe(403);
  });

  it('serves this computer under its names', async () => {
    expect((await discover()).status).toBe(200);
    expect((await discover({ host: 'localhost:1', origin: 'http://localhost:1' })).status).toBe(200);
    expect((await post(INITIALIZE, { host: 'localhost' })).status).toBe(200);
  });

  it('tells onerror what it refused', async () => {
    expect((await discover({ 'mcp-method': 'tools/list' })).status).toBe(400);
    expect(errors.at(-1)?.message).toContain('server/discover');
  });

  it('has one address, and no answer to a method that no request can have', async () => {
    expect((await post(DISCOVER, {}, new URL('/other', fixture.url).href)).status).toBe(404);
    const trace = request(fixture.url, { method: 'TRACE' }).end();
    const [{ statusCode }] = (await once(trace, 'response')) as [IncomingMessage];
    expect(statusCode).toBe(400);
  });
});

describe('a session of 2025-11-25', () => {
  it('ends with DELETE, and is not found afterwards', async () => {
    const session = await openSession();
    expect((await callTool(session, 'test_simple_text')).status).toBe(200);
    expect((await fetch(fixture.url, { method: 'DELETE', headers: session })).status).toBe(200);
    expect((await callTool(session, 'test_simple_text')).status).toBe(404);
  });

  it('is not begun by anything but initialize', async () => {
    const { 'mcp-session-id': _, ...headers } = await openSession();
    expect((await callTool(headers, 'test_simple_text')).status).toBe(400);
    expect((await callTool({ ...headers, 'mcp-session-id': 'guessed' }, 'test_simple_text')).status).toBe(404);
  });

  it('gives the rest of a stream that has ended to a client that comes back', async () => {
    const session = await openSession();
    const cut = await (await callTool(session, 'test_reconnection')).text();
    expect(cut).not.toContain('result');
    const id = /^id: (.+)$/m.exec(cut)?.[1] ?? '';
    const rest = await fetch(fixture.url, { headers: { ...session, 'last-event-id': id } });
    const reader = rest.body?.getReader();
    const { value } = (await reader?.read()) ?? {};
    await reader?.cancel();
    expect(new TextDecoder().decode(value as Uint8Array)).toContain('The client came back for this.');
  });

  it('frees the stream of a client that goes away', async () => {
    const session = await openSession();
    const open = (signal?: AbortSignal) =>
      fetch(fixture.url, { headers: session, ...(signal !== undefined && { signal }) });
    const leaving = new AbortController();
    expect((await open(leaving.signal)).status).toBe(200);
    expect((await open()).status).toBe(409);
    leaving.abort();
    await expect.poll(async () => (await open()).status).toBe(200);
  });

  it('makes room: the oldest session ends when there are too many', async () => {
    const oldest = await openSession();
    for (let i = 0; i < 100; i += 1) await post(INITIALIZE);
    expect((await callTool(oldest, 'test_simple_text')).status).toBe(404);
  });
});

describe('serveFixture', () => {
  it.each([-1, 65_536, 1.5, Number.NaN])('refuses the port %s', async (port) => {
    await expect(serveFixture({ port })).rejects.toThrow(RangeError);
  });

  it('ends what is open when it is closed', async () => {
    const other = await serveFixture();
    const harness = await connect(other.url, { revision: '2025-11-25' });
    const call = harness.call('test_elicitation', { message: 'Who?' }, { answers: () => new Promise(() => {}) });
    await other.close();
    await expect(call).rejects.toMatchObject({ code: 'connection_lost' });
    await harness.close();
    await expect(fetch(other.url)).rejects.toThrow('fetch failed');
  });
});

describe('the command', () => {
  const start = (port: number) => spawn(process.execPath, [MAIN, 'conformance-fixture', '--port', String(port)]);
  const children: ReturnType<typeof start>[] = [];

  afterEach(() => {
    for (const child of children.splice(0)) child.kill('SIGKILL');
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('writes its address first, and ends with 0 on %s', async (signal) => {
    const child = start(0);
    children.push(child);
    const [address] = (await once(createInterface(child.stdout), 'line')) as [string];
    const { status } = await post(DISCOVER, { 'mcp-protocol-version': '2026-07-28' }, address);
    expect(status).toBe(200);
    child.kill(signal);
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('ends with 1 when the port is taken, and says so', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const child = start((taken.address() as AddressInfo).port);
    children.push(child);
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    const [code] = await once(child, 'close');
    taken.close();
    expect(code).toBe(1);
    expect(said).toMatch(/^conformance-fixture: .*EADDRINUSE/);
  });
});
