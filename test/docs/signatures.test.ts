import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { declarationsIn } from './declarations.mjs';
import { PAGES, withSignatures } from './signatures.mjs';

describe('signatures', () => {
  it.each(Object.keys(PAGES))('%s has them as built; after a change, run npm run docs:signatures', async (page) => {
    const text = await readFile(page, 'utf8');
    expect(text).toBe(await withSignatures(page, text));
  });

  it('the reference has every export of every entry, with all overloads', async () => {
    const api = await readFile('docs/reference/api.md', 'utf8');
    const signatures = api.split('\n## Signatures\n')[1] ?? '';
    for (const name of ['createVuelta', 'Asks', 'Endings', 'FormAsk', 'Policy', 'RoundsToolConfig', 'VueltaEvent'])
      expect(signatures).toContain(`### \`${name}\`\n`);
    expect(signatures.match(/^  form</gmu)).toHaveLength(2);
    expect(signatures.match(/^  attach\(/gmu)).toHaveLength(2);
    const { exports } = JSON.parse(await readFile('package.json', 'utf8')) as {
      exports: Record<string, string | { types: string }>;
    };
    const entries = Object.values(exports).flatMap((entry) =>
      typeof entry === 'string' ? [] : [entry.types.slice(2)],
    );
    // The errors have a page of their own, with a heading for each code.
    expect(entries.filter((entry) => !Object.values(PAGES).flat().includes(entry))).toEqual(['dist/errors.d.ts']);
  });

  it('a declaration ends where its statement ends, and overloads are one', () => {
    const text = `/** Two. */
export type Two = /** a */ {
    a: '}';
}
/** b */
 | (One & {
    b: 1;
});
export declare function both(a: string): void;
export declare function both(a: number): void;
interface Hidden {
}
`;
    const found = declarationsIn(text, true);
    expect(found.map(({ name, comment }) => [name, comment])).toEqual([
      ['Two', 'Two.'],
      ['both', ''],
    ]);
    expect(found[0]?.code).toMatch(/b: 1;\n\}\);$/u);
    expect(found[1]?.code.split('\n')).toHaveLength(2);
  });
});
