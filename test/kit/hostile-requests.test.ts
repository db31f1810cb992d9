import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { connect } from 'node:net';
import { createInterface } from 'node:readline';
import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../docs/examples/http-server.js';
import { KIT, ROOT, startNode } from './process.js';

/** Request lines and headers that no browser writes, and a few that one does for a hostile page. */
const hostile = (host: string): readonly string[] => {
  const line = (target: string, method = 'GET', more = ''): string =>
    `${method} ${target} HTTP/1.1\r\nHost: ${host}\r\n${more}Connection: close\r\n\r\n`;
  const post = 'Content-Type: application/json\r\nContent-Length: 2\r\n';
  return [
    ...[
      '//',
      '///',
      '//:',
      '//@',
      '/%',
      '/%zz',
      '/%2',
      '/mcp?%',
      '/\\',
      '/..//',
      '/mcp/../..',
      '*',
      '/?#',
      '/mcp#x',
    ].map((target) => line(target)),
    ...[
      'http://',
      'http://[',
      'http://:99999/mcp',
      'http://a:b@/',
      'https://127.0.0.1/mcp',
      'mcp',
      'file:///',
      '?',
    ].map((target) => line(target)),
    ...['//', '/mcp', '*', 'http://['].map((target) => line(target, 'OPTIONS')),
    ...['//', '/mcp', 'http://'].map((target) => `${line(target, 'POST', post)}{}`),
    `${line('/mcp', 'POST', post)}[}`,
    ...['PUT', 'DELETE', 'PATCH', 'TRACE', 'HEAD', 'PROPFIND'].map((method) => line('/mcp', method)),
    line('/mcp', 'CONNECT'),
    line(host, 'CONNECT'),
    line('/mcp', 'GET', 'Upgrade: websocket\r\nSec-WebSocket-Key: eA==\r\n').replace('close', 'Upgrade'),
    line(`/${'a'.repeat(60_000)}`),
    line('/mcp', 'GET', `X-Long: ${'a'.repeat(60_000)}\r\n`),
    ...['', '[', ':', 'a b', '127.0.0.1:99999', '127.0.0.1:x', '@', '//', '%', 'ñ'].map((name) =>
      line('/mcp').replace(`Host: ${host}`, `Host: ${name}`),
    ),
    line('/mcp').replace(`Host: ${host}\r\n`, ''),
    line('/mcp', 'GET', `Host: ${host}\r\n`),
    ...['null', 'http://', '//', 'file://', 'http://['].map((origin) => line('/mcp', 'GET', `Origin: ${origin}\r\n`)),
    line('/mcp', 'GET', 'Mcp-Session-Id: \u00ff\r\nLast-Event-Id: \u00ff\r\nCookie: ;;=;%\r\n'),
    line('/mcp', 'POST', 'Transfer-Encoding: chunked\r\n') + 'zz\r\n',
    line('/mcp', 'POST', 'Content-Length: 100\r\n') + '{',
    line('/mcp', 'POST', 'Content-Length: -1\r\n'),
    'GET /mcp HTTP/9.9\r\n\r\n',
    'GET\r\n\r\n',
    '\r\n\r\n',
    '\u0000\u0001\u0016\u0003\u0001',
  ];
};

/** Sends bytes, and leaves whatever comes; hangs up when nothing does. */
function throwAt(port: number, bytes: string): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(bytes, 'latin1'));
    socket.setTimeout(150, () => socket.destroy());
    socket.on('error', () => {}).on('data', () => {});
    socket.once('close', () => resolve());
  });
}

const children: ChildProcess[] = [];
afterEach(() => {
  for (const child of children.splice(0)) child.kill();
});

/** Starts a program that prints its address, and gives that. */
async function start(args: readonly string[], cwd: string, stream: 'stdout' | 'stderr'): Promise<URL> {
  const child = startNode(args, cwd);
  children.push(child);
  child.stdin.end();
  child[stream === 'stdout' ? 'stderr' : 'stdout'].resume();
  for await (const line of createInterface({ input: child[stream] })) {
    const address = /http:\/\/127\.0\.0\.1:\d+\S*/u.exec(line)?.[0];
    if (address === undefined) continue;
    child[stream].resume();
    return new URL(address);
  }
  throw new Error('no address came');
}

async function survives(url: URL): Promise<void> {
  const alive = async (): Promise<number> => (await fetch(url, { redirect: 'manual' })).status;
  const before = await alive();
  for (const bytes of hostile(url.host)) {
    await throwAt(Number(url.port), bytes);
    expect(
      children.map(({ exitCode }) => exitCode),
      JSON.stringify(bytes.slice(0, 80)),
    ).toEqual(children.map(() => null));
  }
  expect(await alive()).toBe(before);
}

describe('F89: a request that makes no address ends no server', { timeout: 60_000 }, () => {
  it.each<[string, readonly string[], string, 'stdout' | 'stderr']>([
    ['a server of the kit', ['servidor.mjs', '--http', '0'], KIT, 'stderr'],
    ['another server of the kit', ['mesa-de-ayuda.mjs', '--http', '0'], KIT, 'stderr'],
    ['conformance-fixture', ['dist/cli/main.js', 'conformance-fixture', '--port', '0'], ROOT, 'stdout'],
    ['serve-module', ['dist/cli/serve-module.js', 'kit/servidor.mjs', '--http'], ROOT, 'stdout'],
  ])('%s', async (_name, args, cwd, stream) => survives(await start(args, cwd, stream)));

  it('the page', async () => {
    const url = await start(['dist/cli/main.js', 'panel', 'kit/servidor.mjs'], ROOT, 'stdout');
    url.search = '';
    await survives(url);
  });

  it('the server of the guide', async () => {
    const http = listen(0);
    await once(http, 'listening');
    await survives(new URL(`http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`));
    http.closeAllConnections();
    http.close();
  });
});
