import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import { createVuelta, text } from '../../src/index.js';
import type { Panel } from '../../src/panel/index.js';
import { type Browser, openPanel } from './browser.js';
import { kit } from './kit.js';

const booking = await kit('servidor.mjs');

const vuelta = createVuelta({ keys: `k:${Buffer.alloc(32, 7).toString('base64url')}` });

function createServer(): McpServer {
  const server = new McpServer({ name: 'kinds', version: '1' });
  const rounds = vuelta.attach(server);
  rounds.tool('model', {}, async (_args, ask) => {
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Say\u202e something' } }];
    const reply = await ask.sample('reply', { messages, maxTokens: 10, systemPrompt: 'Be short.' });
    return text(JSON.stringify(reply));
  });
  rounds.tool('folders', {}, async (_args, ask) => text(JSON.stringify(await ask.roots('folders'))));
  rounds.tool('visit', {}, async (_args, ask) =>
    text((await ask.url('visit', { message: 'Sign in', url: 'https://example.com/in?a=1&b=2' })).action),
  );
  rounds.tool('three', {}, async (_args, ask) => {
    const given = await Promise.all(['a', 'b', 'c'].map((key) => ask.confirm(key, `Is it ${key}?`)));
    return text(given.map(({ confirmed }) => confirmed).join());
  });
  return server;
}

let panel: Panel | undefined;
afterEach(async () => {
  await panel?.close();
  panel = undefined;
});

async function open(target: typeof booking, revision: '2026-07-28' | '2025-11-25'): Promise<Browser> {
  const opened = await openPanel({ open: () => ({ target }), label: 'kinds', revision });
  panel = opened.panel;
  await opened.browser.ready();
  await opened.browser.applySettings({ capabilities: { form: true, url: true, sampling: true, roots: true } });
  return opened.browser;
}

describe.each(['2026-07-28', '2025-11-25'] as const)('on %s', (revision) => {
  it('a person answers in place of a model', async () => {
    const browser = await open(createServer, revision);
    const id = await browser.call('model');
    const question = await browser.question();
    expect(question).toMatchObject({ kind: 'sampling', message: 'system: Be short.\n\nuser: Say⟨U+202E⟩ something' });
    expect((await browser.answer(question, 'accept', {})).status).toBe(400);
    expect((await browser.answer(question, 'accept', { text: 'Hello' })).status).toBe(200);
    const { ending, rounds } = await browser.ended(id);
    expect(JSON.parse(ending.text)).toMatchObject({ role: 'assistant', content: { type: 'text', text: 'Hello' } });
    expect(Object.values(rounds[0]?.answers ?? {})).toEqual(['result']);
  });

  it('folders are addresses of files', async () => {
    const browser = await open(createServer, revision);
    const id = await browser.call('folders');
    const question = await browser.question();
    expect(question.kind).toBe('roots');
    for (const roots of ['file:///a', ['https://example.com/'], [1]]) {
      expect((await browser.answer(question, 'accept', { roots })).status).toBe(400);
    }
    expect((await browser.answer(question, 'accept', { roots: ['file:///work'] })).status).toBe(200);
    expect((await browser.ended(id)).ending.text).toContain('file:///work');
  });

  it('who does not answer for a model ends the call', async () => {
    const browser = await open(createServer, revision);
    const id = await browser.call('model');
    await browser.answer(await browser.question(), 'decline');
    const { ending } = await browser.ended(id);
    expect(ending).toMatchObject({ kind: 'failed', text: expect.stringContaining('did not answer') as string });
  });

  it('an address is shown whole, with its host, and is followed by nobody here', async () => {
    const browser = await open(createServer, revision);
    const id = await browser.call('visit');
    const question = await browser.question();
    expect(question.url).toEqual({ href: 'https://example.com/in?a=1&b=2', host: 'example.com' });
    await browser.answer(question, 'accept', { ignored: true });
    expect((await browser.ended(id)).ending.text).toBe('accept');
  });

  it('the asks of a round come one after the other, and say how many are left', async () => {
    const browser = await open(createServer, revision);
    const id = await browser.call('three');
    const seen: string[] = [];
    for (const confirmed of [true, false, true]) {
      const question = await browser.question(({ id }) => !seen.includes(id));
      seen.push(question.id);
      if (revision === '2026-07-28') expect(question.more).toBe(3 - seen.length);
      const [field = ''] = Object.keys(question.schema?.properties ?? {});
      await browser.answer(question, 'accept', { [field]: confirmed });
    }
    expect((await browser.ended(id)).ending.text).toBe('true,false,true');
  });

  it('what the server repeats is in the question it asks, and not in the record of the rounds', async () => {
    const browser = await open(booking, revision);
    const args = { turma_id: 'html-01', email: `${revision}@example.com` };
    const first = await browser.call('reservar_vaga', args);
    const booked = await browser.question();
    await browser.answer(booked, 'accept', { confirmar: true });
    await browser.ended(first);
    const id = await browser.call('cancelar_reserva', args);
    const why = await browser.question(({ id }) => id !== booked.id);
    await browser.answer(why, 'accept', { motivo: 'canary reason' });
    const sure = await browser.question(({ id }) => id !== booked.id && id !== why.id);
    expect(sure.message).toContain('Motivo: canary reason');
    await browser.answer(sure, 'accept', { confirmar: false });
    const call = await browser.ended(id);
    expect(call.rounds[1]?.asks[0]?.message).toContain('Motivo: <answer motivo.motivo>');
    expect(JSON.stringify(call.rounds)).not.toContain('canary');
  });
});
