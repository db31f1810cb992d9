import { readFile, stat } from 'node:fs/promises';
import { expect, it } from 'vitest';

const ROOT = [
  'VueltaError',
  'acceptedContent',
  'createVuelta',
  'fail',
  'inputRequired',
  'inputResponse',
  'isInputRequiredResult',
  'memoryStore',
  'text',
];
const STATE = [
  'DEFAULT_CLOCK_SKEW_SECONDS',
  'DEFAULT_MAX_STATE_BYTES',
  'DEFAULT_TTL_SECONDS',
  'StateRejection',
  'createStateCodec',
];

const FORM = ['FormError', 'adviseForm', 'checkContent', 'fillDefaults', 'lintForm', 'parseText', 'toForm'];

const CLIENT = [
  'ANSWER_FILE_SCHEMA',
  'accept',
  'answers',
  'autonomous',
  'cancel',
  'chain',
  'connect',
  'decline',
  'parseAnswerFile',
  'portAnswers',
  'readAnswerFile',
  'readText',
  'scriptedAnswers',
  'terminal',
  'text',
];
const CONTRACT = [
  'CATALOGUE',
  'ContractError',
  'checkServer',
  'contractTests',
  'defineContract',
  'discoverCases',
  'failures',
  'findCheck',
  'formatRecording',
  'parseRecording',
  'readRecording',
  'recordCall',
  'replayCall',
];

it.each([
  ['vuelta', ROOT],
  ['vuelta/state', STATE],
  ['vuelta/store', ['memoryStore']],
  ['vuelta/store/sqlite', ['sqliteStore']],
  ['vuelta/store/redis', ['redisStore']],
  ['vuelta/form', FORM],
  ['vuelta/client', CLIENT],
  ['vuelta/contract', CONTRACT],
  ['vuelta/errors', ['ERRORS', 'VueltaError']],
])('%s exports exactly its documented names', async (entry, names) => {
  expect(Object.keys((await import(entry)) as object).sort()).toEqual(names);
});

it('every entry of the exports map has a built file and its types', async () => {
  const { exports } = JSON.parse(await readFile('package.json', 'utf8')) as {
    exports: Record<string, string | { types: string; default: string }>;
  };
  for (const entry of Object.values(exports)) {
    for (const file of typeof entry === 'string' ? [entry] : Object.values(entry)) {
      await expect(readFile(file, 'utf8')).resolves.not.toBe('');
    }
  }
});

it('the built command can be run, as npm links it into a clone', async () => {
  const { mode } = await stat('dist/cli/main.js');
  expect(mode & 0o111).toBe(0o111);
});
