import type { FetchLike } from '@modelcontextprotocol/client';
import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import { describe, expect, it, vi } from 'vitest';
import * as z from 'zod';
import { accept, type ConnectOptions, connect, type Revision, type Target, readText } from '../../src/client/index.js';
import { fileURLToPath } from 'node:url';
import { keep } from './fixtures/keep.js';
import { fetchUnlimited } from '../../src/client/connection/fetch.js';
import { asking, form, listen, serveHandler, serveScript, serveSessions, travelCommand } from './fixtures/hosting.js';
import { createTravel } from './fixtures/travel.mjs';

const revisions: Revision[] = ['2026-07-28', '2025-11-25'];
const { createServer } = createTravel();

const stubborn = (...args: string[]) => ({
  command: process.execPath,
  args: [fileURLToPath(new URL('fixtures/stubborn.mjs', import.meta.url)), ...args],
});

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('wrong arguments', () => {
  it.each<[string, unknown]>([
    ['a server instead of a factory', new McpServer({ name: 'a', version: '1' })],
    ['a command line', 'node server.js'],
    ['a URL of another kind', new URL('file:///server')],
    ['null', null],
    ['an object without command', { args: [] }],
  ])('%s', async (_name, target) => {
    await expect(connect(target as Target)).rejects.toThrow(TypeError);
  });

  it.each<[string, Target, ConnectOptions]>([
    ['authInfo on a URL', 'http://127.0.0.1:9/mcp', { authInfo: { token: 't', clientId: 'c', scopes: [] } }],
    ['headers on a command', travelCommand, { headers: { a: 'b' } }],
    ['fetch in process', createServer, { fetch }],
    ['stderr on a URL', 'http://127.0.0.1:9/mcp', { stderr: 'ignore' }],
    ['headers in memory', createServer, { revision: '2025-11-25', headers: { a: 'b' } }],
  ])('an option without effect: %s', async (_name, target, options) => {
    await expect(connect(target, options)).rejects.toThrow(/has no effect/);
  });

  it('limits and revisions that are none', async () => {
    await expect(connect(createServer, { revision: '2024-11-05' as never })).rejects.toThrow(RangeError);
    await expect(connect(createServer, { roundTimeoutMs: 0 })).rejects.toThrow(/roundTimeoutMs/);
    await expect(connect(createServer, { personTimeoutMs: -1 })).rejects.toThrow(/personTimeoutMs/);
    await expect(connect(createServer, { maxRounds: 0 })).rejects.toThrow(/maxRounds/);
  });
});

describe('what cannot be reached', () => {
  it('nothing listens, and the address is shown without query and user info', async () => {
    const gone = await listen(() => {});
    await gone.close();
    const url = new URL(gone.url);
    url.username = 'me';
    url.password = 'hush';
    url.search = '?token=hush';
    const error: unknown = await connect(url).catch((reason: unknown) => reason);
    expect(error).toMatchObject({ code: 'connect_failed', message: expect.stringContaining(gone.url.href) });
    expect((error as Error).message).not.toContain('hush');
  });

  it.each(revisions)('no such command, or one that leaves, on %s', async (revision) => {
    const options = { revision, stderr: 'ignore' as const };
    await expect(connect({ command: '/no/such/command' }, options)).rejects.toMatchObject({ code: 'connect_failed' });
    const leaves = { command: process.execPath, args: ['-e', 'process.exit(1)'] };
    await expect(connect(leaves, options)).rejects.toMatchObject({ code: 'connect_failed' });
  });

  it('a server that is silent', async () => {
    const silent = keep(await listen(() => {}));
    await expect(connect(silent.url, { roundTimeoutMs: 80 })).rejects.toMatchObject({ code: 'connect_failed' });
  });

  it('a server that does not speak the revision: there is no fallback', async () => {
    const sessions = keep(await serveSessions(createServer));
    await expect(connect(sessions.url)).rejects.toMatchObject({
      code: 'connect_failed',
      message: expect.stringContaining('on 2026-07-28'),
    });
  });

  it('a factory that fails', async () => {
    const failing = (): never => {
      throw new Error('broken');
    };
    for (const revision of revisions) {
      await expect(connect(failing, { revision })).rejects.toMatchObject({
        code: 'connect_failed',
        cause: { message: 'broken' },
      });
    }
  });
});

