import { join } from 'node:path';
import { expect, it } from 'vitest';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { ANSWER_FILE_SCHEMA, connect, parseAnswerFile, readAnswerFile, scriptedAnswers, readText } from 'vuelta/client';
import { createServer } from './multi-step.js';

const file = (name: string): string => join(import.meta.dirname, name);

it('answers from a file', async () => {
  const path = file('answers.yaml');
  // #region call
  const answers = scriptedAnswers(await readAnswerFile(path));
  await using harness = await connect(createServer);
  const outcome = await harness.call('buy', { item: 'lamp' }, { answers });
  answers.finish(); // throws when an entry was not used
  // #endregion
  expect(readText(outcome)).toMatch(/^bought: lamp, receipt-\d$/u);
});

it('answers by key', async () => {
  const answers = scriptedAnswers(await readAnswerFile(file('answers-by-key.yaml')));
  await using harness = await connect(createServer);
  expect(readText(await harness.call('buy', { item: 'lamp' }, { answers }))).toBe('Nothing was bought.');
  answers.finish();
});

it('waits, and fails', async () => {
  const answers = scriptedAnswers(await readAnswerFile(file('answers-slow.yaml')));
  await using harness = await connect(createServer);
  const call = harness.call('buy', { item: 'lamp' }, { answers });
  await expect(call).rejects.toMatchObject({ code: 'answer_failed', message: /line 6.*: the terminal was closed$/u });
});

it('says what was there', async () => {
  const answers = scriptedAnswers(await parseAnswerFile('answers: { adress: decline }'));
  await using harness = await connect(createServer);
  await expect(harness.call('buy', { item: 'lamp' }, { answers })).rejects.toThrow(
    `Nothing in answer file answers 'address' (form) "Where shall "lamp" go?", fields: street (string, required), ` +
      `city (string, required) in round 1 of 'buy'. It has: answers.adress (line 1, key 'adress'). ` +
      'Add an entry for it, or set loose (--loose).',
  );
});

it.each(['answers.yaml', 'answers-by-key.yaml', 'answers-slow.yaml'])('the schema allows %s', async (name) => {
  const validate = new Ajv2020({ strict: false, validateFormats: false }).compile(ANSWER_FILE_SCHEMA);
  expect(validate(await readAnswerFile(file(name)))).toBe(true);
});
