import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { ERRORS } from '../../src/errors.js';

it('docs/reference/errors.md has one heading a code, in the order of the table, with its next step', async () => {
  const page = await readFile('docs/reference/errors.md', 'utf8');
  const headings = [...page.matchAll(/^### `(\w+)`$/gmu)].map(([, code]) => code);
  expect(headings).toEqual(Object.keys(ERRORS));
  for (const [code, { next, what }] of Object.entries(ERRORS)) {
    const section = (page.split(`### \`${code}\`\n`)[1]?.split(/^##/mu)[0] ?? '').replaceAll(/\s+/gu, ' ');
    expect(section, code).toContain(`Next: **${next}**`);
    expect(section, code).toContain(what);
  }
});
