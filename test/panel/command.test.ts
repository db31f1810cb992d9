import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { bash, MAIN, REPO, vueltaChild } from '../cli/vuelta.js';
import { Browser } from './browser.js';

let child: ChildProcess | undefined;
afterEach(() => child?.kill('SIGKILL'));

interface Running {
  readonly link: string;
  readonly stdout: () => string;
  readonly stderr: () => string;
  /** Ends it and gives its exit code. */
  readonly end: (signal: NodeJS.Signals) => Promise<number>;
}

async function start(...args: readonly string[]): Promise<Running> {
  const started = spawn(process.execPath, [MAIN, 'panel', ...args], { cwd: REPO });
  child = started;
  let [stdout, stderr] = ['', ''];
  started.stdout.setEncoding('utf8').on('data', (chunk: string) => (stdout += chunk));
  started.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  await expect.poll(() => stdout + stderr, { timeout: 10_000 }).toContain('\n');
  return {
    link: stdout.split('\n')[0] ?? '',
    stdout: () => stdout,
    stderr: () => stderr,
    async end(signal) {
      const ended = once(started, 'exit');
      started.kill(signal);
      return Number((await ended)[0]);
    },
  };
}

const browserOf = (link: string): Promise<Browser> => Browser.open({ url: link, close: async () => {} });

it.each(['SIGINT', 'SIGTERM'] as const)('serves until %s; stdout is the link', async (signal) => {
  const running = await start('kit/servidor.mjs');
  const browser = await browserOf(running.link);
  const { target, server } = await browser.ready();
  expect([target, server?.name]).toEqual(['kit/servidor.mjs', 'turmas']);
  await browser.call('reservar_vaga', { turma_id: 'html-01', email: 'a@b.co' });
  await browser.question();
  await expect.poll(() => running.stderr()).toContain('For another browser: http://127.0.0.1:');
  expect(await running.end(signal)).toBe(0);
  expect(running.stdout()).toBe(`${running.link}\n`);
});

it('a command behind --, a revision and a port', async () => {
  const running = await start('--revision', '2025-11-25', '--', process.execPath, 'kit/mesa-de-ayuda.mjs');
  const browser = await browserOf(running.link);
  const { settings, server } = await browser.ready();
  expect([settings.revision, server?.name]).toEqual(['2025-11-25', 'support-desk']);
  const id = await browser.call('show_ticket', { ticketId: 'T-1' });
  await browser.ended(id);
  expect(await browser.copy(id, 'call')).toBe(
    `npx vuelta call show_ticket --arg ticketId=T-1 --revision 2025-11-25 -- ${process.execPath} kit/mesa-de-ayuda.mjs\n`,
  );
  expect(await running.end('SIGINT')).toBe(0);
});

it.each([
  ['kit/servidor.mjs', []],
  ['--', ['node', 'kit/servidor.mjs']],
])('what is copied from the page makes the call again: %s', async (target, command) => {
  const running = await start(target, ...command);
  const browser = await browserOf(running.link);
  await browser.ready();
  for (const revision of ['2026-07-28', '2025-11-25'] as const) {
    await browser.applySettings({ revision });
    const id = await browser.call('reservar_vaga', { turma_id: 'html-01', email: "o'neil@example.com" });
    const question = await browser.question();
    await browser.answer(question, 'accept', { confirmar: true });
    await browser.ended(id);
    const line = await browser.copy(id, 'call');
    const { code, stdout, stderr } = await bash(line.replace('npx vuelta', `${process.execPath} ${MAIN}`));
    expect(stdout + stderr).toContain("reservado: html-01 para o'neil@example.com");
    expect(code).toBe(0);
  }
  await running.end('SIGINT');
});

it('wrong usage ends at once', async () => {
  const taken = createServer().listen(0, '127.0.0.1');
  await once(taken, 'listening');
  const { port } = taken.address() as AddressInfo;
  const busy = await vueltaChild(['panel', 'kit/servidor.mjs', '--port', String(port)]);
  expect(busy).toMatchObject({ code: 2, stdout: '' });
  expect(busy.stderr).toContain(`Port ${port} is taken`);
  taken.close();
  for (const args of [
    [],
    ['no-such-file.mjs'],
    ['kit/cliente.mjs'],
    ['kit/servidor.mjs', '--port', '70000'],
    ['kit/servidor.mjs', '--header', 'A: b'],
  ]) {
    expect((await vueltaChild(['panel', ...args])).code).toBe(2);
  }
});

it('an address is reached with its token, which no view and no copy shows', async () => {
  const seen: unknown[] = [];
  const http = createServer((request, response) => {
    seen.push(request.headers.authorization);
    response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(http, 'listening');
  const { port } = http.address() as AddressInfo;
  const running = await start(`http://127.0.0.1:${port}/mcp?key=canary-1`, '--token', 'canary-2');
  const browser = await browserOf(running.link);
  const { target, fault } = await browser.until((view) => view.status === 'failed' && view);
  expect(target).toBe(`http://127.0.0.1:${port}/mcp`);
  expect(fault).toContain('Could not connect');
  expect(seen).toContain('Bearer canary-2');
  expect(browser.heard + running.stdout() + running.stderr()).not.toContain('canary');
  await running.end('SIGINT');
  http.close();
});
