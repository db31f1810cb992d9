import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { resolve } from 'node:path';
import { brotliCompressSync, constants, deflateRawSync, deflateSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { connect, type ConnectOptions, type Harness, readText } from '../../src/client/index.js';
import { listen } from './fixtures/hosting.js';
import { keep } from './fixtures/keep.js';

type Send = (response: ServerResponse, json: string) => void;

const hints = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' };
const serverInfo = { name: 'odd', version: '1' };
const discovered = { ...hints, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo };

/** A server whose way of sending a response is the test's; the greeting goes the same way if wanted. */
async function sending(send: Send, options: ConnectOptions = {}, greeting = false): Promise<Harness> {
  const hosted = keep(
    await listen((request, response) => {
      let body = '';
      request.setEncoding('utf8').on('data', (chunk: string) => (body += chunk));
      request.on('end', () => {
        const { id, method } = JSON.parse(body) as { id: number; method: string };
        const greets = method === 'server/discover';
        const result = greets ? discovered : { resultType: 'complete', content: [{ type: 'text', text: 'done ñ' }] };
        const json = JSON.stringify({ jsonrpc: '2.0', id, result });
        if (greets && !greeting) response.setHeader('content-type', 'application/json').end(json);
        else send(response, json);
      });
    }),
  );
  return keep(await connect(hosted.url, { roundTimeoutMs: 20_000, ...options }));
}

const events = (response: ServerResponse): ServerResponse => response.setHeader('content-type', 'text/event-stream');

describe('F86: a stream of events is read', () => {
  it.each<[string, Send]>([
    ['CR alone', (response, json) => events(response).end(`data: ${json}\r\r`)],
    ['CRLF', (response, json) => events(response).end(`data: ${json}\r\n\r\n`)],
    ['a BOM, comments and no space', (response, json) => events(response).end(`\uFEFF:\r: x\rdata:${json}\r\r`)],
    [
      'a field in two lines',
      (response, json) => events(response).end(json.replace(/^(.)(.*)$/u, 'data:$1\rdata:$2\r\r')),
    ],
    [
      'one byte at a time',
      (response, json) => {
        events(response);
        for (const byte of Buffer.from(`data: ${json}\r\n\r\n`)) response.write(Uint8Array.of(byte));
        response.end();
      },
    ],
  ])('%s, also when it brings the greeting', async (_name, send) => {
    const harness = await sending(send, {}, true);
    expect(readText(await harness.call('x'))).toBe('done ñ');
  });

  it('before it ends, though its last byte is a CR', async () => {
    const harness = await sending((response, json) => void events(response).write(`data: ${json}\r\r`));
    expect(readText(await harness.call('x'))).toBe('done ñ');
  });
});

const CODINGS: ReadonlyArray<readonly [string, (bytes: Buffer) => Buffer]> = [
  ['gzip', gzipSync],
  ['x-gzip', gzipSync],
  ['br', brotliCompressSync],
  ['deflate', deflateSync],
  ['deflate', deflateRawSync],
  ['gzip, br', (bytes) => brotliCompressSync(gzipSync(bytes))],
  ['identity', (bytes) => bytes],
];

describe('F86: a compressed answer that nobody asked for is read', () => {
  it.each(CODINGS)('%s', async (coding, compress) => {
    const json = await sending(
      (response, body) =>
        response
          .writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
          .end(compress(Buffer.from(body))),
      {},
      true,
    );
    expect(readText(await json.call('x'))).toBe('done ñ');
    const stream = await sending((response, body) => {
      events(response).setHeader('content-encoding', coding);
      response.end(compress(Buffer.from(`data: ${body}\r\r`)));
    });
    expect(readText(await stream.call('x'))).toBe('done ñ');
  });

  it('an event is read when it is there, not when the compressed stream ends', async () => {
    const harness = await sending((response, json) => {
      events(response).setHeader('content-encoding', 'gzip');
      response.write(gzipSync(`data: ${json}\n\n`, { finishFlush: constants.Z_SYNC_FLUSH }));
    });
    expect(readText(await harness.call('x'))).toBe('done ñ');
  });

  it.each([
    ['an encoding that is not known', 'zstd', 'protocol_violation'],
    ['bytes that are not compressed', 'gzip', 'connection_lost'],
    ['bytes that are no deflate', 'deflate', 'connection_lost'],
    ['bytes that are no brotli', 'br', 'connection_lost'],
  ])('%s: a coded error', async (_name, coding, code) => {
    const harness = await sending((response, json) =>
      response
        .writeHead(200, { 'content-type': 'application/json', 'content-encoding': coding })
        .end(coding === 'deflate' ? 'xxxxxxxx' : json),
    );
    await expect(harness.call('x')).rejects.toMatchObject({ code });
  });

  it('F93: one that unpacks to more than it may ends with message_too_large', async () => {
    const bomb = gzipSync(Buffer.alloc(64 * 1024 * 1024, 32));
    const harness = await sending((response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-encoding': 'gzip' }).end(bomb);
    });
    await expect(harness.call('x')).rejects.toMatchObject({ code: 'message_too_large' });
  });
});

/** Writes the same bytes until nobody reads them. */
function forever(response: ServerResponse, bytes: string): void {
  const more = (): void => {
    while (!response.destroyed && response.write(bytes));
  };
  response.on('drain', more);
  more();
}

describe('F93: what never ends has a limit', () => {
  const LONG = 'x'.repeat(64 * 1024);

  it.each<[string, Send]>([
    ['a line of a stream', (response) => forever(events(response), LONG)],
    ['an event of many lines', (response) => forever(events(response), `data: ${LONG}\n`)],
    ['a comment', (response) => forever(events(response), `:${LONG}`.repeat(2))],
    ['JSON', (response) => forever(response.setHeader('content-type', 'application/json'), LONG)],
    ['an error page', (response) => forever(response.writeHead(500, { 'content-type': 'text/html' }), LONG)],
  ])('%s', async (_name, send) => {
    const harness = await sending(send);
    await expect(harness.call('x')).rejects.toMatchObject({ code: 'message_too_large' });
    const small = await sending(send, { maxMessageBytes: 1000 });
    await expect(small.call('x')).rejects.toMatchObject({ message: expect.stringContaining('1000 bytes') });
  });

  it('and in the greeting: the reason is in the error', async () => {
    await expect(sending((response) => forever(events(response), LONG), {}, true)).rejects.toMatchObject({
      code: 'connect_failed',
      cause: { code: 'message_too_large' },
    });
  });

  it('headers too', async () => {
    const harness = await sending((response, json) =>
      response.writeHead(200, { 'content-type': 'application/json', 'x-long': 'x'.repeat(200_000) }).end(json),
    );
    await expect(harness.call('x')).rejects.toMatchObject({ code: 'connection_lost' });
  });

  it('a flood of small events ends with the time of the round', async () => {
    const harness = await sending(
      (response) => forever(events(response), ': x\ndata: {"jsonrpc":"2.0","method":"notifications/x"}\n\n'),
      {
        roundTimeoutMs: 300,
      },
    );
    await expect(harness.call('x')).rejects.toMatchObject({ code: 'client_timeout' });
  });

  it('a line of stdout too, in the greeting and in a call', async () => {
    const child = (when: string) => ({
      command: process.execPath,
      args: [resolve('test/client/fixtures/endless.mjs'), when],
    });
    await expect(connect(child('server/discover'))).rejects.toMatchObject({
      code: 'connect_failed',
      cause: { code: 'message_too_large' },
    });
    const harness = keep(await connect(child('tools/call'), { maxMessageBytes: 100_000 }));
    await expect(harness.call('x')).rejects.toMatchObject({ code: 'message_too_large' });
  });

  it('a client with little memory lives', async () => {
    const hosted = keep(await listen((_request, response) => forever(events(response), LONG)));
    const program = `
      const { connect } = await import(${JSON.stringify(new URL('../../dist/client/index.js', import.meta.url).href)});
      console.log(await connect(process.argv[1]).catch((error) => error.cause.code));`;
    const child = spawn(
      process.execPath,
      ['--max-old-space-size=64', '--input-type=module', '-e', program, hosted.url.href],
      { stdio: ['ignore', 'pipe', 'inherit'] },
    );
    let said = '';
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (said += chunk));
    const [code] = (await once(child, 'close')) as [number];
    expect([said.trim(), code]).toEqual(['message_too_large', 0]);
  });

  it('the limit is a number of bytes', async () => {
    for (const maxMessageBytes of [0, -1, 1.5, Number.NaN]) {
      await expect(connect('http://127.0.0.1:9/mcp', { maxMessageBytes })).rejects.toThrow(RangeError);
    }
  });
});