describe('what goes along', () => {
  it('headers and authInfo reach a server in this process', async () => {
    const authInfo = { token: 't', clientId: 'client-7', scopes: [] };
    const modern = keep(await connect(createServer, { authInfo, headers: { 'x-test': 'yes' } }));
    const legacy = keep(await connect(createServer, { revision: '2025-11-25', authInfo }));
    expect(readText(await modern.call('whoami'))).toBe('client-7 yes');
    expect(readText(await legacy.call('whoami'))).toBe('client-7 no header');
  });

  it('headers and a fetch of your own reach a URL', async () => {
    const hosted = keep(await serveHandler(createServer));
    const seen: string[] = [];
    const harness = keep(
      await connect(hosted.url.href, {
        headers: { 'x-test': 'yes' },
        fetch: (url, init) => {
          seen.push(String(url));
          return fetchUnlimited(url, init);
        },
      }),
    );
    expect(readText(await harness.call('whoami'))).toBe('nobody yes');
    expect(new Set(seen)).toEqual(new Set([hosted.url.href]));
  });

  it('every request of 2026-07-28 has the envelope and the standard headers; a retry too', async () => {
    const server = keep(
      await serveScript(({ id }) => ({ reply: { jsonrpc: '2.0', id, result: asking({ a: form({}) }) } })),
    );
    const clientInfo = { name: 'me', version: '7' };
    const harness = keep(await connect(server.url, { clientInfo, capabilities: { elicitation: {} } }));
    await harness.call('t', {}, { answers: () => accept({}), maxRounds: 3 }).catch(() => {});
    const calls = server.got.filter(({ message }) => message.method === 'tools/call');
    expect(calls).toHaveLength(3);
    for (const { message, headers } of calls) {
      expect(message.params?.['_meta']).toEqual({
        'io.modelcontextprotocol/protocolVersion': '2026-07-28',
        'io.modelcontextprotocol/clientInfo': clientInfo,
        'io.modelcontextprotocol/clientCapabilities': { elicitation: {} },
      });
      expect(headers).toMatchObject({
        'mcp-method': 'tools/call',
        'mcp-name': 't',
        'mcp-protocol-version': '2026-07-28',
      });
    }
  });

  it('a tool that wants a header gets it, once the server has insisted', async () => {
    const hosted = keep(await serveHandler(createServer));
    const harness = keep(await connect(hosted.url));
    expect(readText(await harness.call('mirrored', { region: 'eu-west' }))).toBe('eu-west eu-west');
    expect(readText(await harness.call('mirrored', { region: 'São Paulo' }))).toBe(
      'São Paulo =?base64?U8OjbyBQYXVsbw==?=',
    );
    expect(await harness.request('tools/call', { name: 'mirrored', arguments: { region: 'x' } })).toMatchObject({
      status: 400,
      error: { code: -32_020 },
    });
  });
});

describe('request()', () => {
  it('sends params as they are and returns the response as it is', async () => {
    const harness = keep(await connect(createServer));
    const first = await harness.firstRound('steps', { steps: 1, label: 'A' });
    const params = { name: 'steps', arguments: { steps: 1, label: 'A' } };
    const answer = { step1: { action: 'accept', content: { step1: 'x' } } };
    const retry = await harness.request('tools/call', {
      ...params,
      requestState: first.rawState(),
      inputResponses: answer,
    });
    expect(retry).toMatchObject({
      status: 200,
      result: { resultType: 'complete', content: [{ text: 'A done after 1' }] },
    });
    const forged = await harness.request('tools/call', { ...params, requestState: `${first.rawState()}x` });
    expect(forged).toMatchObject({ status: 200, error: { code: -32_602 } });
    expect(forged).not.toHaveProperty('result');
  });

  it('leaves out the envelope if told so, and own _meta wins', async () => {
    const server = keep(await serveScript(({ id }) => ({ reply: { jsonrpc: '2.0', id, result: {} } })));
    const harness = keep(await connect(server.url));
    await harness.request('x/bare', undefined, { envelope: false, headers: { 'x-own': '1' } });
    expect(server.got.at(-1)?.message).not.toHaveProperty('params');
    expect(server.got.at(-1)?.headers['x-own']).toBe('1');
    await harness.request('x/own', { _meta: { 'io.modelcontextprotocol/protocolVersion': '1999-01-01', mine: 1 } });
    expect(server.got.at(-1)?.message.params?.['_meta']).toMatchObject({
      'io.modelcontextprotocol/protocolVersion': '1999-01-01',
      'io.modelcontextprotocol/clientInfo': { name: 'vuelta' },
      mine: 1,
    });
  });
});

