import { resolve } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import type { Panel } from '../../src/panel/index.js';
import type { CommandTarget } from '../../src/client/index.js';
import { type Browser, openPanel } from './browser.js';

const REPO = resolve(import.meta.dirname, '../..');
const DESK = { command: process.execPath, args: [resolve(REPO, 'kit/mesa-de-ayuda.mjs')] };

let panel: Panel | undefined;
afterEach(async () => {
  await panel?.close();
  panel = undefined;
});

async function open(revision: '2026-07-28' | '2025-11-25', target: CommandTarget = DESK): Promise<Browser> {
  const opened = await openPanel({ open: () => ({ target }), label: 'child', revision });
  panel = opened.panel;
  await opened.browser.ready();
  return opened.browser;
}

it.each(['2026-07-28', '2025-11-25'] as const)('S3 a child over stdio on %s', async (revision) => {
  const browser = await open(revision);
  const id = await browser.call('escalate_ticket', { ticketId: 'T-1' });
  await browser.answer(await browser.question(), 'accept', { priority: 'p1', area: 'billing' });
  expect((await browser.ended(id)).ending.text).toMatch(/^Escalated T-1 as p1 in billing/);
});

it('on 2025-11-25 a child takes one call at a time, since nothing says which one an ask belongs to', async () => {
  const browser = await open('2025-11-25');
  const id = await browser.call('escalate_ticket', { ticketId: 'T-1' });
  const question = await browser.question();
  const refused = await browser.post('/api/call', { kind: 'tool', name: 'escalate_ticket', args: { ticketId: 'T-2' } });
  expect(refused.status).toBe(409);
  await browser.answer(question, 'cancel');
  await browser.ended(id);
  const next = await browser.call('show_ticket', { ticketId: 'T-1' });
  expect((await browser.ended(next)).ending.kind).toBe('result');
});

it('on 2026-07-28 two calls of a child may ask', async () => {
  const browser = await open('2026-07-28');
  const ids = [
    await browser.call('escalate_ticket', { ticketId: 'T-1' }),
    await browser.call('escalate_ticket', { ticketId: 'T-2' }),
  ];
  const first = await browser.question();
  await browser.answer(first, 'decline');
  await browser.answer(await browser.question(({ id }) => id !== first.id), 'decline');
  for (const id of ids) expect((await browser.ended(id)).ending.text).toContain('The ticket is unchanged');
});

it('a child that has died is shown, and the settings bring up another', async () => {
  const script = `const { serveStdio } = await import('@modelcontextprotocol/server/stdio');
    serveStdio((await import(${JSON.stringify(DESK.args[0])})).createServer);
    process.stdin.on('data', (line) => { if (String(line).includes('tools/call')) process.exit(1); });`;
  const target = { command: process.execPath, args: ['--input-type=module', '-e', script], cwd: REPO };
  const browser = await open('2026-07-28', target);
  const { ending } = await browser.ended(await browser.call('show_ticket', { ticketId: 'T-1' }));
  expect(ending).toMatchObject({ kind: 'failed', text: expect.stringContaining('connection_lost') as string });
  const { fault } = await browser.until((view) => view.status === 'failed' && view);
  expect(fault).toContain('Apply the settings');
  await browser.applySettings({});
  expect((await browser.view()).status).toBe('ready');
});

it('a command that does not start is shown with the reason', async () => {
  const opened = await openPanel({ open: () => ({ target: { command: 'no-such-command-here' } }), label: 'child' });
  panel = opened.panel;
  const { fault } = await opened.browser.until((view) => view.status === 'failed' && view);
  expect(fault).toContain('no-such-command-here');
});

it('closing the page ends a call that waits for a person, and its child', async () => {
  const browser = await open('2026-07-28');
  await browser.call('escalate_ticket', { ticketId: 'T-1' });
  await browser.question();
  const tab = await browser.listen();
  await panel?.close();
  await expect(browser.view()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  tab.close();
});
