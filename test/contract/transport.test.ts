import { readdir } from 'node:fs/promises';
import { createServer as createHttpServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { resolve } from 'node:path';
import { McpServer, type McpServerFactory } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { accept } from '../../src/client/answers/answers.js';
import type { ContractConfig } from '../../src/contract/case/config.js';
import type { CheckResult } from '../../src/contract/result.js';
import { checkServer } from '../../src/contract/check-server.js';
import { createVuelta, fail, text } from '../../src/index.js';

const vuelta = createVuelta({ keys: [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }] });

const createServer: McpServerFactory = () => {
  const server = new McpServer({ name: 'rooms', version: '1.0.0' });
  vuelta.attach(server).tool('book', {}, async (_args, ask) => {
    const { confirmed } = await ask.confirm('sure', 'Book the blue room?');
    return confirmed ? text('Booked.') : fail('Not booked.');
  });
  return server;
};

const SURE = { sure: accept({ sure: true }) };
const CASES = [{ tool: 'book', answers: SURE }];

async function check(id: string, config: Partial<ContractConfig>): Promise<CheckResult> {
  const { results } = await checkServer({
    target: createServer,
    cases: CASES,
    failOn: 'advice',
    only: [id],
    ...config,
  });
  const [result] = results;
  if (result === undefined) throw new Error(`no result for ${id}`);
  return result;
}

const program = (...words: readonly string[]) => ({
  command: process.execPath,
  args: [resolve('test/contract/stdio/server.mjs'), ...words],
});

describe('transport.stdout', () => {
  const stdout = (...words: readonly string[]) =>
    check('transport.stdout', { transports: { stdio: program(...words) }, roundTimeoutMs: 5_000 });

  it.each([
    ['structured', 'it is no JSON-RPC message: "{\\"level\\":\\"info\\",\\"msg\\":\\"booking\\"}"'],
    ['request', 'it is a request, and 2026-07-28 has none from the server'],
    ['pretty', 'it is no JSON: "{"'],
    ['farewell', 'it is no JSON: "bye"'],
  ])('F52 finds what is no message: %s', async (fault, said) => {
    const { status, message } = await stdout(fault);
    expect(status).toBe('fail');
    expect(message).toContain(said);
  });

  it.each(['notification', 'blank', 'nothing'])('F52 takes %s for what may stand there', async (fault) => {
    const { status, message } = await stdout(fault);
    expect([status, message]).toEqual(['pass', '']);
  });

  it('looks at the target when that is a command, and leaves nothing behind', async () => {
    const ours = async (): Promise<string[]> =>
      (await readdir(tmpdir())).filter((name) => name.startsWith('vuelta-stdout-'));
    const before = new Set(await ours());
    expect(await check('transport.stdout', { target: program() })).toMatchObject({ status: 'pass' });
    expect((await ours()).filter((name) => !before.has(name))).toEqual([]);
  });

  it('is not testable when the command does not start', async () => {
    const { status, message } = await check('transport.stdout', {
      transports: { stdio: { command: 'no-such-vuelta' } },
    });
    expect(status).toBe('not-testable');
    expect(message).toContain('Could not connect');
  });

  it('does not apply to a server without a stdio command', async () => {
    expect(await check('transport.stdout', {})).toMatchObject({ status: 'not-applicable' });
  });
});

describe('the rules of HTTP', () => {
  const closing: Array<() => unknown> = [];
  afterEach(async () => {
    for (const close of closing.splice(0)) await close();
  });

  /** What answers every POST in the same way, whatever it is. */
  async function always(listener: RequestListener): Promise<string> {
    const http = createHttpServer(listener);
    await new Promise<void>((listening) => {
      http.listen(0, '127.0.0.1', listening);
    });
    closing.push(() => http.close());
    return `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  }

  it.each(['transport.status', 'transport.headers', 'transport.id'])('%s does not apply over stdio', async (id) => {
    const result = await check(id, { target: program() });
    expect(result).toMatchObject({ status: 'not-applicable', message: 'the server is reached over stdio' });
  });

  it.each(['transport.status', 'transport.headers', 'transport.id'])('%s holds in this process', async (id) => {
    expect(await check(id, {})).toMatchObject({ status: 'pass' });
  });

  it('transport.origin needs a server on this computer', async () => {
    expect(await check('transport.origin', {})).toMatchObject({ status: 'not-applicable' });
  });

  it('shows a refusal that came with the wrong code, and the request that led to it', async () => {
    const url = await always((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { id, method } = JSON.parse(body) as { id: unknown; method: string };
        const known = ['server/discover', 'tools/list'].includes(method);
        const result = {
          resultType: 'complete',
          supportedVersions: ['2026-07-28'],
          capabilities: { tools: {} },
          tools: [],
        };
        const serverInfo = { name: 'hand-made', version: '1' };
        const message = known ? { result: { ...result, serverInfo } } : { error: { code: -32_600, message: 'no' } };
        response.writeHead(known ? 200 : 404, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ jsonrpc: '2.0', id, ...message }));
      });
    });
    const { status, message, evidence } = await check('transport.status', { target: url });
    expect(status, message).toBe('fail');
    expect(message).toContain(
      'A method that does not exist: HTTP 404 and -32601 are due, and it was HTTP 404 and -32600',
    );
    expect(evidence.at(-1)).toMatchObject({ sent: { method: 'vuelta/no-such-method' }, received: { status: 404 } });
  });
});

describe('transport.budget', () => {
  it('holds over stdio and in this process', async () => {
    expect(await check('transport.budget', { target: program() })).toMatchObject({ status: 'pass' });
    expect(await check('transport.budget', {})).toMatchObject({ status: 'pass' });
  });

  it('finds a server that one request takes down', async () => {
    const fragile = { command: process.execPath, args: [resolve('test/contract/stdio/fragile.mjs')] };
    const { status, message } = await check('transport.budget', { target: fragile, roundTimeoutMs: 3_000 });
    expect(status, message).toBe('fail');
    expect(message).toContain('after it the server answered nothing more');
  });
});
