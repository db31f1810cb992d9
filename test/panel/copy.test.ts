import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { McpServer } from '@modelcontextprotocol/server';
import { afterEach, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { accept, connect, decline, parseAnswerFile, scriptedAnswers, readText } from '../../src/client/index.js';
import { type ContractCase, requireCase } from '../../src/contract/case/case.js';
import type { ServerFactory } from '../../src/client/index.js';
import type { Panel, PanelOptions } from '../../src/panel/index.js';
import { type Browser, openPanel } from './browser.js';
import { kit } from './kit.js';

const booking = await kit('servidor.mjs');
const desk = await kit('mesa-de-ayuda.mjs');

const ARGS = { turma_id: 'html-01', email: "o'neil@example.com" };

let panel: Panel | undefined;
afterEach(async () => {
  await panel?.close();
  panel = undefined;
});

async function open(target: ServerFactory, more: Partial<PanelOptions> = {}): Promise<Browser> {
  const opened = await openPanel({
    open: () => ({ target }),
    label: 'kit',
    words: ['kit/x.mjs'],
    ...more,
  });
  panel = opened.panel;
  await opened.browser.ready();
  return opened.browser;
}

/** A call that is answered, question by question. */
async function made(
  browser: Browser,
  name: string,
  args: unknown,
  answers: ReadonlyArray<[string, unknown?]>,
): Promise<string> {
  const id = await browser.call(name, args);
  let last = '';
  for (const [action, content] of answers) {
    const question = await browser.question(({ id }) => id !== last);
    last = question.id;
    await browser.answer(question, action, content);
  }
  await browser.ended(id);
  return id;
}

/** What a shell makes of a line. */
async function wordsOf(line: string): Promise<string[]> {
  const { stdout } = await promisify(execFile)('sh', [
    '-c',
    `for word in ${line.trim()}; do printf '%s\\0' "$word"; done`,
  ]);
  return stdout.split('\0').slice(0, -1);
}

/** The case that a copied text is, as `vuelta.contract.mjs` would have it. */
async function source(copied: string): Promise<ContractCase> {
  const module = `const [accept, decline, cancel] = ['accept', 'decline', 'cancel'].map((action) =>
    (content) => content === undefined ? { action } : { action, content });
    export default [\n${copied}\n];`;
  const { default: cases } = (await import(
    /* @vite-ignore */ `data:text/javascript,${encodeURIComponent(module)}`
  )) as { default: readonly [ContractCase] };
  return cases[0];
}

describe('a command line', () => {
  it('has the arguments, and a placeholder for the answer', async () => {
    const browser = await open(booking);
    const id = await made(browser, 'reservar_vaga', ARGS, [['accept', { confirmar: false }]]);
    expect(await wordsOf(await browser.copy(id, 'call'))).toEqual([
      'npx',
      'vuelta',
      'call',
      'kit/x.mjs',
      'reservar_vaga',
      '--arg',
      'turma_id=html-01',
      '--arg',
      "email=o'neil@example.com",
      '--answer',
      'confirmar={"confirmar":true}',
    ]);
  });

  it('a command goes behind --, and revision, capabilities, headers and budget are said', async () => {
    const words = ['--', 'node', 'kit/a b.mjs'];
    const connect = { roundTimeoutMs: 5000 };
    const browser = await open(booking, { words, connect, revision: '2025-11-25' });
    await browser.applySettings({ capabilities: { form: true, url: false, sampling: false, roots: true } });
    const id = await made(browser, 'reservar_vaga', ARGS, [['decline']]);
    const line = await wordsOf(await browser.copy(id, 'call'));
    expect(line.slice(8)).toEqual([
      '--revision',
      '2025-11-25',
      '--caps',
      'form,roots',
      '--timeout',
      '5000',
      '--decline',
      '--',
      'node',
      'kit/a b.mjs',
    ]);
  });

  it('the value of a header is left out', async () => {
    const browser = await open(booking, { connect: { headers: { Authorization: 'Bearer canary-4711' } } });
    const id = await made(browser, 'reservar_vaga', ARGS, [['cancel']]);
    expect((await wordsOf(await browser.copy(id, 'call'))).slice(-3)).toEqual([
      '--header',
      'Authorization: …',
      '--cancel',
    ]);
    expect(browser.heard).not.toContain('canary');
  });

  it('without elicitation it says so; arguments that are no text or cannot be seen go as JSON', async () => {
    const browser = await open(desk);
    await browser.applySettings({ capabilities: { form: false, url: false, sampling: false, roots: false } });
    const answers = { priority: 'p1', area: 'api' };
    const id = await made(browser, 'escalate_ticket', { ticketId: 'T\u001b[2J', answers, $: '$(id) `id` \n' }, []);
    const line = await browser.copy(id, 'call');
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(line).not.toMatch(/\u001b|\n(?!$)/);
    expect((await wordsOf(line)).slice(5)).toEqual([
      '--arg',
      String.raw`ticketId:="T\u001b[2J"`,
      '--arg',
      'answers:={"priority":"p1","area":"api"}',
      '--arg',
      String.raw`$:="$(id) ${'`id`'} \n"`,
      '--no-elicitation',
    ]);
  });

  it('a name that a shell or the command would not take as a name is refused', async () => {
    const browser = await open(booking);
    for (const name of ['--help', 'a\u0007b', 'a\nb']) {
      const id = await made(browser, name, {}, []);
      expect((await browser.get(`/api/copy?call=${id}&as=call`)).status).toBe(409);
    }
  });
});

describe.each(['2026-07-28', '2025-11-25'] as const)('on %s', (revision) => {
  it('an answer file answers the same call', async () => {
    const browser = await open(desk, { revision });
    const id = await made(browser, 'escalate_ticket', { ticketId: `Y-${revision}` }, [
      ['accept', { priority: 'p3', area: 'login', customerEmail: 'canary@example.com' }],
    ]);
    const yaml = await browser.copy(id, 'answers');
    const answers = scriptedAnswers(await parseAnswerFile(yaml));
    await using harness = await connect(desk, { revision });
    const outcome = await harness.call('escalate_ticket', { ticketId: `Z-${revision}` }, { answers });
    answers.finish();
    expect(readText(outcome)).toMatch(/^Escalated Z-/);
    expect(yaml).not.toContain('canary');
  });

  it('a contract case is one, and its answers answer the same call', async () => {
    const browser = await open(booking, { revision });
    await made(browser, 'reservar_vaga', ARGS, [['accept', { confirmar: true }]]);
    const id = await made(browser, 'cancelar_reserva', ARGS, [
      ['accept', { motivo: 'canary' }],
      ['accept', { confirmar: false }],
    ]);
    const copied = await browser.copy(id, 'contract');
    expect(copied).toMatch(/^\/\/ import \{ accept \} from 'vuelta\/client'/);
    const contractCase = await source(copied);
    requireCase(contractCase);
    expect(contractCase).toEqual({
      tool: 'cancelar_reserva',
      args: ARGS,
      answers: { motivo: accept({ motivo: 'example' }), confirmar: accept({ confirmar: true }) },
    });
    expect(copied).not.toContain('canary');
  });
});

it('answers of another kind, names of another script, and no answers at all', async () => {
  const browser = await open(booking);
  const declined = await made(browser, 'reservar_vaga', ARGS, [['decline']]);
  expect(await source(await browser.copy(declined, 'contract'))).toMatchObject({ answers: { confirmar: decline() } });
  expect(await browser.copy(declined, 'answers')).toContain('answer: "decline"');
  const unknown = await made(browser, 'não existe\u2028', { __proto__: 1, 'a-b': ["'", '\\', '\u202e'] }, []);
  expect(await source(await browser.copy(unknown, 'contract'))).toEqual({
    tool: 'não existe\u2028',
    args: { 'a-b': ["'", '\\', '\u202e'] },
  });
  expect(await parseAnswerFile(await browser.copy(unknown, 'answers'))).toEqual({ answers: [] });
  expect((await browser.get(`/api/copy?call=${unknown}&as=secrets`)).status).toBe(400);
  expect((await browser.get('/api/copy?call=none&as=call')).status).toBe(404);
});

it('prompts and resources have options of their own', async () => {
  const createServer = () => {
    const server = new McpServer({ name: 'texts', version: '1' });
    server.registerPrompt('greet', { argsSchema: z.object({ who: z.string() }) }, ({ who }) => ({
      messages: [{ role: 'user', content: { type: 'text', text: `Hello ${who}` } }],
    }));
    server.registerResource('readme', 'mem://readme', { title: 'Read me' }, () => ({
      contents: [{ uri: 'mem://readme', text: 'read' }],
    }));
    return server;
  };
  const browser = await open(createServer);
  expect((await browser.view()).callables).toEqual([
    { kind: 'prompt', name: 'greet', args: [{ name: 'who', required: true }] },
    { kind: 'resource', name: 'mem://readme', title: 'Read me' },
  ]);
  const prompt = await browser.call('greet', { who: 'Ana' }, 'prompt');
  expect((await browser.ended(prompt)).ending.text).toBe('Hello Ana');
  expect((await wordsOf(await browser.copy(prompt, 'call'))).slice(4)).toEqual([
    'greet',
    '--prompt',
    '--arg',
    'who=Ana',
  ]);
  expect(await source(await browser.copy(prompt, 'contract'))).toEqual({ prompt: 'greet', args: { who: 'Ana' } });
  const resource = await browser.call('mem://readme', undefined, 'resource');
  expect((await browser.ended(resource)).ending.text).toBe('read');
  expect((await wordsOf(await browser.copy(resource, 'call'))).slice(4)).toEqual(['mem://readme', '--resource']);
});
