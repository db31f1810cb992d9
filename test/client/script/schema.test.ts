import { readFile } from 'node:fs/promises';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { ANSWER_FILE_SCHEMA, parseAnswerFile } from '../../../src/client/index.js';

const validate = new Ajv2020({ strict: true, allowUnionTypes: true, formats: { regex: true } }).compile(
  ANSWER_FILE_SCHEMA,
);

const accepted = { action: 'accept', content: { text: 'a', number: 1.5, yes: true, several: ['a', 'b'] } };

const GOOD: unknown[] = [
  { answers: [] },
  { answers: {} },
  { answers: { a: { action: 'accept', content: { x: null, y: [1, true, 'z'] } } } },
  { $schema: './answer-file.schema.json', answers: { a: 'accept', b: 'decline', c: 'cancel', d: accepted } },
  { answers: [{ answer: accepted }, { match: {}, answer: { action: 'cancel' }, times: 'any' }] },
  { answers: [{ match: { key: 'k', message: 'm', field: 'f', round: 2, tool: 't' }, answer: 'accept', times: 3 }] },
  { answers: [{ match: { message: { pattern: '^a+$' } }, answer: { action: 'accept' } }] },
  { answers: { a: { wait: 0, answer: { wait: 86_400_000, answer: accepted } }, b: { fail: 'gone' } } },
  { answers: { a: { result: { role: 'assistant', model: 'm', content: { type: 'text', text: 'x' } } } } },
];

const answer = (value: unknown): unknown => ({ answers: { a: value } });
const entry = (value: unknown): unknown => ({ answers: [value] });

const BAD: unknown[] = [
  null,
  [],
  'x',
  {},
  { answers: null },
  { answers: 'x' },
  { $schema: 7, answers: [] },
  { answers: [], more: 1 },
  ...[null, 7, 'reject', [], {}, { action: 'reject' }, { action: 'decline', content: {} }, { content: {} }].map(answer),
  ...[
    { action: 'accept', content: [] },
    { action: 'accept', content: { x: {} } },
    { action: 'accept', x: 1 },
  ].map(answer),
  ...[
    { action: 'accept', content: { x: { y: 1 } } },
    { action: 'accept', content: { x: [null] } },
  ].map(answer),
  ...[{ wait: 5 }, { wait: 1.5, answer: 'accept' }, { wait: 86_400_001, answer: 'accept' }].map(answer),
  ...[
    { wait: -1, answer: 'accept' },
    { wait: '5', answer: 'accept' },
    { wait: 1, answer: 'accept', x: 1 },
  ].map(answer),
  ...[{ fail: '' }, { fail: 1 }, { fail: 'a', x: 1 }, { result: 1 }, { result: {}, x: 1 }].map(answer),
  JSON.parse('{"answers":{"__proto__":7}}'),
  JSON.parse('{"answers":{"a":{"action":"accept","content":{"__proto__":{}}}}}'),
  ...[
    { action: 'accept', fail: 'x' },
    { wait: 1, answer: 'reject' },
  ].map(answer),
  ...['decline', {}, { match: {} }, { answer: 'accept', x: 1 }, { answer: 'accept', times: 0 }].map(entry),
  ...[
    { answer: 'accept', times: 'all' },
    { answer: 'accept', times: 1.5 },
    { match: [], answer: 'accept' },
  ].map(entry),
  ...[{ x: 1 }, { key: '' }, { key: 1 }, { message: '' }, { message: 1 }, { message: {} }, { field: '' }].map((match) =>
    entry({ match, answer: 'accept' }),
  ),
  ...[{ round: 0 }, { round: '1' }, { tool: '' }, { message: { pattern: '' } }].map((match) =>
    entry({ match, answer: 'accept' }),
  ),
  ...[{ message: { pattern: 'a'.repeat(501) } }, { message: { pattern: 'a', flags: 'i' } }].map((match) =>
    entry({ match, answer: 'accept' }),
  ),
];

/** An answer after this many waits. */
const after = (waits: number): string =>
  `{"answers":{"a":${'{"wait":0,"answer":'.repeat(waits)}"accept"${'}'.repeat(waits)}}}`;

it('waits stand in one another eight times and no more, however deep they go', async () => {
  await expect(parseAnswerFile(after(8))).resolves.toBeDefined();
  for (const waits of [9, 20_000]) {
    await expect(parseAnswerFile(after(waits), { format: 'json' })).rejects.toThrow(
      'at answers.a: it waits more than 8 times.',
    );
  }
});

it('leaves the registry of zod to the application', () => {
  expect(z.toJSONSchema(z.globalRegistry).schemas).toEqual({});
});

describe('ANSWER_FILE_SCHEMA', () => {
  it('is the published file, which `npm run docs:fill` writes', async () => {
    const file = await readFile('docs/reference/answer-file.schema.json', 'utf8');
    expect(JSON.parse(file)).toEqual(ANSWER_FILE_SCHEMA);
  });

  it.each(GOOD.map((file) => JSON.stringify(file)))('allows %s, and so does the reader', async (text) => {
    expect(validate(JSON.parse(text)), JSON.stringify(validate.errors)).toBe(true);
    await expect(parseAnswerFile(text, { format: 'json' })).resolves.toEqual(JSON.parse(text));
  });

  it.each(BAD.map((file) => JSON.stringify(file)))('refuses %s, and so does the reader', async (text) => {
    expect(validate(JSON.parse(text))).toBe(false);
    await expect(parseAnswerFile(text, { format: 'json' })).rejects.toMatchObject({ code: 'answer_file_invalid' });
  });
});
