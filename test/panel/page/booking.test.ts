import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { kit } from '../kit.js';
import { call, launch, open, pick, press, type Sight, tabTo } from './chrome.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

const ARGS = { turma_id: 'html-01', email: 'aluno@exemplo.com' };

async function start(): Promise<Sight> {
  const target = await kit('servidor.mjs');
  return open({ target: { target }, browser });
}

const focusedText = ({ page }: Sight): Promise<string> =>
  page.evaluate(() => document.activeElement?.textContent ?? '');

describe('the course kit, with the keyboard alone', () => {
  it('books after a yes', async () => {
    await using sight = await start();
    const { page, question } = sight;
    await call(page, 'reservar_vaga', ARGS);
    await question.waitFor();
    expect(await question.getByRole('heading').textContent()).toBe('turmas asks');
    expect(await question.locator('.message').textContent()).toBe(
      'Reservar 1 vaga em "HTML semântico para agentes" para aluno@exemplo.com?',
    );
    // The question has the focus, and nothing is chosen yet.
    expect(await focusedText(sight)).toBe('turmas asks');
    expect(await question.getByRole('radio', { checked: true }).count()).toBe(0);
    await pick(page, question.getByRole('radiogroup'), 'Yes');
    await press(page, question.getByRole('button', { name: 'Answer' }));
    await page
      .locator('.ending > .said', { hasText: 'reservado: html-01 para aluno@exemplo.com (restam 2)' })
      .waitFor();
    expect(await question.count()).toBe(0);
    // The focus has gone from the question to how the call stands.
    expect(await focusedText(sight)).toBe('reservar_vaga');
  });

  it('asks again beside the field when nothing was chosen, and sends nothing', async () => {
    await using sight = await start();
    const { page, question } = sight;
    await call(page, 'reservar_vaga', ARGS);
    await press(page, question.getByRole('button', { name: 'Answer' }));
    const group = question.getByRole('radiogroup');
    await question.getByText('is required', { exact: true }).waitFor();
    expect(await group.getAttribute('aria-invalid')).toBe('true');
    const described = (await group.getAttribute('aria-describedby')) ?? '';
    expect(
      await page
        .locator(
          described
            .split(' ')
            .map((id) => `#${id}`)
            .join(', '),
        )
        .allTextContents(),
    ).toContain('is required');
    expect(await group.evaluate((element) => element.contains(document.activeElement))).toBe(true);
    expect(await page.locator('.arrow').count()).toBe(3);
  });

  it.each([
    ['Decline', 'decline'],
    ['Cancel', 'cancel'],
  ])('F25 %s reaches the server as %s', async (name, action) => {
    await using sight = await start();
    const { page, question } = sight;
    await call(page, 'reservar_vaga', ARGS);
    await press(page, question.getByRole('button', { name, exact: true }));
    await page.getByText('reserva cancelada pelo usuário').first().waitFor();
    await page.getByText('Result that says it failed (isError)').waitFor();
    expect(await page.locator('.arrows').textContent()).toContain(`confirmar: ${action}`);
  });

  it('a no is no booking', async () => {
    await using sight = await start();
    const { page, question } = sight;
    await call(page, 'reservar_vaga', ARGS);
    await pick(page, question.getByRole('radiogroup'), 'No');
    await page.keyboard.press('Enter');
    await page.locator('.ending > .said', { hasText: 'reserva cancelada pelo usuário' }).waitFor();
  });

  it('shows -32021 and what is missing when the client declares nothing', async () => {
    await using sight = await start();
    const { page } = sight;
    await tabTo(page, page.locator('summary', { hasText: 'What this client is' }));
    await page.keyboard.press('Enter');
    const settings = page.locator('.settings');
    for (const name of ['show forms', 'show addresses']) {
      await tabTo(page, settings.getByRole('checkbox', { name }));
      await page.keyboard.press('Space');
    }
    await press(page, settings.getByRole('button'));
    await page.getByText('Connecting to the server').waitFor({ state: 'hidden' });
    await tabTo(page, page.locator('.entry').first(), 'Shift+Tab');
    await call(page, 'reservar_vaga', ARGS);
    const ending = page.locator('.ending');
    await ending.waitFor();
    expect(await ending.locator('.verdict').textContent()).toContain('-32021');
    expect(await ending.locator('.missing').textContent()).toBe('Missing: elicitation.form');
  });
});
