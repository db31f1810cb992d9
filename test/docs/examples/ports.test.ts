import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { PassThrough } from 'node:stream';
import { createVuelta, text as result } from 'vuelta';
import { expect, it } from 'vitest';
import { cancel, connect, decline, portAnswers, terminal, readText } from 'vuelta/client';
import { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { fencedBlocks } from '../blocks.js';
import { createServer } from './first-tool.js';
import { alone, chatPort, fileThenPerson } from './ports.js';

it('guides/ports: a file, then a person', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'vuelta-ports-'));
  const path = join(folder, 'answers.yaml');
  await writeFile(path, 'answers: { confirm: { action: accept, content: { confirm: true } } }\n');
  const port = await fileThenPerson(path);
  await using harness = await connect(createServer, { capabilities: port.capabilities });
  const outcome = await harness.call('book', { email: 'a@b.co' }, { answers: portAnswers(port) });
  expect(readText(outcome)).toMatch(/^booked place \d for a@b\.co$/u);
  await port.close?.();
  await rm(folder, { recursive: true });
});

it('guides/ports: nobody', async () => {
  expect(await alone(createServer)).toMatchObject({
    kind: 'capability',
    requiredCapabilities: { elicitation: { form: {} } },
  });
});

it.each([
  ['yes', /^booked place/u],
  ['no', /^Nothing was booked/u],
  ['closed', /^Nothing was booked/u],
] as const)('guides/ports: a port of your own, answered with %s', async (said, expected) => {
  const shown: string[] = [];
  const port = chatPort({
    ask: async (question) => {
      shown.push(question);
      return said;
    },
  });
  await using harness = await connect(createServer, { capabilities: port.capabilities });
  const outcome = await harness.call('book', { email: 'a@b.co' }, { answers: portAnswers(port) });
  expect(readText(outcome)).toMatch(expected);
  expect(shown).toEqual(['classes asks, in book: Book 1 place for a@b.co?']);
  expect(outcome.rounds[0]?.answers['confirm']?.action).toBe(
    { yes: 'accept', no: decline().action, closed: cancel().action }[said],
  );
});

const vuelta = createVuelta({ keys: `k1:${Buffer.alloc(32, 7).toString('base64url')}` });

function classes(): McpServer {
  const server = new McpServer({ name: 'classes', version: '1.0.0' });
  const schema = z.object({
    day: z.enum(['monday', 'friday']).meta({ title: 'Day' }),
    seats: z.int().min(1).max(4).default(1).meta({ title: 'Seats' }),
  });
  vuelta.attach(server).tool('book', { inputSchema: z.object({}) }, async (_args, ask) => {
    return result(JSON.stringify(await ask.form('when', { message: 'When do you want to come?', schema })));
  });
  return server;
}

it('guides/ports: the session on the page is what a terminal shows', async () => {
  const input = new PassThrough();
  const output = new PassThrough();
  let shown = '';
  output.on('data', (chunk: Buffer) => {
    shown += chunk.toString();
  });
  input.write('\nfriday\nmany\n\n');
  await using harness = await connect(classes);
  const outcome = await harness.call('book', {}, { answers: portAnswers(terminal({ input, output, lang: 'en' })) });
  expect(readText(outcome)).toBe('{"action":"accept","content":{"day":"friday","seats":1}}');

  const page = await readFile(resolve(import.meta.dirname, '../../../docs/guides/ports.md'), 'utf8');
  const session = fencedBlocks(page).find(({ language }) => language === 'text')?.text ?? '';
  const trim = (text: string): string[] => text.split('\n').map((line) => line.trimEnd());
  const typed = session.replaceAll(/^> .*$/gmu, '>');
  expect(trim(typed).filter((line) => line !== '')).toEqual(trim(shown).filter((line) => line !== ''));
});
