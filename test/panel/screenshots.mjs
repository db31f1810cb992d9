/** Takes the pictures of docs/guides/panel.md: node test/panel/screenshots.mjs, after npm run build. */
import '../services/leash.mjs';
import { stat } from 'node:fs/promises';
import { createServer } from '../../kit/mesa-de-ayuda.mjs';
import { servePanel } from '../../dist/panel/index.js';
import { launch } from '../services/chromium.mjs';

const LABEL = 'kit/mesa-de-ayuda.mjs';
const MAX_BYTES = 150_000;

const SHOTS = {
  'docs/guides/panel-desktop.png': { viewport: { width: 1240, height: 866 }, locale: 'en-GB' },
  'docs/guides/panel-phone.png': { viewport: { width: 375, height: 955 }, deviceScaleFactor: 1.25, locale: 'en-GB' },
};

/** Up to the escalation form, half filled in. */
async function fillIn(page) {
  await page.locator('.call-form').getByLabel('ticketId').fill('T-1042');
  await page.keyboard.press('Enter');
  const question = page.locator('.question');
  await question.getByRole('radio', { name: 'P2 Major feature broken' }).check();
  await question.getByRole('radio', { name: 'login' }).check();
  await question.getByLabel('Affected customers').fill('37');
  await question.getByLabel('Customer email').fill('ana@example.com');
  await page.locator('.arrow').nth(2).waitFor();
}

async function shoot(browser, path, options) {
  const panel = await servePanel({ open: () => ({ target: createServer }), label: LABEL });
  const context = await browser.newContext({ reducedMotion: 'reduce', ...options });
  try {
    const page = await context.newPage();
    await page.goto(panel.url);
    await fillIn(page);
    await page.evaluate(() => {
      document.activeElement?.blur();
      const isNarrow = innerWidth < 600;
      scrollTo(0, isNarrow ? document.querySelector('.calls').getBoundingClientRect().top + scrollY - 12 : 0);
    });
    await page.screenshot({ path: new URL(`../../${path}`, import.meta.url).pathname });
  } finally {
    await context.close();
    await panel.close();
  }
  const { size } = await stat(new URL(`../../${path}`, import.meta.url));
  console.log(`${path}: ${Math.round(size / 1000)} kB`);
  if (size > MAX_BYTES) throw new Error(`${path} is larger than ${MAX_BYTES} bytes.`);
}

const browser = await launch();
try {
  for (const [path, options] of Object.entries(SHOTS)) await shoot(browser, path, options);
} finally {
  await browser.close();
}
