import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

it('docs/reference/client.md has every symbol that vuelta/client exports', async () => {
  const [page, source] = await Promise.all([
    readFile('docs/reference/client.md', 'utf8'),
    readFile('src/client/index.ts', 'utf8'),
  ]);
  const lists = [...source.matchAll(/^export (?:type )?\{(?<names>[^}]*)\}/gmu)];
  const names = lists.flatMap(({ groups }) => groups?.['names']?.match(/\w+/gu) ?? []);
  expect(names.length).toBeGreaterThan(40);
  const code = [...page.matchAll(/`[^`\n]+`/gu)].join(' ');
  expect(names.filter((name) => !new RegExp(String.raw`\b${name}\b`, 'u').test(code))).toEqual([]);
});
