import { McpServer } from '@modelcontextprotocol/server';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as z from 'zod';
import { text } from '../../../src/index.js';
import { kit } from '../kit.js';
import { call, launch, open, pick, press, type Sight, tabTo, typeInto } from './chrome.js';

function createServer(): McpServer {
  const server = new McpServer({ name: 'many', version: '1' });
  for (let at = 0; at < 12; at += 1) {
    const annotations =
      at === 0 ? { readOnlyHint: true } : at === 1 ? { destructiveHint: true, readOnlyHint: false } : {};
    server.registerTool(`tool-${at}`, { annotations, inputSchema: z.object({ id: z.string() }) }, ({ id }) => text(id));
  }
  return server;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

const visit = (): Promise<Sight> => open({ target: { target: createServer }, browser });

async function choose({ page }: Sight, name: string): Promise<void> {
  await tabTo(page, page.locator('.entry', { hasText: name }).first());
  await page.keyboard.press('Enter');
}

describe('what can be called', () => {
  it('says which tools only read and which destroy', async () => {
    await using sight = await visit();
    const entries = await sight.page.locator('.entry').allTextContents();
    expect(entries.slice(0, 3)).toEqual(['tool-0read-only', 'tool-1destructive', 'tool-2']);
  });

  it('a long list can be filtered', async () => {
    await using sight = await visit();
    const { page } = sight;
    await typeInto(page, page.getByRole('searchbox', { name: 'Filter' }), 'OL-1');
    await expect.poll(() => page.locator('.entry').count()).toBe(3);
    await page.keyboard.type('1');
    await expect.poll(() => page.locator('.entry').allTextContents()).toEqual(['tool-11']);
    await call(page, 'tool-11', { id: 'eleven' });
    await page.locator('.ending > .said', { hasText: 'eleven' }).waitFor();
  });

  it('going to another tool and connecting again lose nothing that was typed', async () => {
    await using sight = await visit();
    const { page } = sight;
    const id = page.locator('.call-form').getByLabel('id');
    await typeInto(page, id, 'typed');
    await choose(sight, 'tool-5');
    expect(await id.inputValue()).toBe('');
    await page.locator('summary', { hasText: 'What this client is' }).click();
    await press(page, page.getByRole('button', { name: 'Connect again' }));
    await page.locator('.status', { hasText: 'Connecting' }).waitFor({ state: 'hidden' });
    await page.locator('.entry').first().focus();
    await page.keyboard.press('Enter');
    expect(await id.inputValue()).toBe('typed');
  });

  it('a required argument that is missing is said beside it, and nothing is called', async () => {
    await using sight = await visit();
    const { page } = sight;
    await press(page, page.locator('.call-form').getByRole('button'));
    await page.locator('.call-form .field-error', { hasText: 'is required' }).waitFor();
    expect(
      await page
        .locator('.call-form')
        .getByLabel('id')
        .evaluate((input) => input === document.activeElement),
    ).toBe(true);
    expect(await page.locator('.chip').count()).toBe(0);
  });
});

it('a tool whose arguments have names of the caller takes them as JSON', async () => {
  const server = new McpServer({ name: 'map', version: '1' });
  const inputSchema = z.record(z.string(), z.number());
  server.registerTool('map', { inputSchema: inputSchema as unknown as z.ZodObject }, (args) =>
    text(JSON.stringify(args)),
  );
  await using sight = await open({ target: { target: () => server }, browser });
  const { page } = sight;
  await call(page, 'map', { Arguments: '{"a": 1}' });
  await page.locator('.ending > .said', { hasText: '{"a":1}' }).waitFor();
});

it('speaks 2025-11-25 when the person chooses so', async () => {
  const target = await kit('servidor.mjs');
  await using sight = await open({ target: { target }, browser });
  const { page, question } = sight;
  await page.locator('summary', { hasText: 'What this client is' }).click();
  const revision = page.locator('.settings').getByRole('radio', { name: '2026-07-28' });
  await tabTo(page, revision);
  await page.keyboard.press('ArrowDown');
  await press(page, page.getByRole('button', { name: 'Connect again' }));
  await page.locator('.status', { hasText: 'Connecting' }).waitFor({ state: 'hidden' });
  await page.locator('.entry').first().focus();
  await call(page, 'reservar_vaga', { turma_id: 'html-01', email: 'a@b.co' });
  await pick(page, question.getByRole('radiogroup'), 'Yes');
  await page.keyboard.press('Enter');
  await page.locator('.ending > .said', { hasText: 'reservado: html-01 para a@b.co' }).waitFor();
  expect(await page.locator('.now .facts').first().textContent()).toBe('2025-11-25');
  expect(await page.locator('.replay-form').isVisible()).toBe(false);
});
