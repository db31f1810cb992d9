import { randomBytes } from 'node:crypto';
import { McpServer } from '@modelcontextprotocol/server';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { accept, type Answers, cancel, decline } from '../../src/client/index.js';
import { checkServer } from '../../src/contract/index.js';
import { createVuelta, text } from '../../src/index.js';

const vuelta = createVuelta({ keys: `k:${randomBytes(32).toString('base64url')}` });

/** Books with a yes; the newsletter is a matter of taste. */
function createServer(): McpServer {
  const server = new McpServer({ name: 'late', version: '1.0.0' });
  vuelta.attach(server).tool('book', { inputSchema: z.object({}) }, async (_args, ask) => {
    const { confirmed } = await ask.confirm('book', 'Book the room?');
    if (!confirmed) return text('Goodbye.');
    const news = await ask.confirm('news', 'Send you the newsletter?');
    return news.confirmed ? text('Booked, and the newsletter comes.') : text('Booked.');
  });
  return server;
}

/** Says the same whatever was answered. */
function indifferent(): McpServer {
  const server = new McpServer({ name: 'late', version: '1.0.0' });
  vuelta.attach(server).tool('book', { inputSchema: z.object({}) }, async (_args, ask) => {
    const { confirmed } = await ask.confirm('book', 'Book the room?');
    if (confirmed) await ask.confirm('news', 'Send you the newsletter?');
    return text('Goodbye.');
  });
  return server;
}

const check = async (answers: Answers, ...only: readonly string[]) => {
  const { results } = await checkServer({ target: createServer, cases: [{ tool: 'book', answers }], only });
  return results.map(({ id, status, message }) => `${id} ${status} ${message}`.trim());
};

const WHY = "not testable: the case's answers decline; give those with which the call does what it is for";

it.each([decline(), cancel()])('a case whose answers say no is not testable: %o', async (no) => {
  expect(await check({ book: no }, 'answers.decline', 'answers.cancel', 'rounds.result-type')).toEqual([
    `rounds.result-type not-testable ${WHY}`,
    `answers.decline not-testable ${WHY}`,
    `answers.cancel not-testable ${WHY}`,
  ]);
});

it('a case that says no to a part only is judged by the rest', async () => {
  const answers = { book: accept({ book: true }), news: decline() };
  expect(await check(answers, 'answers.decline', 'answers.cancel')).toEqual([
    'answers.decline pass',
    'answers.cancel pass',
  ]);
});

it('a case of which nobody can tell where its own no led is not testable', async () => {
  const { results } = await checkServer({
    target: indifferent,
    cases: [{ tool: 'book', answers: { book: accept({ book: true }), news: decline() } }],
    only: ['answers.decline'],
  });
  expect(results.map(({ message }) => message)).toEqual([WHY]);
});
