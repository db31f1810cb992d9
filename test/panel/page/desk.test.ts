import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { kit } from '../kit.js';
import { call, launch, open, pick, press, type Sight, tabTo, typeInto } from './chrome.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

async function escalate(): Promise<Sight> {
  const target = await kit('mesa-de-ayuda.mjs');
  const sight = await open({ target: { target }, browser });
  await call(sight.page, 'escalate_ticket', { ticketId: 'T-1042' });
  await sight.question.waitFor();
  return sight;
}

const answer = ({ question }: Sight) => question.getByRole('button', { name: 'Answer' });

describe('the support desk, with the keyboard alone', () => {
  it('escalates with defaults for what was left alone', async () => {
    await using sight = await escalate();
    const { page, question } = sight;
    await pick(page, question.getByRole('radiogroup', { name: 'Priority' }), 'P1 Service down');
    await pick(page, question.getByRole('radiogroup', { name: 'Area' }), 'login');
    await press(page, answer(sight));
    await page.locator('.ending > .said', { hasText: 'Escalated T-1042 as p1 in login.' }).waitFor();
    await tabTo(page, page.locator('.entry', { hasText: 'show_ticket' }), 'Shift+Tab');
    await call(page, 'show_ticket', { ticketId: 'T-1042' });
    const shown = page.locator('.ending', { hasText: 'affectedCustomers' });
    await shown.waitFor();
    expect(await shown.textContent()).toMatch(/"affectedCustomers":1\b.*"outage":false/u);
  });

  it('refuses a mistyped address beside its field and keeps everything else', async () => {
    await using sight = await escalate();
    const { page, question } = sight;
    await pick(page, question.getByRole('radiogroup', { name: 'Priority' }), 'P3 Minor issue');
    await pick(page, question.getByRole('radiogroup', { name: 'Area' }), 'api');
    await typeInto(page, question.getByLabel('Customer email'), 'ana@');
    await press(page, answer(sight));
    await question.getByText('must be an email address, like name@example.com').waitFor();
    const email = question.getByLabel('Customer email');
    expect(await email.inputValue()).toBe('ana@');
    expect(await email.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.type('example.com');
    await page.keyboard.press('Enter');
    await page.locator('.ending > .said', { hasText: 'Escalated T-1042 as p3 in api.' }).waitFor();
  });

  it('a click lands although leaving the field shows an error', async () => {
    await using sight = await escalate();
    const { question } = sight;
    await question.getByLabel('Customer email').fill('ana@');
    await answer(sight).click();
    await question.getByText('3 fields need another look.').waitFor();
  });

  it('Esc loses nothing', async () => {
    await using sight = await escalate();
    const { page, question } = sight;
    await typeInto(page, question.getByLabel('Affected customers'), '77');
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    expect(await question.getByLabel('Affected customers').inputValue()).toBe('77');
    expect(await question.count()).toBe(1);
  });

  it('a question that waits is still there after a reload, and in a second tab', async () => {
    await using sight = await escalate();
    const { page, question, context } = sight;
    await page.reload();
    await question.waitFor();
    expect(await question.locator('.message').textContent()).toBe('Escalate T-1042: what is going on?');
    expect(await page.locator('.first .raw').textContent()).toContain('"resultType": "input_required"');
    const second = await context.newPage();
    await second.goto(page.url());
    await press(second, second.locator('.question').getByRole('button', { name: 'Decline' }));
    await second.getByText('The agent chose not to escalate T-1042. The ticket is unchanged.').first().waitFor();
    await page.locator('.ending > .said', { hasText: 'The agent chose not to escalate' }).waitFor();
    expect(await question.count()).toBe(0);
  });

  it('what is half typed outlives whatever else happens', async () => {
    await using sight = await escalate();
    const { page, question, context } = sight;
    const email = question.getByLabel('Customer email');
    await typeInto(page, email, 'ana@exa');
    const second = await context.newPage();
    await second.goto(page.url());
    await call(second, 'escalate_ticket', { ticketId: 'T-2' });
    await page.locator('.chip').nth(1).waitFor();
    expect(await email.inputValue()).toBe('ana@exa');
    expect(await email.evaluate((element) => element === document.activeElement)).toBe(true);
    expect(await question.locator('.message').textContent()).toContain('T-1042');
  });
});
