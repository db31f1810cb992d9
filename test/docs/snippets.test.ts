import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { fencedBlocks, regionOf } from './blocks.js';

const REPO = resolve(import.meta.dirname, '../..');
const CODE = new Set(['ts', 'js', 'mjs', 'tsx', 'typescript', 'javascript']);
const OTHER = new Set(['mts', 'sh', 'json', 'jsonc', 'text', 'powershell', 'http', 'yaml', 'console', 'bat']);

async function pages(): Promise<string[]> {
  const docs = await readdir(join(REPO, 'docs'), { recursive: true });
  return [
    'README.md',
    'README.es.md',
    'kit/README.md',
    ...docs.filter((page) => page.endsWith('.md')).map((page) => join('docs', page)),
  ];
}

describe.each(await pages())('%s', async (page) => {
  const text = await readFile(join(REPO, page), 'utf8');
  const blocks = fencedBlocks(text);

  it('every code block is taken from a file that the tests compile or run', async () => {
    for (const { language, file, region, line, text: shown } of blocks) {
      expect([...CODE, ...OTHER], `${page}:${line} names its language`).toContain(language);
      if (!CODE.has(language) && file === undefined) continue;
      expect(file, `${page}:${line} names its source with file=`).toBeDefined();
      const source = regionOf(await readFile(join(REPO, file ?? ''), 'utf8'), region);
      expect(shown.trimEnd(), `${page}:${line} is ${file}#${region}`).toBe(source?.trimEnd());
    }
  });

  it('every JSON block parses', () => {
    for (const block of blocks.filter(({ language }) => language === 'json')) {
      expect(() => JSON.parse(block.text) as unknown, `${page}:${block.line}`).not.toThrow();
    }
  });

  it('every npm script and kit file that a shell block names exists', async () => {
    const { scripts } = JSON.parse(await readFile(join(REPO, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    for (const block of blocks.filter(({ language }) => language === 'sh')) {
      for (const [, script = ''] of block.text.matchAll(/npm run ([\w:-]+)/gu))
        expect(Object.keys(scripts), `${page}:${block.line}`).toContain(script);
      for (const [, file = ''] of block.text.matchAll(/(?<![\w/])(kit\/[\w./-]+\.mjs)/gu))
        expect(existsSync(join(REPO, file)), `${page}:${block.line} ${file}`).toBe(true);
    }
  });

  it('every relative link leads to a file', () => {
    for (const [, target = ''] of text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/gu)) {
      expect(existsSync(join(REPO, dirname(page), target)), `${page} links to ${target}`).toBe(true);
    }
  });
});
