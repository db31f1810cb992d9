import { McpServer } from '@modelcontextprotocol/server';
import type { Browser } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import { createVuelta, text } from '../../../src/index.js';
import { call, launch, open, press } from './chrome.js';

const vuelta = createVuelta({ keys: `k:${Buffer.alloc(32, 7).toString('base64url')}` });
const END = 'and your account is deleted.';

function createServer(message: string) {
  return (): McpServer => {
    const server = new McpServer({ name: 'small-print', version: '1' });
    vuelta.attach(server).tool('agree', {}, async (_args, ask) => {
      const schema = { type: 'object' as const, properties: {} };
      return text((await ask.form('terms', { message, schema })).action);
    });
    return server;
  };
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

describe('F78 a question longer than its frame', () => {
  it('has no yes before its end was in sight', async () => {
    await using sight = await open({ target: { target: createServer(`${'line\n'.repeat(200)}${END}`) }, browser });
    await call(sight.page, 'agree');
    const yes = sight.question.getByRole('button', { name: 'Accept' });
    expect(await yes.getAttribute('aria-disabled')).toBe('true');
    await yes.click({ force: true });
    await sight.question.getByText('Read the message to its end first').waitFor();
    await sight.question.locator('form').press('Control+Enter');
    expect(await sight.question.count()).toBe(1);
    await sight.question.locator('.message').evaluate((message) => message.scrollTo(0, message.scrollHeight));
    await expect.poll(() => yes.getAttribute('aria-disabled')).toBeNull();
    await press(sight.page, yes);
    await sight.page.locator('.ending > .said', { hasText: 'accept' }).waitFor();
  });

  it('can be declined at once', async () => {
    await using sight = await open({ target: { target: createServer(`${'line\n'.repeat(200)}${END}`) }, browser });
    await call(sight.page, 'agree');
    await press(sight.page, sight.question.getByRole('button', { name: 'Decline' }));
    await sight.page.locator('.ending > .said', { hasText: 'decline' }).waitFor();
  });

  it('has no yes at all where it has no end here, whatever is sent', async () => {
    await using sight = await open({ target: { target: createServer('line\n'.repeat(3_000)) }, browser });
    await call(sight.page, 'agree');
    await sight.question.getByText('There is no yes to it').waitFor();
    await sight.question.locator('.message').evaluate((message) => message.scrollTo(0, message.scrollHeight));
    const yes = sight.question.getByRole('button', { name: 'Accept' });
    expect(await yes.getAttribute('aria-disabled')).toBe('true');
    await press(sight.page, sight.question.getByRole('button', { name: 'Cancel' }));
    await sight.page.locator('.ending > .said', { hasText: 'cancel' }).waitFor();
  });

  it('a short one has its yes at once', async () => {
    await using sight = await open({ target: { target: createServer('Agree?') }, browser });
    await call(sight.page, 'agree');
    expect(await sight.question.getByRole('button', { name: 'Accept' }).getAttribute('aria-disabled')).toBeNull();
  });
});
