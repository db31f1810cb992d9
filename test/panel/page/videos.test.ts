import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { kit } from '../kit.js';
import { call, launch, open, pick, press, type Sight } from './chrome.js';

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

/** The browser of somebody who speaks Spanish. */
async function ask(): Promise<Sight> {
  const target = await kit('buscador-videos.mjs');
  const sight = await open({ target: { target }, browser, context: { locale: 'es-MX' } });
  await call(sight.page, 'search-videos', { query: 'gatos' });
  await sight.question.waitFor();
  return sight;
}

describe('the video finder, with the keyboard alone', () => {
  it('F04 shows its defaults and searches by them', async () => {
    await using sight = await ask();
    const { page, question } = sight;
    expect(await page.locator('html').getAttribute('lang')).toBe('es');
    expect(await question.getByLabel('Número de vídeos').inputValue()).toBe('5');
    expect(
      await question.getByRole('radiogroup', { name: 'Idioma' }).getByRole('radio', { checked: true }).count(),
    ).toBe(1);
    await press(page, question.getByRole('button', { name: 'Contestar' }));
    await page.locator('.ending > .said', { hasText: '5 vídeos · Español · Original' }).waitFor();
    const arrows = await page.locator('.arrow').allTextContents();
    expect(arrows.map((arrow) => arrow.replace(/ [\d.,]+ m?s$/u, '')).slice(-2)).toEqual([
      expect.stringMatching(/^De Cliente a Servidor: tools\/call otra vez: respuestas \S+, estado$/u),
      'De Servidor a Cliente: Resultado',
    ]);
  });

  it('searches by what was chosen', async () => {
    await using sight = await ask();
    const { page, question } = sight;
    await pick(page, question.getByRole('radiogroup', { name: 'Idioma' }), 'Francés');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('2.0');
    await pick(page, question.getByRole('radiogroup', { name: '¿Traducido u original?' }), 'Traducido');
    await press(page, question.getByRole('button', { name: 'Contestar' }));
    await page.locator('.ending > .said', { hasText: '2 vídeos · Francés · Traducido' }).waitFor();
  });

  it('says why a number is not taken, in Spanish and beside it', async () => {
    await using sight = await ask();
    const { page, question } = sight;
    const number = question.getByLabel('Número de vídeos');
    await number.fill('11');
    await press(page, question.getByRole('button', { name: 'Contestar' }));
    await question
      .getByText('puede ser como máximo 10')
      .or(question.getByText('tiene que ser como máximo 10'))
      .waitFor();
    expect(await number.getAttribute('aria-invalid')).toBe('true');
    expect(await number.evaluate((element) => element === document.activeElement)).toBe(true);
  });

  it('after a no it searches all the same, after a cancel it does not', async () => {
    await using no = await ask();
    await press(no.page, no.question.getByRole('button', { name: 'Rechazar' }));
    await no.page.locator('.ending > .said', { hasText: 'No has indicado preferencias' }).waitFor();
    await using gone = await ask();
    await press(gone.page, gone.question.getByRole('button', { name: 'Cancelar' }));
    await gone.page.locator('.ending > .said', { hasText: 'no se ha hecho nada' }).waitFor();
  });
});
