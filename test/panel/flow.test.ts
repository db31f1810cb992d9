import { afterEach, describe, expect, it } from 'vitest';
import type { ServerFactory } from '../../src/client/index.js';
import type { PanelView } from '../../src/panel/view.js';
import type { Panel, PanelOptions } from '../../src/panel/index.js';
import { type Browser, openPanel } from './browser.js';
import { kit } from './kit.js';

const booking = await kit('servidor.mjs');
const desk = await kit('mesa-de-ayuda.mjs');
const videos = await kit('buscador-videos.mjs');

const REVISIONS = ['2026-07-28', '2025-11-25'] as const;
const ARGS = { turma_id: 'html-01', email: 'ana@example.com' };
const CAPABILITIES = { form: true, url: true, sampling: false, roots: false };

let panel: Panel | undefined;
afterEach(async () => {
  await panel?.close();
  panel = undefined;
});

async function open(target: ServerFactory, more: Partial<PanelOptions> = {}): Promise<Browser> {
  const opened = await openPanel({ open: () => ({ target }), label: 'kit', ...more });
  panel = opened.panel;
  await opened.browser.ready();
  return opened.browser;
}

const waiting = (view: PanelView | undefined): string | undefined => view?.question?.id;

describe.each(REVISIONS)('a call on %s', (revision) => {
  it('S1 is seen from its first round to its result', async () => {
    const browser = await open(booking, { revision });
    const { server, callables, settings } = await browser.view();
    expect(server).toEqual({ name: 'turmas', version: '1.0.0' });
    expect(settings).toEqual({ revision, capabilities: CAPABILITIES });
    expect(callables.map(({ name }) => name)).toEqual(expect.arrayContaining(['reservar_vaga', 'cancelar_reserva']));

    const id = await browser.call('reservar_vaga', ARGS);
    const question = await browser.question();
    expect(question).toMatchObject({
      call: id,
      key: 'confirmar',
      kind: 'form',
      server: { name: 'turmas' },
      target: 'reservar_vaga',
      round: 1,
      message: 'Reservar 1 vaga em "HTML semântico para agentes" para ana@example.com?',
      more: 0,
    });
    const [asking] = (await browser.view()).calls;
    expect(asking).toMatchObject({ status: 'waiting', revision, name: 'reservar_vaga' });
    expect(asking?.first?.raw).toContain(
      revision === '2026-07-28' ? '"resultType": "input_required"' : 'elicitation/create',
    );

    expect((await browser.answer(question, 'accept', { confirmar: true })).status).toBe(200);
    const { ending, rounds, arrows, status } = await browser.ended(id);
    expect(status).toBe('ended');
    expect(ending).toMatchObject({ kind: 'result', isError: false });
    expect(ending.text).toMatch(/^reservado: html-01 para ana@example\.com \(restam \d\)$/);
    expect(rounds[0]).toMatchObject({ number: 1, answers: { confirmar: 'accept' } });
    expect(rounds[0]?.asks).toMatchObject([{ key: 'confirmar', kind: 'form' }]);
    expect(rounds[0]?.state !== undefined).toBe(revision === '2026-07-28');
    expect(arrows.map(({ from, to }) => `${from} ${to}`)).toEqual([
      'client server',
      'server client',
      'client person',
      'person client',
      'client server',
      'server client',
    ]);
    expect(arrows.every(({ at }, index) => at >= (arrows[index - 1]?.at ?? 0))).toBe(true);
  });

  it.each(['decline', 'cancel'])('S1 %s books nothing', async (action) => {
    const browser = await open(booking, { revision });
    const id = await browser.call('reservar_vaga', ARGS);
    await browser.answer(await browser.question(), action);
    const { ending, rounds } = await browser.ended(id);
    expect(ending).toMatchObject({ kind: 'result', isError: true, text: 'reserva cancelada pelo usuário' });
    expect(rounds[0]?.answers).toEqual({ confirmar: action });
  });

  it('S2 a form with defaults, of which nothing was filled in', async () => {
    const browser = await open(videos, { revision });
    const id = await browser.call('search-videos', { query: 'MCP' });
    await browser.answer(await browser.question(), 'accept', {});
    const { ending } = await browser.ended(id);
    expect(ending.text).toMatch(/^5 vídeos · Español/);
  });

  it('S3 an answer that does not fit leaves the question, and says which fields are at fault', async () => {
    const browser = await open(desk, { revision });
    const id = await browser.call('escalate_ticket', { ticketId: `T-${revision}` });
    const question = await browser.question();
    const refused = await browser.answer(question, 'accept', {
      area: 'billing',
      customerEmail: 'nobody',
      affectedCustomers: 0,
    });
    expect(refused.status).toBe(400);
    const { issues } = JSON.parse(refused.body) as { issues: Array<{ path: string; message: string }> };
    expect(issues.map(({ path }) => path)).toEqual(['priority', 'affectedCustomers', 'customerEmail']);
    expect((await browser.view()).question?.id).toBe(question.id);
    expect((await browser.answer(question, 'accept', { priority: 'p2', area: 'login', stranger: 1 })).status).toBe(400);

    await browser.answer(question, 'accept', { priority: 'p2', area: 'login' });
    const { ending } = await browser.ended(id);
    expect(ending.text).toMatch(/^Escalated T-[\d-]+ as p2 in login\. Reference ESC-/);
    const shown = await browser.ended(await browser.call('show_ticket', { ticketId: `T-${revision}` }));
    expect(JSON.parse(shown.ending.text)).toMatchObject({ escalations: [{ affectedCustomers: 1 }] });
  });

  it('a question is there after the page was closed and opened again, and in every tab until it is answered', async () => {
    const browser = await open(booking, { revision });
    const tab = await browser.listen();
    await expect.poll(() => tab.last()?.status).toBe('ready');
    const id = await browser.call('reservar_vaga', ARGS);
    await expect.poll(() => waiting(tab.last())).toBeDefined();
    const question = tab.last()?.question;
    tab.close();

    const [one, other] = [await browser.listen(), await browser.listen()];
    await expect.poll(() => waiting(one.last())).toBe(question?.id);
    await expect.poll(() => waiting(other.last())).toBe(question?.id);
    if (question === undefined) throw new Error('There was no question.');
    expect((await browser.answer(question, 'decline')).status).toBe(200);
    await expect.poll(() => waiting(other.last())).toBeUndefined();
    expect((await browser.answer(question, 'accept', { confirmar: true })).status).toBe(409);
    expect((await browser.ended(id)).ending.text).toBe('reserva cancelada pelo usuário');
    one.close();
    other.close();
  });

  it('F44 two calls at once: one question is shown, the other follows, and each answer goes to its own call', async () => {
    const browser = await open(desk, { revision });
    const ids = [
      await browser.call('escalate_ticket', { ticketId: `A-${revision}` }),
      await browser.call('escalate_ticket', { ticketId: `B-${revision}` }),
    ];
    const first = await browser.question();
    await browser.until(({ calls }) => calls.every(({ status }) => status === 'waiting'));
    await browser.answer(first, 'accept', { priority: 'p1', area: 'api' });
    const second = await browser.question(({ id }) => id !== first.id);
    await browser.answer(second, 'decline');
    const texts = await Promise.all(ids.map(async (id) => (await browser.ended(id)).ending.text));
    expect([first.call, second.call]).toEqual(ids);
    expect(texts[0]).toMatch(new RegExp(`^Escalated A-${revision} as p1`));
    expect(texts[1]).toContain(`B-${revision}. The ticket is unchanged`);
  });

  it('stop takes the question away and ends the call', async () => {
    const browser = await open(booking, { revision });
    const id = await browser.call('reservar_vaga', ARGS);
    await browser.question();
    expect((await browser.post('/api/stop', { call: id })).status).toBe(200);
    expect((await browser.ended(id)).ending.kind).toBe('stopped');
    expect((await browser.view()).question).toBeUndefined();
    await browser.post('/api/forget', {});
    expect((await browser.view()).calls).toEqual([]);
  });
});

