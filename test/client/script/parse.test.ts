import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AnswerFile, parseAnswerFile, readAnswerFile, scriptedAnswers } from '../../../src/client/index.js';
import { failure } from './failure.js';

const CANARY = 'rosebud-4711';

const YAML = `
answers:
  - match: { key: reason, round: 1, tool: cancel }
    answer: { action: accept, content: { reason: plans } }
  - match:
      message: { pattern: '^Pay \\d+' }
    answer: decline
    times: any
`;

const WANTED: AnswerFile = {
  answers: [
    {
      match: { key: 'reason', round: 1, tool: 'cancel' },
      answer: { action: 'accept', content: { reason: 'plans' } },
    },
    { match: { message: { pattern: String.raw`^Pay \d+` } }, answer: 'decline', times: 'any' },
  ],
};

describe('parseAnswerFile', () => {
  it('reads YAML and JSON, told or guessed', async () => {
    const json = JSON.stringify(WANTED);
    expect(await parseAnswerFile(YAML)).toEqual(WANTED);
    expect(await parseAnswerFile(YAML, { format: 'yaml' })).toEqual(WANTED);
    expect(await parseAnswerFile(json)).toEqual(WANTED);
    expect(await parseAnswerFile(json, { format: 'json' })).toEqual(WANTED);
    expect(await parseAnswerFile(`\ufeff${json}`)).toEqual(WANTED);
    expect(await parseAnswerFile('{answers: {a: decline}}')).toEqual({ answers: { a: 'decline' } });
    expect((await failure(parseAnswerFile(YAML, { format: 'json' }))).message).toContain('not valid JSON');
  });

  it('refuses wrong arguments', async () => {
    await expect(parseAnswerFile(undefined as never)).rejects.toThrow(TypeError);
    await expect(parseAnswerFile('{}', { format: 'toml' as never })).rejects.toThrow(RangeError);
  });

  it.each([
    ['', 'it must be a map with answers'],
    ['{}', 'at answers: it is missing'],
    ['answers: 7', 'line 1, at answers: it must be a list of entries, or a map of answers by key'],
    ['answers: []\nanswer: []', 'line 2, at answer: it is not known; allowed here: answers, $schema'],
    ['answers:\n  - decline', 'line 2, at answers[0]: it must be a map with match and answer'],
    ['answers:\n  - match: {}', 'line 2, at answers[0].answer: it is missing'],
    ['answers:\n  - answer: decline\n    times: 0', 'line 3, at answers[0].times: it must be a whole number from 1'],
    ['answers:\n  - match: { kee: a }\n    answer: decline', 'line 2, at answers[0].match.kee: it is not known'],
    ['answers:\n  - match: { round: 0 }\n    answer: decline', 'line 2, at answers[0].match.round: '],
    ['answers:\n  - match: { key: 7 }\n    answer: decline', 'line 2, at answers[0].match.key: it must be a text'],
    [
      'answers:\n  - match: { message: { pattern: "(" } }\n    answer: decline',
      'match.message.pattern: it is not a valid',
    ],
    [`answers:\n  - match: { message: { pattern: "${'a'.repeat(501)}" } }\n    answer: decline`, '1 to 500 characters'],
    ['answers:\n  a: yes please', "line 2, at answers.a: it must be 'accept', 'decline', 'cancel', or a map"],
    ['answers:\n  a: { content: { x: 1 } }', 'line 2, at answers.a: it must be'],
    ['answers:\n  a: { action: decline, content: {} }', 'line 2, at answers.a: it has members that are not known'],
    [
      'answers:\n  a:\n    action: accept\n    content: { x: { y: 1 } }',
      'line 4, at answers.a.content.x: a value must be',
    ],
    ['answers:\n  a: { action: accept, content: { x: .nan } }', 'at answers.a.content.x: a value must be'],
    ['answers:\n  a: { wait: -1, answer: decline }', 'at answers.a.wait: it must be a whole number of milliseconds'],
    ['answers:\n  a: { wait: 5 }', 'line 2, at answers.a.answer: it is missing'],
    ['answers:\n  a: { fail: "" }', 'at answers.a.fail: it must be a text'],
    ['answers:\n  a: { result: 7 }', 'at answers.a.result: it must be a map'],
    ['answers: [\n  {', 'line 2: it is not valid YAML'],
    ['answers:\n  a: decline\n  a: cancel', 'line 3: it is not valid YAML (duplicate key)'],
    ['answers: !run x', 'line 1: it is not valid YAML (tag resolve failed)'],
    ['answers: *nobody', 'it is not valid YAML'],
    [`{"answers":\n {"a": "${CANARY}"}}`, 'at answers.a: it must be'],
    [`{"answers":\n {"a": "${CANARY}" 5}}`, 'line 2: it is not valid YAML'],
  ])('refuses %j, and says where', async (text, where) => {
    const { code, message } = await failure(parseAnswerFile(text));
    expect(code).toBe('answer_file_invalid');
    expect(message).toContain(where);
  });

  it('says the line of broken JSON', async () => {
    const { message } = await failure(parseAnswerFile(`{"answers":\n{"a" "${CANARY}"}}`, { format: 'json' }));
    expect(message).toBe('The answer file cannot be used. answer file, line 2: it is not valid JSON.');
  });

  it('never repeats a value, wherever it was put', async () => {
    const places = [
      CANARY,
      `"${CANARY}`,
      `answers: ${CANARY}`,
      `answers: { a: ${CANARY} }`,
      `answers: { a: { ${CANARY}: 1 } }`,
      `answers: { a: { action: ${CANARY} } }`,
      `answers: { a: { action: accept, content: ${CANARY} } }`,
      `answers: { a: { action: accept, content: { x: { y: ${CANARY} } } } }`,
      `answers: { a: { action: accept, contents: { x: ${CANARY} } } }`,
      `answers: { a: { wait: ${CANARY}, answer: ${CANARY} } }`,
      `answers: { a: { result: ${CANARY} } }`,
      `answers: [{ answer: { action: accept, content: { x: ${CANARY} } }, times: ${CANARY} }]`,
      `answers: { a: !tag ${CANARY} }`,
      `answers: { a: *${CANARY} }`,
      `{"answers": {"a": {"action": "accept", "content": {"x": "${CANARY}"}}`,
      `{"answers": {"a": "${CANARY}" "${CANARY}"}}`,
    ];
    for (const text of places) {
      for (const format of [undefined, 'json', 'yaml'] as const) {
        const { code, message } = await failure(parseAnswerFile(text, format && { format }));
        expect(code, text).toBe('answer_file_invalid');
        expect(message, text).not.toContain(CANARY);
      }
    }
  });

  it('survives what is made to hurt a parser', async () => {
    const bomb = Array.from({ length: 9 }, (_, i) => `a${i}: &a${i} [${`*a${i - 1},`.repeat(9)}]`);
    const hostile = [
      '['.repeat(50_000),
      `{"a":`.repeat(50_000),
      `a: &a-1 [1]\n${bomb.join('\n')}`,
      'x'.repeat(2_000_000),
    ];
    for (const text of hostile) expect((await failure(parseAnswerFile(text))).code).toBe('answer_file_invalid');
  });

  it('F34 keeps __proto__ an ordinary key', async () => {
    const file = await parseAnswerFile('answers: { __proto__: { action: accept, content: { __proto__: x } } }');
    expect(Object.keys(file.answers)).toEqual(['__proto__']);
    expect(({} as { action?: unknown }).action).toBeUndefined();
  });
});

