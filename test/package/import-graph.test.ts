import { readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const DIST = resolve(import.meta.dirname, '../../dist');
const STATIC_IMPORT = /^\s*(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gmu;

/** Every file and package that a built entry loads when it is imported. */
async function graphOf(entry: string): Promise<{ files: string[]; packages: string[] }> {
  const files = new Set<string>();
  const packages = new Set<string>();
  const queue = [resolve(DIST, entry)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    const source = await readFile(file, 'utf8');
    for (const [, specifier = ''] of source.matchAll(STATIC_IMPORT)) {
      if (specifier.startsWith('.')) queue.push(resolve(dirname(file), specifier));
      else packages.add(specifier);
    }
  }
  return { files: [...files].map((file) => file.slice(DIST.length + 1)), packages: [...packages] };
}

const foldersOf = (files: string[]): string[] =>
  [...new Set(files.filter((file) => file.includes('/')).map((file) => file.split('/')[0] ?? ''))].sort();

describe('the built import graph', () => {
  it('the root entry reaches only what a server author pays for, and loads only the SDK server', async () => {
    const { files, packages } = await graphOf('index.js');
    expect(foldersOf(files)).toEqual(['ask', 'form', 'guard', 'state', 'store']);
    expect(packages).toEqual(['@modelcontextprotocol/server']);
  });

  it.each([
    ['state/index.js', ['state']],
    ['store/index.js', ['store']],
    ['form/index.js', ['form']],
    ['errors.js', []],
  ])('%s stands alone and loads no package', async (entry, folders) => {
    const { files, packages } = await graphOf(entry);
    expect(foldersOf(files)).toEqual(folders);
    expect(packages).toEqual([]);
  });

  it.each([
    ['store/sqlite.js', []],
    ['store/redis.js', ['node:crypto']],
  ])('%s loads no driver', async (entry, expected) => {
    const { files, packages } = await graphOf(entry);
    expect(foldersOf(files)).toEqual(['store']);
    expect(packages).toEqual(expected);
  });

  it('the harness reaches no guard, ask, state or store: it drives any server', async () => {
    const { files } = await graphOf('client/index.js');
    expect(foldersOf(files)).toEqual(['client', 'form']);
  });

  it('the contract library reaches the harness and forms, and no terminal or YAML library', async () => {
    const { files, packages } = await graphOf('contract/index.js');
    expect(foldersOf(files)).toEqual(['client', 'contract', 'form']);
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['@modelcontextprotocol/client']);
  });

  it('the command line loads neither the SDK nor a prompt before it knows the command', async () => {
    const { packages } = await graphOf('cli/main.js');
    expect(packages.filter((name) => !name.startsWith('node:'))).toEqual(['commander']);
  });
});
