import { readdir, readFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { expect, it } from 'vitest';

const SOURCE = resolve(import.meta.dirname, '../../../src');
const IMPORT = /^\s*(?:import|export)\s(?!type\s)(?:[^'"]*?\sfrom\s)?['"]([^'"]+)['"]/gmu;

/** The files and packages that importing a source file loads at once. */
async function loadedBy(entry: string): Promise<{ files: string[]; packages: string[] }> {
  const files = new Set<string>();
  const packages = new Set<string>();
  const queue = [resolve(SOURCE, entry)];
  for (let file = queue.pop(); file !== undefined; file = queue.pop()) {
    if (files.has(file)) continue;
    files.add(file);
    for (const [, specifier = ''] of (await readFile(file, 'utf8')).matchAll(IMPORT)) {
      if (specifier.startsWith('.')) queue.push(resolve(dirname(file), specifier.replace(/\.js$/u, '.ts')));
      else packages.add(specifier);
    }
  }
  return { files: [...files], packages: [...packages] };
}

it('importing the client loads no prompt library, no YAML, and none of the terminal but its door', async () => {
  const { files, packages } = await loadedBy('client/index.ts');
  const others = packages.filter((name) => !name.startsWith('node:') && !name.startsWith('@modelcontextprotocol/'));
  // The SDK has loaded zod before.
  expect([...new Set(others)]).toEqual(['zod']);
  const terminal = files.filter((file) => file.includes('/ports/terminal/') || file.includes('/ports/texts/'));
  expect(terminal.map((file) => file.slice(SOURCE.length)).sort()).toEqual([
    '/client/ports/terminal/index.ts',
    '/client/ports/texts/lang.ts',
  ]);
});

it('F48 no port can start another program', async () => {
  const folder = resolve(SOURCE, 'client/ports');
  const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith('.ts'));
  expect(files.length).toBeGreaterThan(20);
  for (const file of files) {
    expect(await readFile(resolve(folder, file), 'utf8'), file).not.toMatch(
      /child_process|worker_threads|\bopen\(.*url/iu,
    );
  }
});
