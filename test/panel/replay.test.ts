import { afterEach, expect, it } from 'vitest';
import type { ServerFactory } from '../../src/client/index.js';
import type { Panel } from '../../src/panel/index.js';
import { type Tamper, TAMPERS, type CallView } from '../../src/panel/view.js';
import { type Browser, openPanel } from './browser.js';
import { kit } from './kit.js';

const booking = await kit('servidor.mjs');
const desk = await kit('mesa-de-ayuda.mjs');

let panel: Panel | undefined;
afterEach(async () => {
  await panel?.close();
  panel = undefined;
});

async function open(target: ServerFactory): Promise<Browser> {
  const opened = await openPanel({ open: () => ({ target }), label: 'kit' });
  panel = opened.panel;
  await opened.browser.ready();
  return opened.browser;
}

async function again(browser: Browser, call: string, round: number, tamper: Tamper = 'none') {
  const reply = await browser.post('/api/replay', { call, round, tamper });
  if (reply.status !== 200) throw new Error(`${reply.status}: ${reply.body}`);
  const replays = (await browser.ended(call)).replays;
  expect(replays.at(-1)).toMatchObject({ round, tamper });
  const ending = replays.at(-1)?.ending;
  if (ending === undefined) throw new Error('Nothing was sent again.');
  return ending;
}

async function escalated(browser: Browser, ticketId: string): Promise<CallView> {
  const id = await browser.call('escalate_ticket', { ticketId });
  await browser.answer(await browser.question(), 'accept', { priority: 'p2', area: 'billing' });
  return browser.ended(id);
}

const escalationsOf = async (browser: Browser, ticketId: string): Promise<unknown[]> => {
  const { ending } = await browser.ended(await browser.call('show_ticket', { ticketId }));
  return (JSON.parse(ending.text) as { escalations: unknown[] }).escalations;
};

it('a round that is sent again gives the same result, and its effect happens once', async () => {
  const browser = await open(desk);
  const call = await escalated(browser, 'R-1');
  expect(call.replayable).toEqual([1, 2]);
  const ending = await again(browser, call.id, 2);
  expect(ending).toMatchObject({ kind: 'result', text: call.ending?.text });
  expect(await escalationsOf(browser, 'R-1')).toHaveLength(1);
});

it('the first round that is sent again asks again', async () => {
  const browser = await open(desk);
  const call = await escalated(browser, 'R-2');
  expect(await again(browser, call.id, 1)).toMatchObject({ kind: 'asks', text: 'The server asks: details' });
  expect((await browser.view()).question).toBeUndefined();
});

it.each(['first-character', 'middle', 'truncate', 'other-arguments'] as const)(
  'F33 a control run succeeds, and %s is refused',
  async (tamper) => {
    const browser = await open(booking);
    const id = await browser.call('reservar_vaga', { turma_id: 'html-01', email: `${tamper}@example.com` });
    await browser.answer(await browser.question(), 'decline');
    await browser.ended(id);
    expect((await again(browser, id, 2)).kind).toBe('result');
    const ending = await again(browser, id, 2, tamper);
    expect(ending).toMatchObject({
      kind: 'error',
      code: -32602,
      text: expect.stringContaining('requestState') as string,
    });
  },
);

it.each([
  ['no-state', 'asks'],
  ['no-answers', 'error'],
] as const)('with %s nothing happens: %s', async (tamper, kind) => {
  const browser = await open(desk);
  const call = await escalated(browser, `R-${tamper}`);
  expect((await again(browser, call.id, 2)).kind).toBe('result');
  expect((await again(browser, call.id, 2, tamper)).kind).toBe(kind);
  expect(await escalationsOf(browser, `R-${tamper}`)).toHaveLength(1);
});

it('what a request does not have cannot be changed in it, and a round that was not sent cannot be sent again', async () => {
  const browser = await open(desk);
  const call = await escalated(browser, 'R-3');
  for (const tamper of TAMPERS.filter((tamper) => tamper !== 'none')) {
    expect((await browser.post('/api/replay', { call: call.id, round: 1, tamper })).status).toBe(400);
  }
  for (const round of [0, 3, 1.5, -1]) {
    expect((await browser.post('/api/replay', { call: call.id, round, tamper: 'none' })).status).toBe(400);
  }
});

it('the arrows say what was sent again', async () => {
  const browser = await open(desk);
  const call = await escalated(browser, 'R-4');
  await again(browser, call.id, 2, 'middle');
  const { arrows } = await browser.ended(call.id);
  expect(arrows.slice(-2)).toMatchObject([
    { from: 'client', to: 'server', kind: 'replay', said: { is: 'replay', round: 2, tamper: 'middle' } },
    { from: 'server', to: 'client', kind: 'error', said: { is: 'error', code: -32602 } },
  ]);
});

it('on 2025-11-25 there is nothing to send again', async () => {
  const browser = await open(desk);
  const modern = await escalated(browser, 'R-5');
  const { settings } = await browser.view();
  await browser.applySettings({ ...settings, revision: '2025-11-25' });
  const legacy = await escalated(browser, 'R-6');
  expect(legacy.replayable).toEqual([]);
  expect((await browser.ended(modern.id)).replayable).toEqual([]);
  expect((await browser.post('/api/replay', { call: legacy.id, round: 1, tamper: 'none' })).status).toBe(409);
});
