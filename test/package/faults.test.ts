import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const TESTS = resolve(import.meta.dirname, '..');
const ROW = /^\| (?<code>F\d{2,3}) +\| (?<rule>.+?\.) +\| (?<files>`.+`) +\|$/gmu;
const CODE = /\bF\d{2,3}\b/gu;

const rows = [...readFileSync(join(TESTS, 'FAULTS.md'), 'utf8').matchAll(ROW)].map(({ groups }) => ({
  code: groups?.['code'] ?? '',
  files: (groups?.['files'] ?? '').split(', ').map((file) => file.slice(1, -1)),
}));

/** The codes that a file names. */
const codesIn = (file: string): Set<string> => new Set(readFileSync(join(TESTS, file), 'utf8').match(CODE) ?? []);

const sources = readdirSync(TESTS, { recursive: true, encoding: 'utf8' }).filter(
  (name) => name.endsWith('.ts') && !name.startsWith('world'),
);

/** Where a name of the list is: the tests of that name, or what they share. */
const fileOf = (name: string): string =>
  existsSync(join(TESTS, `${name}.test.ts`)) ? `${name}.test.ts` : `${name}.ts`;

it('every code that a test names is in the list, once, and every code of the list is named by a test', () => {
  const used = new Set<string>();
  for (const file of sources) for (const code of codesIn(file)) used.add(code);
  expect(rows.map(({ code }) => code).sort()).toEqual([...used].sort());
});

it('every file that the list names for a code names that code', () => {
  const wrong = rows.flatMap(({ code, files }) => files.filter((name) => !codesIn(fileOf(name)).has(code)));
  expect(rows.length).toBeGreaterThan(0);
  expect(wrong).toEqual([]);
});
