import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { McpServer } from '@modelcontextprotocol/server';
import { text } from '../../../src/index.js';
import { kit } from '../kit.js';
import { call, launch, open, press, type Sight } from './chrome.js';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

async function visit(context: BrowserContextOptions): Promise<Sight> {
  const target = await kit('mesa-de-ayuda.mjs');
  return open({ target: { target }, browser, context });
}

/** From nothing called over a question with errors to a call that has ended and was sent again. */
const STAGES: Readonly<Record<string, (sight: Sight) => Promise<void>>> = {
  'before a call': async ({ page }) => page.locator('summary', { hasText: 'What this client is' }).click(),
  'a question': async ({ page, question }) => {
    await call(page, 'escalate_ticket', { ticketId: 'T-1042' });
    await question.waitFor();
  },
  'a refused answer': async ({ page, question }) => {
    await question.getByLabel('Customer email').fill('ana@');
    await press(page, question.getByRole('button', { name: 'Answer' }));
    await question.getByText('3 fields need another look.').waitFor();
  },
  'the end, and a round sent again': async ({ page, question }) => {
    await question.getByLabel('Customer email').fill('');
    await question.getByRole('radio', { name: 'P1 Service down' }).check();
    await question.getByRole('radio', { name: 'login' }).check();
    await press(page, question.getByRole('button', { name: 'Answer' }));
    await page.locator('.ending').waitFor();
    await page.getByLabel('Change', { exact: true }).selectOption('middle');
    await page.getByRole('button', { name: 'Send again' }).click();
    await page.locator('.replayed').waitFor();
    await page.getByRole('button', { name: 'Copy as answer file' }).click();
    await page.locator('.copied').waitFor();
  },
};

interface Axe {
  readonly axe: { readonly run: (options: object) => Promise<AxeResults> };
}

async function findings(page: Page, rules?: readonly string[]): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(
    (runOnly) => (globalThis as unknown as Axe).axe.run(runOnly === undefined ? {} : { runOnly }),
    rules,
  );
  expect(passes.length).toBeGreaterThan(rules === undefined ? 20 : 0);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical' || impact === 'moderate')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

it.each([1280, 375])('axe finds nothing at %i px, from the first sight to the last, light or dark', async (width) => {
  await using sight = await visit({ bypassCSP: true, viewport: { width, height: 812 }, reducedMotion: 'reduce' });
  const { page } = sight;
  for (const [stage, reach] of Object.entries(STAGES)) {
    await reach(sight);
    expect(await findings(page), stage).toEqual([]);
    // In the dark only the colours are others.
    await page.emulateMedia({ colorScheme: 'dark' });
    expect(await findings(page, ['color-contrast']), `${stage}, dark`).toEqual([]);
    await page.emulateMedia({ colorScheme: 'light' });
  }
});

it('fits 375 px at every stage: nothing is wider than the phone', async () => {
  await using sight = await visit({ viewport: { width: 375, height: 812 }, hasTouch: true, isMobile: true });
  for (const [stage, reach] of Object.entries(STAGES)) {
    await reach(sight);
    const wide = await sight.page.evaluate(() => document.documentElement.scrollWidth);
    expect(wide, stage).toBeLessThanOrEqual(375);
  }
  const small = await sight.page.evaluate(() =>
    [...document.querySelectorAll('button, a, select, input:not([type=radio], [type=checkbox])')]
      .filter((control) => control.checkVisibility() && control.getBoundingClientRect().height < 36)
      .map((control) => control.outerHTML),
  );
  expect(small).toEqual([]);
});

it('on a phone, what was called makes room for the question, and a reload keeps it so', async () => {
  await using sight = await visit({ viewport: { width: 375, height: 812 } });
  const { page, question } = sight;
  await STAGES['a question']?.(sight);
  const isInSight = async (): Promise<boolean> => {
    const box = await question.getByRole('heading').first().boundingBox();
    return box !== null && box.y >= 0 && box.y < 812;
  };
  expect(await page.locator('.menu').getAttribute('open')).toBeNull();
  await expect.poll(isInSight).toBe(true);
  await page.reload();
  await question.waitFor();
  await expect.poll(isInSight).toBe(true);
});

it.each([375, 1280])('names without end and many calls leave everything in its place, at %i px', async (width) => {
  const endless = 'W'.repeat(300);
  const server = new McpServer({ name: endless, title: endless, version: endless });
  server.registerTool(endless, { title: endless, description: endless }, () => text(`${endless}\n`.repeat(50)));
  const context = { viewport: { width, height: 812 } };
  await using sight = await open({ target: { target: () => server }, browser, context });
  const { page } = sight;
  const boxes = async (css: string) =>
    Promise.all(
      (await page.locator(css).all()).map((one) => one.evaluate((element) => element.getClientRects().length)),
    );
  await page.evaluate(async (name) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ kind: 'tool', name, args: {} });
    for (let calls = 0; calls < 12; calls += 1) await fetch('api/call', { method: 'POST', headers, body });
  }, endless);
  await expect.poll(() => page.locator('.chip').count()).toBe(12);
  expect(new Set(await boxes('.chip .time'))).toEqual(new Set([1]));
  expect((await page.locator('.calls').boundingBox())?.height).toBeLessThan(240);
  const said = page.locator('.ending > .said');
  expect((await said.boundingBox())?.height).toBeLessThan(500);
  await said.focus();
  await page.keyboard.press('End');
  await expect.poll(() => said.evaluate((element) => element.scrollTop)).toBeGreaterThan(0);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
});

it('is light or dark as the system is', async () => {
  const backs: string[] = [];
  await using sight = await visit({});
  for (const colorScheme of ['light', 'dark'] as const) {
    await sight.page.emulateMedia({ colorScheme });
    backs.push(await sight.page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(backs).toEqual(['rgb(244, 245, 247)', 'rgb(18, 21, 27)']);
});

it('moves nothing for whoever asked for less motion', async () => {
  const animations: string[] = [];
  await using sight = await visit({});
  await STAGES['a question']?.(sight);
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await sight.page.emulateMedia({ reducedMotion });
    animations.push(
      await sight.page
        .locator('.arrow')
        .first()
        .evaluate((arrow) => getComputedStyle(arrow).animationName),
    );
  }
  expect(animations).toEqual(['appear', 'none']);
});

it.each([
  ['pt-BR', 'Chamar', 'support-desk pergunta'],
  ['es-419', 'Llamar', 'support-desk pregunta'],
  ['de-DE', 'Call', 'support-desk asks'],
])('speaks the language of the browser: %s', async (locale, button, heading) => {
  await using sight = await visit({ locale });
  const { page, question } = sight;
  await page.locator('.call-form').getByRole('button', { name: button, exact: true }).waitFor();
  await call(page, 'escalate_ticket', { ticketId: 'T-1' });
  await question.getByRole('heading', { name: heading }).waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe(locale === 'de-DE' ? 'en' : locale.slice(0, 2));
});

it('has landmarks, one main heading, and reads a new question out', async () => {
  await using sight = await visit({});
  const { page } = sight;
  await STAGES['a question']?.(sight);
  for (const role of ['banner', 'main', 'complementary', 'navigation'] as const) {
    expect(await page.getByRole(role).count(), role).toBe(1);
  }
  expect(await page.getByRole('heading', { level: 1 }).count()).toBe(1);
  expect(await page.locator('[aria-live=polite]').textContent()).toBe(
    'support-desk asks: Escalate T-1042: what is going on?',
  );
  expect(await page.title()).toBe('? Question · support-desk · Vuelta');
});
