import { readFile } from 'node:fs/promises';
import { expect, it } from 'vitest';

interface Lock {
  readonly packages: Record<string, { readonly hasInstallScript?: boolean }>;
}

const read = async <T>(file: string): Promise<T> => JSON.parse(await readFile(file, 'utf8')) as T;

it('npm ci runs no script of a package: those that have one are named as refused, so npm neither runs nor mentions it', async () => {
  const [{ packages }, { allowScripts }] = await Promise.all([
    read<Lock>('package-lock.json'),
    read<{ allowScripts: Record<string, boolean> }>('package.json'),
  ]);
  const withScript = Object.entries(packages).filter(([, { hasInstallScript }]) => hasInstallScript === true);
  const names = withScript.map(([place]) => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length));
  expect(allowScripts).toEqual(Object.fromEntries(names.map((name) => [name, false])));
});

it('npm ci brings no better-sqlite3, which npm would compile', async () => {
  const { packages } = await read<Lock>('package-lock.json');
  expect(Object.keys(packages).filter((place) => place.endsWith('node_modules/better-sqlite3'))).toEqual([]);
});
