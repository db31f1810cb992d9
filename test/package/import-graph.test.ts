import { readFile } from 'node:fs/promises';
import { dirname, relative, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const DIST = resolve(import.meta.dirname, '../../dist');
const SRC = resolve(import.meta.dirname, '../../src');
const STATIC_IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gmu;

/** What a built entry loads when it is imported: files, the sources that are in them by their maps, and packages. */
async function graphOf(entry: string): Promise<{ files: string[]; folders: string[]; packages: string[] }> {
  const files = new Set<string>();
  const sources = new Set<string>();
  const packages = new Set<string>();
  const queue = [resolve(DIST, entry)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const source of await sourcesOf(file)) sources.add(source);
    for (const [, specifier = ''] of (await readFile(file, 'utf8')).matchAll(STATIC_IMPORT)) {
      if (specifier.startsWith('.')) queue.push(resolve(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files: [...files], folders: foldersOf([...sources]), packages: [...packages] };
}

async function sourcesOf(file: string): Promise<string[]> {
  const { sources } = JSON.parse(await readFile(`${file}.map`, 'utf8')) as { sources: string[] };
  return sources.map((source) => relative(SRC, resolve(dirname(file), source)));
}

const foldersOf = (sources: string[]): string[] =>
  [...new Set(sources.filter((source) => source.includes('/')).map((source) => source.split('/')[0] ?? ''))].sort();

describe('the built import graph', () => {
  it('the root entry reaches only what a server author pays for, and loads only the SDK server', async () => {
    const { folders: reached, packages } = await graphOf('index.js');
    expect(reached).toEqual(['ask', 'form', 'guard', 'protocol', 'state', 'store']);
    expect(packages).toEqual(['@modelcontextprotocol/server']);
  });

  it('the root entry is a handful of files: each costs an import a visit of the loader', async () => {
    expect((await graphOf('index.js')).files.length).toBeLessThanOrEqual(12);
  });

  it('two entries share one instance of what both have', async () => {
    const [root, { VueltaError }, { memoryStore }, { FormError }] = await Promise.all([
      import('vuelta'),
      import('vuelta/errors'),
      import('vuelta/store'),
      import('vuelta/form'),
    ]);
    expect(root).toMatchObject({ VueltaError, memoryStore });
    expect(FormError.prototype).toBeInstanceOf(root.VueltaError);
  });

  it.each([
    ['state/index.js', ['state']],
    ['store/index.js', ['store']],
    ['form/index.js', ['form']],
    ['errors.js', []],
  ])('%s stands alone and loads no package', async (entry, folders) => {
    const { folders: reached, packages } = await graphOf(entry);
    expect(reached).toEqual(folders);
    expect(packages).toEqual([]);
  });

  it.each([
    ['store/sqlite.js', []],
    ['store/redis.js', ['node:crypto']],
  ])('%s loads no driver', async (entry, expected) => {
    const { folders: reached, packages } = await graphOf(entry);
    expect(reached).toEqual(['store']);
    expect(packages).toEqual(expected);
  });

  it('the harness reaches no guard, ask, state or store: it drives any server', async () => {
    const { folders: reached } = await graphOf('client/index.js');
    expect(reached).toEqual(['client', 'form', 'protocol', 'shown']);
  });

  it('the contract library reaches the harness and forms, and no terminal or YAML library', async () => {
    const { folders: reached, packages } = await graphOf('contract/index.js');
    expect(reached).toEqual(['client', 'contract', 'form', 'protocol', 'recording', 'shown']);
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['@modelcontextprotocol/client']);
  });

  it('the command line loads neither the SDK nor a prompt before it knows the command', async () => {
    const { packages } = await graphOf('cli/main.js');
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['commander']);
  });
});
