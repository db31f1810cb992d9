import { McpServer } from '@modelcontextprotocol/server';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import * as z from 'zod';
import { createVuelta, text } from '../../../src/index.js';
import type { PanelView } from '../../../src/panel/index.js';
import { call, launch, open, pick, press, type Sight, tabTo, typeInto } from './chrome.js';

const CANARY = 'canary-7Q';
const vuelta = createVuelta({ keys: `k:${Buffer.alloc(32, 7).toString('base64url')}` });

function createServer(): McpServer {
  const server = new McpServer({ name: 'rounds', version: '1', title: 'Rounds & more' });
  const rounds = vuelta.attach(server);
  const Why = z.object({ why: z.string().meta({ title: 'Why' }) });
  rounds.tool('twice', { inputSchema: z.object({ id: z.string() }) }, async ({ id }, ask) => {
    await ask.form('why', { message: `Why ${id}?`, schema: Why });
    const { confirmed } = await ask.confirm('sure', `Sure about ${id}?`);
    return text(confirmed ? `done ${id}` : `kept ${id}`);
  });
  rounds.tool('both', {}, async (_args, ask) => {
    const given = await Promise.all(['a', 'b'].map((key) => ask.confirm(key, `Is it ${key}?`)));
    return text(given.map(({ confirmed }) => confirmed).join());
  });
  rounds.tool('talk', {}, async (_args, ask) => {
    const messages = [{ role: 'user' as const, content: { type: 'text' as const, text: 'Say something' } }];
    const reply = await ask.sample('reply', { messages, maxTokens: 10 });
    const roots = await ask.roots('folders');
    return text(JSON.stringify([reply, roots]));
  });
  server.registerTool('slow', {}, async (ctx) => {
    await new Promise<void>((resolve) => ctx.mcpReq.signal.addEventListener('abort', () => resolve()));
    return text('late');
  });
  server.registerTool(
    'odd',
    { inputSchema: z.object({ list: z.array(z.number()), deep: z.object({ a: z.number() }).optional() }) },
    ({ list, deep }) => text(JSON.stringify({ list, deep })),
  );
  server.registerPrompt('greet', { argsSchema: z.object({ name: z.string() }) }, ({ name }) => ({
    messages: [{ role: 'user', content: { type: 'text', text: `Greet ${name}` } }],
  }));
  server.registerResource('notes', 'memo://notes', {}, (uri) => ({
    contents: [{ uri: uri.href, text: 'some notes' }],
  }));
  return server;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

const visit = (): Promise<Sight> =>
  open({
    target: { target: createServer },
    browser,
    context: { permissions: ['clipboard-read', 'clipboard-write'] },
    panel: { label: 'rounds.mjs' },
  });

async function twice({ page, question }: Sight): Promise<void> {
  await call(page, 'twice', { id: 'T-1' });
  await typeInto(page, question.getByLabel('Why'), CANARY);
  await page.keyboard.press('Enter');
  await question.getByText('Sure about T-1?').waitFor();
  await pick(page, question.getByRole('radiogroup'), 'Yes');
  await page.keyboard.press('Enter');
  await page.locator('.ending > .said', { hasText: 'done T-1' }).waitFor();
}

const ended = (sight: Sight, said: string): Promise<void> =>
  sight.page.locator('.ending > .said', { hasText: said }).waitFor();

it('shows the first round raw, every arrow, and of the state only what it is like', async () => {
  await using sight = await visit();
  const { page } = sight;
  await twice(sight);
  expect(await page.locator('.first .raw').textContent()).toMatch(/"requestState": "<state: \d+ bytes, [0-9a-f]+>"/u);
  const arrows = await page.locator('.arrow').allTextContents();
  expect(arrows.map((arrow) => arrow.replace(/ [\d.]+ m?s$/u, ''))).toEqual([
    'Client to Server: tools/call twice',
    'Server to Client: input_required: why',
    'Client to Person: why',
    'Person to Client: why: accept',
    'Client to Server: tools/call again: answers why, state',
    'Server to Client: input_required: sure',
    'Client to Person: sure',
    'Person to Client: sure: accept',
    'Client to Server: tools/call again: answers sure, state',
    'Server to Client: Result',
  ]);
  const states = await page.locator('.rounds .state').allTextContents();
  expect(states[0]).toMatch(/^\d+ bytes · [0-9a-f]+ · new · \d+ s old$/u);
  expect(states[1]).toMatch(/^\d+ bytes · [0-9a-f]+ · changed · \d+ s old$/u);
  expect(await page.locator('.round').count()).toBe(3);
});

it('who asks is on top, with title and name', async () => {
  await using sight = await visit();
  await call(sight.page, 'twice', { id: 'T-1' });
  const { question } = sight;
  await question.waitFor();
  expect(await question.getByRole('heading').textContent()).toBe('Rounds & more (rounds) asks');
  expect(await question.locator('.where').textContent()).toBe('in twice · Round 1');
  const isFirst = await question.evaluate((element) => element.firstElementChild?.classList.contains('asker'));
  expect(isFirst).toBe(true);
});

it('a changed state that is sent again is seen to be refused, an unchanged one is not', async () => {
  await using sight = await visit();
  const { page } = sight;
  await twice(sight);
  const form = page.locator('.replay-form');
  expect(await form.getByLabel('Round').locator('option').allTextContents()).toEqual(['1', '2', '3']);
  await tabTo(page, form.getByLabel('Change'));
  await page.keyboard.press('ArrowDown');
  await press(page, form.getByRole('button'));
  const first = page.locator('.replayed').first();
  await first.getByText('The server refused it').waitFor();
  expect(await first.locator('.ending.good').textContent()).toContain('Invalid or expired requestState');
  await form.getByLabel('Round').selectOption('2');
  await form.getByLabel('Change').selectOption('none');
  await press(page, form.getByRole('button'));
  await page.locator('.replayed').nth(1).waitFor();
  await first.getByText('The server asked again').waitFor();
  expect(await page.locator('.arrow.replay').count()).toBe(2);
  await form.getByLabel('Round').selectOption('1');
  await form.getByLabel('Change').selectOption('no-state');
  await press(page, form.getByRole('button'));
  await form.getByRole('alert').getByText('carries no state').waitFor();
});

it('copies with placeholders, and with the answers only when asked to; a reload forgets them', async () => {
  await using sight = await visit();
  const { page } = sight;
  await twice(sight);
  const box = page.getByRole('checkbox', { name: 'with my answers' });
  const copy = async (name: string, like: RegExp): Promise<string> => {
    await page.evaluate(() => navigator.clipboard.writeText(''));
    await press(page, page.getByRole('button', { name, exact: true }));
    await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(like);
    return page.evaluate(() => navigator.clipboard.readText());
  };
  const ways: [string, RegExp][] = [
    ['Copy as vuelta call', /^npx vuelta call rounds\.mjs twice --arg id=T-1 --answer /u],
    ['Copy as answer file', /^answers:$/mu],
    ['Copy as contract case', /tool: 'twice'/u],
  ];
  for (const [name, like] of ways) {
    await box.uncheck();
    expect(await copy(name, like)).not.toContain(CANARY);
    await box.check();
    expect(await copy(name, like)).toContain(CANARY);
  }
  const view = await page.evaluate(async () => (await (await fetch('api/view')).json()) as PanelView);
  expect(JSON.stringify(view)).not.toContain(CANARY);
  const stored = await page.evaluate(() =>
    JSON.stringify([localStorage.length, sessionStorage.length, location.href, history.state]),
  );
  expect(stored).toBe(JSON.stringify([0, 0, page.url(), null]));
  await page.reload();
  await box.waitFor();
  expect(await box.isDisabled()).toBe(true);
  expect(await page.content()).not.toContain(CANARY);
});

it('questions of one round come one after the other, each with the focus', async () => {
  await using sight = await visit();
  const { page, question } = sight;
  await call(page, 'both');
  await question.getByText('1 more question after this one').waitFor();
  await pick(page, question.getByRole('radiogroup'), 'Yes');
  await page.keyboard.press('Enter');
  await question.getByText('Is it b?').waitFor();
  expect(await question.locator('.more').isVisible()).toBe(false);
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Rounds & more (rounds) asks');
  await pick(page, question.getByRole('radiogroup'), 'No');
  await page.keyboard.press('Enter');
  await ended(sight, 'true,false');
});

it('a question does not pull away whoever is typing; a button leads to it', async () => {
  await using sight = await visit();
  const { page, question, context } = sight;
  await tabTo(page, page.locator('.entry', { hasText: 'twice' }));
  await page.keyboard.press('Enter');
  await typeInto(page, page.locator('.call-form').getByLabel('id'), 'half');
  const second = await context.newPage();
  await second.goto(page.url());
  await call(second, 'both');
  await question.waitFor();
  expect(await page.evaluate(() => (document.activeElement as HTMLInputElement).value)).toBe('half');
  await page.keyboard.type(' typed');
  await tabTo(page, page.getByRole('button', { name: 'Go to the question' }), 'Shift+Tab');
  await page.keyboard.press('Enter');
  expect(await page.evaluate(() => document.activeElement?.closest('.question') !== null)).toBe(true);
  expect(await page.locator('.call-form').getByLabel('id').inputValue()).toBe('half typed');
});

it('a call can be stopped, also while its question waits', async () => {
  await using sight = await visit();
  const { page, question } = sight;
  await call(page, 'slow');
  await press(page, page.getByRole('button', { name: 'Stop this call' }));
  await page.locator('.ending .verdict', { hasText: 'Stopped' }).waitFor();
  await call(page, 'twice', { id: 'T-1' });
  await question.waitFor();
  await press(page, page.getByRole('button', { name: 'Stop this call' }));
  await page.locator('.chip').first().getByText('Ended').waitFor({ state: 'attached' });
  await expect.poll(() => question.count()).toBe(0);
});

it('a question that nobody waits for any more is taken away, and that is read out', async () => {
  await using sight = await visit();
  const { page, question, context } = sight;
  await call(page, 'twice', { id: 'T-1' });
  await question.waitFor();
  const heard = page.locator('[aria-live=polite]');
  const told: string[] = [];
  await page.exposeFunction('hear', (text: string) => told.push(text));
  await heard.evaluate((region) =>
    new MutationObserver(() =>
      (globalThis as unknown as { hear: (text: string | null) => void }).hear(region.textContent),
    ).observe(region, { childList: true }),
  );
  const second = await context.newPage();
  await second.goto(page.url());
  await press(second, second.getByRole('button', { name: 'Stop this call' }));
  await expect.poll(() => question.count()).toBe(0);
  await expect.poll(() => told.some((text) => text.startsWith('Nobody waits for this answer any more'))).toBe(true);
});

it('a person answers in place of a model and names folders', async () => {
  await using sight = await visit();
  const { page, question } = sight;
  await page.locator('summary', { hasText: 'What this client is' }).click();
  for (const name of ['sampling', 'roots']) await page.getByRole('checkbox', { name }).check();
  await page.getByRole('button', { name: 'Connect again' }).click();
  await page.locator('.status', { hasText: 'Connected' }).waitFor();
  await call(page, 'talk');
  await press(page, question.getByRole('button', { name: 'Answer' }));
  await question.getByText('is required').waitFor();
  expect(await question.getByRole('textbox').getAttribute('aria-invalid')).toBe('true');
  await question.getByText('Decline and Cancel both end the call').waitFor();
  await question.getByRole('textbox').fill('Hello');
  await press(page, question.getByRole('button', { name: 'Answer' }));
  await question.getByLabel('Folders').fill('file:///home/ana\n\nfile:///tmp');
  await press(page, question.getByRole('button', { name: 'Answer' }));
  await ended(sight, 'file:///tmp');
});

it('prompts and resources are called too, and arguments that cannot be drawn are JSON', async () => {
  await using sight = await visit();
  const { page } = sight;
  await call(page, 'greet', { name: 'Ana' });
  await ended(sight, 'Greet Ana');
  await call(page, 'notes');
  await ended(sight, 'some notes');
  await call(page, 'odd', { list: '[1, 2' });
  await page.locator('.call-form .field-error', { hasText: 'must be JSON' }).waitFor();
  await call(page, 'odd', { list: '[1, 2]' });
  await ended(sight, '{"list":[1,2]}');
  await press(page, page.getByRole('button', { name: 'Forget ended calls' }));
  await page.getByText('Nothing was called yet.').waitFor();
});

it('says when the panel is gone', async () => {
  await using sight = await visit();
  await sight.panel.close();
  await sight.page.locator('.status', { hasText: 'The panel does not answer.' }).waitFor();
  (sight.faults as string[]).length = 0;
});
