import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kit } from '../kit.js';
import { call, launch, open, press, type Sight } from './chrome.js';

const AXE = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

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

async function findings(page: Page): Promise<string[]> {
  await page.evaluate(AXE);
  const { violations, passes } = await page.evaluate(() =>
    (globalThis as unknown as { axe: { run: () => Promise<AxeResults> } }).axe.run(),
  );
  expect(passes.length).toBeGreaterThan(20);
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical' || impact === 'moderate')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join('\n')}`);
}

describe.each(['light', 'dark'] as const)('in %s', (colorScheme) => {
  it.each([1280, 375])('axe finds nothing at %i px, from the first sight to the last', async (width) => {
    await using sight = await visit({
      bypassCSP: true,
      colorScheme,
      viewport: { width, height: 812 },
      reducedMotion: 'reduce',
    });
    for (const [stage, reach] of Object.entries(STAGES)) {
      await reach(sight);
      expect(await findings(sight.page), stage).toEqual([]);
    }
  });
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

it('is light or dark as the system is', async () => {
  const backs: string[] = [];
  for (const colorScheme of ['light', 'dark'] as const) {
    await using sight = await visit({ colorScheme });
    backs.push(await sight.page.evaluate(() => getComputedStyle(document.body).backgroundColor));
  }
  expect(backs).toEqual(['rgb(244, 245, 247)', 'rgb(18, 21, 27)']);
});

it('moves nothing for whoever asked for less motion', async () => {
  const animations: string[] = [];
  for (const reducedMotion of ['no-preference', 'reduce'] as const) {
    await using sight = await visit({ reducedMotion });
    await STAGES['a question']?.(sight);
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