describe('readAnswerFile', () => {
  let folder: string;
  const write = async (name: string, text: string): Promise<string> => {
    const path = join(folder, name);
    await writeFile(path, text);
    return path;
  };
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vuelta-answers-'));
  });
  afterAll(() => rm(folder, { recursive: true }));

  it('goes by the extension, else by the text', async () => {
    for (const name of ['a.yaml', 'a.yml', 'a', 'a.txt']) {
      expect(await readAnswerFile(await write(name, YAML))).toEqual(WANTED);
    }
    expect(await readAnswerFile(await write('a.json', JSON.stringify(WANTED)))).toEqual(WANTED);
    expect((await failure(readAnswerFile(await write('b.json', YAML)))).message).toContain('not valid JSON');
  });

  it('names the file and the line', async () => {
    const path = await write('bad.yaml', 'answers:\n  a: what');
    expect((await failure(readAnswerFile(path))).message).toContain(`${path}, line 2, at answers.a: `);
    const missing = join(folder, 'none.yaml');
    const { code, message } = await failure(readAnswerFile(missing));
    expect([code, message]).toEqual(['answer_file_invalid', `The answer file ${missing} cannot be read: ENOENT.`]);
  });

  it('gives later errors the line of the entry', async () => {
    const path = await write('late.yaml', 'answers:\n  - match: { key: a }\n    answer: decline\n');
    const { code, message } = await failure(async () => scriptedAnswers(await readAnswerFile(path)).finish());
    expect(code).toBe('answer_unused');
    expect(message).toContain(`answers[0] (line 2, key 'a') of ${path}`);
  });
});
