import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
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

interface Link {
  readonly page: string;
  readonly target: string;
}

const texts = new Map<string, string>();
for (const page of await pages()) texts.set(page, await readFile(join(REPO, page), 'utf8'));

const blocks = [...texts].flatMap(([page, text]) =>
  fencedBlocks(text).map((block) => Object.assign(block, { at: `${page}:${block.line}` })),
);
const code = blocks.filter(({ language, file }) => CODE.has(language) || file !== undefined);
const json = blocks.filter(({ language }) => language === 'json');

/** What matches in the shell blocks, each with its place. */
const inShell = (pattern: RegExp): { at: string; name: string }[] =>
  blocks
    .filter(({ language }) => language === 'sh')
    .flatMap(({ at, text }) => Array.from(text.matchAll(pattern), ([, name = '']) => ({ at, name })));
const scripts = inShell(/npm run ([\w:-]+)/gu);
const files = inShell(/(?<![\w/])(kit\/[\w./-]+\.mjs)/gu);

const links: Link[] = [...texts].flatMap(([page, text]) =>
  Array.from(text.matchAll(/\]\((?!https?:|#|mailto:)([^)#\s]+)(?:#[^)]*)?\)/gu), ([, target = '']) => ({
    page,
    target,
  })),
);

it('there is something to look at of each kind', () => {
  const found = { code, json, scripts, files, links };
  expect(Object.entries(found).filter(([, list]) => list.length === 0)).toEqual([]);
});

it('every code block names a language that is known', () => {
  const unknown = blocks.filter(({ language }) => !CODE.has(language) && !OTHER.has(language));
  expect(unknown.map(({ at, language }) => `${at} ${language}`)).toEqual([]);
});

it.each(code)('$at is taken from a file that the tests compile or run', async ({ at, file, region, text }) => {
  expect(file, `${at} names its source with file=`).toBeDefined();
  const source = regionOf(await readFile(join(REPO, file ?? ''), 'utf8'), region);
  expect(text.trimEnd(), `${at} is ${file}#${region}`).toBe(source?.trimEnd());
});

it.each(json)('$at is JSON', ({ text }) => {
  expect(() => JSON.parse(text) as unknown).not.toThrow();
});

it('every npm script that a shell block names exists', async () => {
  const manifest = JSON.parse(await readFile(join(REPO, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>;
  };
  expect(scripts.filter(({ name }) => !(name in manifest.scripts))).toEqual([]);
});

it('every file of the kit that a shell block names exists', () => {
  expect(files.filter(({ name }) => !existsSync(join(REPO, name)))).toEqual([]);
});

it('every relative link leads to a file', () => {
  expect(links.filter(({ page, target }) => !existsSync(join(REPO, dirname(page), target)))).toEqual([]);
});
