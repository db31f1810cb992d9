import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const ROOT = resolve(import.meta.dirname, '../..');
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const filesIn = (folder: string): string[] =>
  readdirSync(join(ROOT, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && name !== 'invariants.test.ts')
    .map((name) => read(join(folder, name)));

const rules = [...read('src/ask/INVARIANTS.md').matchAll(/^- \*\*A(\d+)\. /gmu)].map(([, number]) => Number(number));
const citedIn = (files: readonly string[]): number[] => {
  const numbers = files.flatMap((file) => [...file.matchAll(/\bA(\d+)\b/gu)].map(([, number]) => Number(number)));
  return [...new Set(numbers)].toSorted((a, b) => a - b);
};

it('the invariants are numbered in order, and the code and the tests cite all of them and no other', () => {
  expect(rules.length).toBeGreaterThan(20);
  expect(rules).toEqual(rules.map((_, index) => index + 1));
  expect(citedIn(filesIn('src/ask'))).toEqual(rules);
  expect(citedIn([...filesIn('test/ask'), ...filesIn('test/guard')])).toEqual(rules);
});

it('every number in the code has a few words beside it', () => {
  const bare = filesIn('src/ask').flatMap((file) => file.match(/\bA\d+\b(?!: \p{L})[^\n]{0,40}/gu) ?? []);
  expect(bare).toEqual([]);
});
