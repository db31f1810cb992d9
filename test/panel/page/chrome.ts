import {
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Locator,
  type Page,
} from 'playwright-core';
import type { OpenedServer } from '../../../src/contract/case/opened-server.js';
import { expect } from 'vitest';
import { launch as chromium } from '../../services/chromium.mjs';
import { type Panel, type PanelOptions, servePanel } from '../../../src/panel/index.js';

let shared: Promise<Browser> | undefined;

/** The browser of this process. Each page has a context of its own, so nothing is shared but the time to start; it ends with the process. */
export const launch = (): Promise<Browser> => (shared ??= chromium());

/** A page on which a panel is open. */
export interface Sight extends AsyncDisposable {
  readonly page: Page;
  readonly context: BrowserContext;
  readonly panel: Panel;
  /** What the browser complained about: errors of scripts, what the content policy refused, files that are not there. */
  readonly faults: readonly string[];
  /** The question that waits. */
  readonly question: Locator;
}

export interface Opening {
  readonly target: OpenedServer;
  readonly browser: Browser;
  readonly context?: BrowserContextOptions;
  readonly panel?: Partial<PanelOptions>;
}

function watch(page: Page): readonly string[] {
  const faults: string[] = [];
  page.on('pageerror', ({ message }) => faults.push(message));
  page.on('console', (message) => {
    const { url } = message.location();
    // An answer that is refused is a 400, about which the browser writes a line.
    const isExpected = /status of 400/u.test(message.text());
    if (message.type() === 'error' && !isExpected) faults.push(`${message.text()} (${url})`);
  });
  page.on('dialog', (dialog) => {
    faults.push(`a dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  return faults;
}

/** Opens the panel of a server in a browser of its own. Whatever the browser complains about fails the test. */
export async function open({ target, browser, context: options, panel: more }: Opening): Promise<Sight> {
  const panel = await servePanel({ open: () => target, label: 'a server', ...more });
  const context = await browser.newContext({ locale: 'en-GB', viewport: { width: 1280, height: 900 }, ...options });
  context.setDefaultTimeout(8_000);
  const page = await context.newPage();
  const faults = watch(page);
  await page.goto(panel.url);
  await page.locator('.call-form').waitFor();
  return {
    page,
    context,
    panel,
    faults,
    question: page.locator('.question'),
    async [Symbol.asyncDispose]() {
      await context.close();
      await panel.close();
      // A soft one does not hide what else the test failed of.
      if (faults.length > 0) expect.soft(faults, 'what the browser complained about').toEqual([]);
    },
  };
}

const hasFocus = (locator: Locator): Promise<boolean> =>
  locator.evaluate((element) => element === document.activeElement);

/** Presses of Tab that cannot be too many, guessed from what the page has; to look after each one takes most of the time. */
const surePresses = (locator: Locator, key: 'Tab' | 'Shift+Tab'): Promise<number> =>
  locator.evaluate((target, isBack) => {
    const stops = 'a[href], button, input:not([type=radio]), select, textarea, summary, [tabindex="0"]';
    const isBetween = (element: Element, from: Node, to: Node): boolean =>
      (element.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_PRECEDING) !== 0 &&
      (element.compareDocumentPosition(to) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const { activeElement } = document;
    if (activeElement === null || activeElement === document.body) return 0;
    const [from, to] = isBack ? [target, activeElement] : [activeElement, target];
    const passed = [...document.querySelectorAll(stops)].filter(
      (element) => element.checkVisibility() && !element.matches(':disabled') && isBetween(element, from, to),
    );
    return passed.length;
  }, key === 'Shift+Tab');

/** Presses Tab until something has the focus; fails when the keyboard does not get there. */
export async function tabTo(page: Page, locator: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await locator.waitFor();
  const sure = await surePresses(locator, key);
  for (let presses = 0; presses < sure; presses += 1) await page.keyboard.press(key);
  for (let presses = 0; presses < 80; presses += 1) {
    if (await hasFocus(locator)) return;
    await page.keyboard.press(key);
  }
  throw new Error(`${key} never got to ${String(locator)}.`);
}

/** Tabs to a field and types into it, in place of what was there. */
export async function typeInto(page: Page, locator: Locator, typed: string): Promise<void> {
  await tabTo(page, locator);
  await page.keyboard.press('Control+A');
  await page.keyboard.press('Delete');
  await page.keyboard.type(typed);
}

/** Tabs to a group of radios and chooses one of them with the arrows. */
export async function pick(page: Page, group: Locator, name: string): Promise<void> {
  const radios = group.getByRole('radio');
  const wanted = group.getByRole('radio', { name, exact: true });
  await wanted.waitFor();
  for (let presses = 0; presses < 80; presses += 1) {
    const isIn = await group.evaluate((element) => element.contains(document.activeElement));
    if (isIn) break;
    await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Space');
  for (let presses = 0; presses <= (await radios.count()); presses += 1) {
    if (await wanted.isChecked()) return;
    await page.keyboard.press('ArrowDown');
  }
  throw new Error(`The arrows never chose ${name}.`);
}

/** Chooses what to call, fills in texts, and calls it: all of it with keys. */
export async function call(page: Page, name: string, args: Readonly<Record<string, string>> = {}): Promise<void> {
  const entry = page.locator('.entry', { hasText: name });
  await tabTo(page, entry);
  await page.keyboard.press('Enter');
  const form = page.locator('.call-form');
  for (const [label, value] of Object.entries(args)) await typeInto(page, form.getByLabel(label), value);
  await tabTo(page, form.getByRole('button'));
  await page.keyboard.press('Enter');
}

/** Tabs to a button and presses it. */
export async function press(page: Page, button: Locator): Promise<void> {
  await tabTo(page, button);
  await page.keyboard.press('Enter');
}
