import { describe, expect, it } from 'vitest';
import {
  type Ask,
  type AnswerContext,
  parseAnswerFile,
  readAnswerFile,
  scriptedAnswers,
} from '../../../src/client/index.js';
import { failure } from './failure.js';

const many = (count: number): string[] => Array.from({ length: count }, (_, at) => `key${at}`);
const CANARY = 'rosebud-4711';

describe('F90 a file holds one document', () => {
  it.each([
    [
      'a second document',
      'answers: { pay: decline }\n---\nanswers: { pay: accept }',
      'line 2: it is not valid YAML (multiple docs)',
    ],
    ['an empty one at the end', 'answers: { pay: decline }\n---\n', 'line 2: it is not valid YAML (multiple docs)'],
    ['one behind an end mark', 'answers: { pay: decline }\n...\nanswers: { pay: accept }', 'it is not valid YAML'],
    ['two of JSON', '{"answers":{"pay":"decline"}}\n{"answers":{"pay":"accept"}}', 'it is not valid YAML'],
    [
      'JSON and then YAML',
      '{"answers":{"pay":"decline"}}\n---\nanswers: { pay: accept }',
      'it is not valid YAML (multiple docs)',
    ],
    ['a key twice', 'answers:\n  pay: decline\n  pay: accept', 'line 3: it is not valid YAML (duplicate key)'],
    [
      'a key twice in another writing',
      'answers:\n  "1": decline\n  1: accept',
      'line 3: it is not valid YAML (duplicate key)',
    ],
    [
      'a key twice in JSON',
      '{"answers":{"pay":"decline",\n"p\\u0061y":"accept"}}',
      'it is not valid YAML (duplicate key)',
    ],
    [
      'a merge',
      `answers:\n  a: &a { action: accept, content: { x: ${CANARY} } }\n  <<: { b: *a }`,
      'at answers.<<: it must be',
    ],
    ['an alias of itself', 'answers: &a { b: *a }', ''],
    [
      'aliases that multiply',
      `a: &a [${CANARY}]\n${Array.from('bcdefghij', (name, at) => `${name}: &${name} [${'*X,'.repeat(9).replaceAll('X', 'abcdefghi'[at] ?? 'a')}]`).join('\n')}\nanswers: { x: *j }`,
      'an alias is unknown or too often used',
    ],
  ])('%s is an error', async (_name, text, why) => {
    const { code, message } = await failure(parseAnswerFile(text));
    expect(code).toBe('answer_file_invalid');
    expect(message).toContain(why);
    expect(message).not.toContain(CANARY);
  });

  it.each([
    ['behind', '{"answers":{"pay":"decline"}} x'],
    ['a second one', '{"answers":{"pay":"decline"}}{"answers":{"pay":"accept"}}'],
    ['a name twice', '{"answers":{"pay":"decline"},\n"answers":{"pay":"accept"}}'],
    ['a name twice, escaped', '{"answers":\n{"pay":"decline","p\\u0061y":"accept"}}'],
    ['two byte order marks', '\ufeff\ufeff{"answers":{"pay":"decline"}}'],
  ])('%s in JSON is an error', async (_name, text) => {
    expect((await failure(parseAnswerFile(text, { format: 'json' }))).code).toBe('answer_file_invalid');
  });

  it.each([
    ['marks around the only one', '%YAML 1.2\n---\nanswers: { pay: decline }\n...\n'],
    ['a comment at the end', 'answers: { pay: decline }\n# no more\n'],
    ['a byte order mark', '\ufeffanswers: { pay: decline }'],
    ['one alias', 'answers: { pay: decline, again: &no decline, third: *no }'],
    ['the same name in two objects', '{"answers":{"pay":{"action":"decline"},"again":{"action":"decline"}}}'],
  ])('%s is none', async (_name, text) => {
    expect((await parseAnswerFile(text)).answers).toMatchObject({ pay: expect.anything() });
  });
});

describe('F93 a file of any size is read in bounds', () => {
  it.each([
    [
      'YAML',
      `answers:\n${many(40_000)
        .map((key) => `  ${key}: decline`)
        .join('\n')}`,
    ],
    [
      'YAML in one line',
      `answers: {${many(40_000)
        .map((key) => `${key}: decline`)
        .join(', ')}}`,
    ],
    [
      'a list',
      `answers:\n${many(40_000)
        .map(() => `- answer: decline`)
        .join('\n')}`,
    ],
    ['JSON', JSON.stringify({ answers: Object.fromEntries(many(40_000).map((key) => [key, 'decline'])) })],
    ['JSON, all wrong', JSON.stringify({ answers: Object.fromEntries(many(40_000).map((key) => [key, 7])) })],
    ['characters', `answers: { a: { fail: "${'x'.repeat(1_048_576)}" } }`],
    ['marks', '['.repeat(500_000)],
    ['blank lines', `${'#\n'.repeat(400_000)}answers: { a: decline }`],
  ])('too many: %s', async (_name, text) => {
    const { code, message } = await failure(parseAnswerFile(text));
    expect(code).toBe('answer_file_invalid');
    expect(message).toMatch(/40000 answers, and at most 10000|more than 200000 parts|more than 1048576 characters/u);
  });

  it('a device without an end is read no further', async () => {
    expect((await failure(readAnswerFile('/dev/zero'))).message).toContain('more than 1048576 characters');
  });

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'ten thousand answers are found and named in good time, on %s',
    async (revision) => {
      const file = await parseAnswerFile(
        JSON.stringify({
          answers: Object.fromEntries(many(10_000).map((key) => [key, { action: 'accept', content: { [key]: 'x' } }])),
        }),
      );
      const script = scriptedAnswers(file);
      const ask = {
        key: 'key9999',
        kind: 'form',
        message: 'Which?',
        faults: [],
        server: { name: 's' },
        requestedSchema: { type: 'object', properties: { key9999: { type: 'string' } } },
      } as unknown as Ask;
      const context = { round: 1, revision, target: 'book', signal: new AbortController().signal } as AnswerContext;
      expect(await script(ask, context)).toEqual({ action: 'accept', content: { key9999: 'x' } });
      expect(() => script.finish()).toThrow(/and 9989 more/u);
    },
  );
});
