import { inputRequired, McpServer } from '@modelcontextprotocol/server';
import type { Browser } from 'playwright-core';
import { beforeAll, expect, it } from 'vitest';
import { call, launch, open, press } from './chrome.js';

const requestedSchema = {
  type: 'object',
  properties: {
    nick: { type: ['string', 'null'], title: 'Nick' },
    must: { type: ['integer', 'null'], title: 'Must' },
    size: { type: 'integer', enum: [10, 20], title: 'Size' },
    code: { type: 'string', pattern: '^A', title: 'Code' },
    phone: { type: 'string', format: 'phone', title: 'Phone' },
  },
  required: ['must', 'size', 'code'],
};

/** A server of somebody else: nothing of ours looks at what it asks. */
function createServer(): McpServer {
  const server = new McpServer({ name: 'foreign', version: '1' });
  server.registerTool('ask', {}, async (context) => {
    const responses: unknown = context.mcpReq.inputResponses;
    if (responses !== undefined) return { content: [{ type: 'text', text: JSON.stringify(responses) }] };
    const params = { mode: 'form', message: 'Odd', requestedSchema };
    return inputRequired({ inputRequests: { odd: { method: 'elicitation/create', params } } as never });
  });
  return server;
}

let browser: Browser;
beforeAll(async () => {
  browser = await launch();
});

it('F75 fields of other servers are drawn as what they are, checked, and sent as what they mean', async () => {
  await using sight = await open({ target: { target: createServer }, browser });
  await call(sight.page, 'ask');
  const { question } = sight;
  await question.getByText('not checked here: format phone').waitFor();
  await question.getByRole('radiogroup', { name: 'Size' }).getByRole('radio', { name: '20', exact: true }).check();
  await question.getByLabel('Code').fill('B1');
  const answer = question.getByRole('button', { name: 'Answer' });
  await press(sight.page, answer);
  await question.getByText('must match ^A').waitFor();
  await question.getByLabel('Code').fill('A1');
  await press(sight.page, answer);
  const said = sight.page.locator('.ending > .said');
  await said.waitFor();
  expect(JSON.parse((await said.textContent()) ?? '')).toEqual({
    odd: { action: 'accept', content: { must: null, size: 20, code: 'A1' } },
  });
});
