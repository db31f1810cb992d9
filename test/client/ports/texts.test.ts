import { readFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { langOf, LANGS, reasonIn, textsIn } from '../../../src/client/ports/texts/index.js';
import { type FormProperty, checkContent, parseText } from '../../../src/form/index.js';

const FORM = resolve(import.meta.dirname, '../../../src/form');
/** Where the form library words why a value does not fit. */
const WORDING = ['value.ts', 'formats.ts', 'read-text.ts', 'check.ts'];
const REASON = /(['`])((?:must |each choice |is required|cannot be )(?:(?!\1).)*)\1/gu;

/** The reasons that the source has, with `listed(…)` and `count(…)` as they can come out. */
async function wordings(): Promise<string[]> {
  const sources = await Promise.all(WORDING.map((file) => readFile(resolve(FORM, file), 'utf8')));
  const found = sources.flatMap((source) => Array.from(source.matchAll(REASON), ([, , text = '']) => text));
  return found.flatMap((text) => {
    const nouns = text.replaceAll(/\$\{count\([^,]+, '(\w+)'\)\}/gu, '3 $1s');
    const lists = nouns.includes('${listed') ? ['must be one of: a, b', 'must be one of the 30 options'] : [''];
    return lists.map((list) => nouns.replaceAll(/\$\{listed\([^}]+\}/gu, list).replaceAll(/\$\{[^}]+\}/gu, '7'));
  });
}

const refusals = (property: FormProperty, ...texts: string[]): string[] =>
  texts.flatMap((text) => {
    const parsed = parseText(property, text);
    return parsed.ok ? [] : [parsed.message];
  });

/** What people are told when they type these. */
const TOLD = [
  ...refusals(
    { type: 'integer', minimum: 1, maximum: 9 },
    '42xyz',
    '0',
    '10',
    '9007199254740993',
    '1.000',
    '1.000.000',
  ),
  ...refusals({ type: 'number', minimum: 0.5, maximum: 2.5 }, 'x', '0', '3'),
  ...refusals({ type: 'boolean' }, 'perhaps'),
  ...refusals({ type: 'string', minLength: 1, maxLength: 1 }, '', 'ab', 'x'.repeat(70_000)),
  ...refusals({ type: 'string', minLength: 2, maxLength: 3 }, 'a', 'abcd'),
  ...(['email', 'uri', 'date', 'date-time'] as const).flatMap((format) => refusals({ type: 'string', format }, 'no')),
  ...refusals({ type: 'string', enum: ['a', 'b'] }, 'c'),
  ...refusals({ type: 'string', enum: Array.from({ length: 30 }, (_item, at) => `o${at}`) }, 'c'),
  ...refusals(
    { type: 'array', items: { type: 'string', enum: ['a', 'b', 'c'] }, minItems: 2, maxItems: 2 },
    'a',
    'a,a',
    'a,b,c',
    'x',
  ),
  ...refusals({ type: 'object' } as unknown as FormProperty, 'x'),
];

describe('the messages of the form library', () => {
  it.each(['es', 'pt'] as const)('none is left in English in %s', async (lang) => {
    const messages = new Set([...(await wordings()), ...TOLD]);
    expect(messages.size).toBeGreaterThan(25);
    const left = [...messages].filter((message) => reasonIn(lang, message) === message);
    expect(left).toEqual([]);
  });

  it('numbers and options stay', () => {
    expect(reasonIn('es', 'must be at most 9')).toBe('tiene que ser como máximo 9');
    expect(reasonIn('pt', 'must have at least 1 character')).toBe('precisa ter pelo menos 1 caractere');
    expect(reasonIn('es', 'must be one of: a, b\nc')).toBe('tiene que ser una de: a, b\nc');
  });

  it('a message that nobody knows stays as it is', () => {
    expect(LANGS.map((lang) => reasonIn(lang, 'is odd'))).toEqual(['is odd', 'is odd', 'is odd']);
  });

  it('a person is told yes or no, not true or false', () => {
    const outcome = checkContent({ type: 'object', properties: { a: { type: 'boolean' } } }, { a: 'x' });
    expect(outcome.ok ? '' : reasonIn('en', outcome.issues[0]?.message ?? '')).toBe('must be yes or no');
  });
});

describe('the language', () => {
  it.each([
    [{ LC_ALL: 'pt_BR.UTF-8', LANG: 'es_ES' }, 'pt'],
    [{ LC_ALL: '', LC_MESSAGES: 'es', LANG: 'en_US' }, 'es'],
    [{ LANG: 'es_MX.UTF-8' }, 'es'],
    [{ LANG: 'ES' }, 'es'],
    [{ LANG: 'C.UTF-8' }, 'en'],
    [{ LANG: 'POSIX' }, 'en'],
    [{ LANG: 'est_EE' }, 'en'],
    [{ LANG: 'de_DE' }, 'en'],
    [{}, 'en'],
  ])('%j is %s', (env, lang) => {
    expect(langOf(env)).toBe(lang);
  });

  it('no text is the same in another language, but for what is', () => {
    const same = new Set(['no', 'lang']);
    for (const lang of ['es', 'pt'] as const) {
      for (const [name, text] of Object.entries(textsIn(lang))) {
        if (typeof text === 'string' && !same.has(name)) expect(text, name).not.toBe(Reflect.get(textsIn('en'), name));
      }
    }
  });
});
