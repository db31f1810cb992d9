import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { EXIT } from '../../src/cli/exit.js';
import { CATALOGUE } from '../../src/contract/index.js';
import { PAGE, renderChecks } from './checks.mjs';

it('docs/reference/checks.md is what the catalogue says; after a change, run npm run docs:checks', async () => {
  const page = await readFile(PAGE, 'utf8');
  expect(page).toBe(await renderChecks(CATALOGUE));
  const headings = [...page.matchAll(/^### `(?<id>[\w.-]+)`$/gmu)].map(({ groups }) => groups?.['id']);
  expect(headings).toEqual(CATALOGUE.map(({ id }) => id));
});

it('docs/reference/exit-codes.md has every exit code', async () => {
  const page = await readFile('docs/reference/exit-codes.md', 'utf8');
  const table = page.split(/^## /mu)[0] ?? '';
  const codes = [...table.matchAll(/^\| +(?<code>\d+) +\|/gmu)].map(({ groups }) => Number(groups?.['code']));
  expect(codes).toEqual(Object.values(EXIT));
});