it('F37 without the capability the call says what is missing, and nobody is asked', async () => {
  const browser = await open(booking);
  await browser.applySettings({ capabilities: { ...CAPABILITIES, form: false, url: false } });
  const { ending, rounds } = await browser.ended(await browser.call('reservar_vaga', ARGS));
  expect(ending).toMatchObject({ kind: 'capability', code: -32021, missing: ['elicitation.form'], status: 400 });
  expect(rounds[0]?.asks).toEqual([]);
  expect(ending.raw).toContain('requiredCapabilities');
});

it('the world goes on when the settings change, and a call that waits keeps its connection', async () => {
  const browser = await open(desk);
  const first = await browser.call('escalate_ticket', { ticketId: 'W-1' });
  const question = await browser.question();
  await browser.applySettings({ revision: '2025-11-25' });
  expect((await browser.view()).question?.id).toBe(question.id);
  await browser.answer(question, 'accept', { priority: 'p3', area: 'api' });
  expect((await browser.ended(first)).ending.text).toMatch(/^Escalated W-1/);
  const shown = await browser.ended(await browser.call('show_ticket', { ticketId: 'W-1' }));
  expect(shown.revision).toBe('2025-11-25');
  expect(JSON.parse(shown.ending.text)).toMatchObject({ status: 'escalated' });
});

it('a server that cannot be reached is shown with the reason, and can be tried again', async () => {
  let broken = true;
  const place = () => {
    if (broken) throw new Error('The door is locked.');
    return { target: booking };
  };
  const opened = await openPanel({ open: place, label: 'kit' });
  panel = opened.panel;
  const { browser } = opened;
  const { fault, callables } = await browser.until((view) => view.status === 'failed' && view);
  expect(fault).toBe('The door is locked.');
  expect(callables).toEqual([]);
  expect((await browser.post('/api/call', { kind: 'tool', name: 'reservar_vaga', args: ARGS })).status).toBe(409);
  broken = false;
  await browser.applySettings({});
  expect((await browser.view()).status).toBe('ready');
});