describe('the end', () => {
  it.each(revisions)('close() fails what is in flight, and nothing goes on in this process on %s', async (revision) => {
    const travel = createTravel();
    const harness = await connect(travel.createServer, { revision });
    const call = harness.call('hang', {}, { answers: { confirm: accept({ confirm: true }) } });
    const settled = call.catch((error: unknown) => error);
    await vi.waitFor(() => expect(travel.log).toHaveLength(1));
    await harness.close();
    expect(await settled).toMatchObject({ code: 'connection_lost', message: 'The harness was closed.' });
    await vi.waitFor(() => expect(travel.log.map(({ did }) => did)).toEqual(['hanging', 'cancelled']));
    await harness.close();
    await expect(harness.call('plain', { text: 'a' })).rejects.toMatchObject({ code: 'connection_lost' });
    await expect(harness.firstRound('plain', { text: 'a' })).rejects.toMatchObject({ code: 'connection_lost' });
    await expect(harness.request('tools/list')).rejects.toMatchObject({ code: 'connection_lost' });
    await expect(harness.listTools()).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it.each(revisions)('close() during an answer ends the call on %s', async (revision) => {
    const harness = await connect(createServer, { revision });
    let signal: AbortSignal | undefined;
    const call = harness.call(
      'book',
      { trip: 'a' },
      {
        answers: (_ask, context) => {
          signal = context.signal;
          setTimeout(() => void harness.close(), 10);
          return new Promise(() => {});
        },
      },
    );
    await expect(call).rejects.toMatchObject({ code: 'connection_lost' });
    expect(signal?.aborted).toBe(true);
  });

  it.each(revisions)('no socket is left on %s', async (revision) => {
    const hosted = keep(await (revision === '2026-07-28' ? serveHandler : serveSessions)(createServer));
    const harness = await connect(hosted.url, { revision });
    const call = harness.call('hang', {}, { answers: { confirm: accept({ confirm: true }) } }).catch(() => {});
    await vi.waitFor(async () => expect(await hosted.sockets()).toBeGreaterThan(0));
    await harness.close();
    await call;
    await vi.waitFor(async () => expect(await hosted.sockets()).toBe(0));
  });

  it('a session of 2025-11-25 is ended with DELETE, but not waited for for long', async () => {
    const greeting = { 'mcp-session-id': 's1' };
    const server = keep(await serveScript(() => ({ status: 202 }), greeting));
    await (await connect(server.url, { revision: '2025-11-25' })).close();
    expect(server.methods.at(-1)).toBe('DELETE');
    const deaf: FetchLike = (url, init) =>
      init?.method === 'DELETE' ? new Promise(() => {}) : fetchUnlimited(url, init);
    const harness = await connect(server.url, { revision: '2025-11-25', fetch: deaf });
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const closing = harness.close();
    await vi.advanceTimersByTimeAsync(2_000);
    vi.useRealTimers();
    await closing;
  });

  it.each(revisions)('no child is left on %s, and asyncDispose is close', async (revision) => {
    let said = '';
    const options = { revision, stderr: (chunk: string) => void (said += chunk) };
    let pid = 0;
    {
      await using harness = await connect(stubborn(), options);
      expect(await harness.listTools()).toHaveLength(2);
      pid = Number(/pid (\d+)/.exec(said)?.[1]);
      expect(alive(pid)).toBe(true);
    }
    expect(alive(pid)).toBe(false);
  });

  it('a child that does not leave by itself is ended', async () => {
    let said = '';
    const harness = await connect(stubborn('--stay'), { stderr: (chunk) => void (said += chunk) });
    const pid = Number(/pid (\d+)/.exec(said)?.[1]);
    expect(alive(pid)).toBe(true);
    await harness.close();
    expect(alive(pid)).toBe(false);
  });

  it.each(revisions)('a child that dies fails the call at once on %s', async (revision) => {
    const harness = keep(await connect(stubborn(), { revision, stderr: 'ignore' }));
    await expect(harness.call('die')).rejects.toMatchObject({
      code: 'connection_lost',
      message: expect.stringContaining('closed'),
    });
    await expect(harness.call('die')).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it.each(revisions)('a child that writes what is no message fails the call at once on %s', async (revision) => {
    const harness = keep(await connect(stubborn(), { revision, stderr: 'ignore' }));
    await expect(harness.call('garble')).rejects.toMatchObject({ code: 'protocol_violation' });
  });
});

it('works with a server of one factory for both revisions at the same time', async () => {
  const factory = () => {
    const server = new McpServer({ name: 'dual', version: '1' });
    server.registerTool('ask', { inputSchema: z.object({}) }, (_args, ctx) => {
      const { inputResponses } = ctx.mcpReq;
      if (inputResponses !== undefined) return { content: [{ type: 'text', text: 'thanks' }] };
      return inputRequired({
        inputRequests: { ok: inputRequired.elicit({ message: 'Ok?', requestedSchema: z.object({}) }) },
      });
    });
    return server;
  };
  const harnesses = await Promise.all(revisions.map(async (revision) => keep(await connect(factory, { revision }))));
  const outcomes = await Promise.all(
    harnesses.map((harness) => harness.call('ask', {}, { answers: { ok: accept() } })),
  );
  expect(outcomes.map((outcome) => readText(outcome))).toEqual(['thanks', 'thanks']);
});
