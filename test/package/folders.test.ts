import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';

const REPO = resolve(import.meta.dirname, '../..');
const foldersIn = (place: string): string[] =>
  readdirSync(join(REPO, place), { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : []));

it('every folder of src has one of tests, and every folder of tests says what is where', () => {
  const tests = foldersIn('test');
  expect(tests).toEqual(expect.arrayContaining(foldersIn('src')));
  expect(tests.filter((name) => !existsSync(join(REPO, 'test', name, 'README.md')))).toEqual([]);
});
