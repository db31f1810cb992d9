import { execFile } from 'node:child_process';
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { fencedBlocks } from '../docs/blocks.js';

const run = promisify(execFile);
const REPO = resolve(import.meta.dirname, '../..');

const TSCONFIG = {
  compilerOptions: {
    target: 'ES2022',
    module: 'NodeNext',
    strict: true,
    exactOptionalPropertyTypes: true,
    types: ['node'],
    outDir: 'out',
    rootDir: '.',
  },
  include: ['*.ts'],
};

/** Drives the server of the README as a host would: both rounds, with the SDK's own client. */
const DRIVER = `
import { createMcpHandler } from '@modelcontextprotocol/server';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { createServer } from './server.js';

const handler = createMcpHandler(createServer);
const client = new Client({ name: 'host', version: '1.0.0' }, { capabilities: { elicitation: {} }, versionNegotiation: { mode: { pin: '2026-07-28' } } });
client.setRequestHandler('elicitation/create', async ({ params }) => {
  console.log(params.message);
  return { action: 'accept', content: { confirm: true } };
});
const fetch = (url: string | URL, init?: RequestInit) => handler.fetch(new Request(url, init));
await client.connect(new StreamableHTTPClientTransport(new URL('http://localhost/mcp'), { fetch }));
const result = await client.callTool({ name: 'book', arguments: { email: 'ana@example.com' } });
console.log((result.content[0] as { text: string }).text);
`;

/** What the README has one install beside the tarball. */
async function installedByReadme(): Promise<string[]> {
  const blocks = fencedBlocks(await readFile(join(REPO, 'README.md'), 'utf8'));
  const lines = blocks.flatMap(({ text }) => text.split('\n')).filter((line) => line.startsWith('npm install '));
  const words = lines.flatMap((line) => line.split(' ').slice(2));
  return words.filter((word) => !word.startsWith('-') && !word.startsWith('./'));
}

let project: string;
let checkout: string;

/** A checkout of its own to pack: what `npm pack` runs there builds, and changes the manifest for as long as it takes. */
async function copyOfRepository(): Promise<string> {
  const copy = await mkdtemp(join(tmpdir(), 'vuelta-checkout-'));
  const generated = new Set(['.git', 'coverage', 'dist', 'node_modules'].map((name) => join(REPO, name)));
  await cp(REPO, copy, { recursive: true, filter: (source) => !generated.has(source) });
  await symlink(join(REPO, 'node_modules'), join(copy, 'node_modules'));
  return copy;
}

beforeAll(async () => {
  [project, checkout] = await Promise.all([mkdtemp(join(tmpdir(), 'vuelta-foreign-')), copyOfRepository()]);
  await run('npm', ['pack', '--pack-destination', project], { cwd: checkout });
  const filename = (await readdir(project)).find((name) => name.endsWith('.tgz'));
  const own = JSON.parse(await readFile(join(REPO, 'package.json'), 'utf8')) as Record<
    'dependencies' | 'devDependencies',
    Record<string, string>
  >;
  const versions = { ...own.dependencies, ...own.devDependencies };
  const names = [...(await installedByReadme()), 'typescript', '@types/node'];
  const dependencies = Object.fromEntries(names.map((name) => [name, versions[name]]));
  const manifest = {
    name: 'foreign',
    private: true,
    type: 'module',
    dependencies: { ...dependencies, vuelta: `file:./${filename}` },
  };
  await writeFile(join(project, 'package.json'), JSON.stringify(manifest));
  await writeFile(join(project, 'tsconfig.json'), JSON.stringify(TSCONFIG));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: project });
}, 240_000);

afterAll(() => Promise.all([project, checkout].map((place) => rm(place, { recursive: true, force: true }))));

it('the manifest in the tarball has nothing that npm runs at an installation, and packing leaves the checkout as it was', async () => {
  const [packed, after, before] = await Promise.all(
    [join(project, 'node_modules/vuelta'), checkout, REPO].map((place) =>
      readFile(join(place, 'package.json'), 'utf8'),
    ),
  );
  const { scripts } = JSON.parse(packed ?? '') as { scripts: Record<string, string> };
  expect(Object.keys(scripts).filter((name) => /install$|^prepublish$|prepare$/u.test(name))).toEqual([]);
  expect(after).toBe(before);
  expect(before).toContain('"prepare": "npm run build"');
});

it('a foreign TypeScript project compiles and runs the first example of the README', async () => {
  const blocks = fencedBlocks(await readFile(join(REPO, 'README.md'), 'utf8'));
  const example = blocks.find(({ language }) => language === 'ts');
  await writeFile(join(project, 'server.ts'), example?.text ?? '');
  await writeFile(join(project, 'driver.ts'), DRIVER);
  await run('npx', ['tsc', '-p', '.'], { cwd: project });
  const { stdout } = await run('node', ['out/driver.js'], { cwd: project });
  expect(stdout).toBe('Book 1 place for ana@example.com?\nbooked place 1 for ana@example.com\n');
}, 60_000);

it('F83: after the install lines of the README its commands run', async () => {
  const vuelta = async (...args: string[]): Promise<string> =>
    (await run('npx', ['vuelta', ...args], { cwd: project })).stdout;
  expect(await vuelta('tools', 'out/server.js')).toContain('book');
  expect(await vuelta('call', 'out/server.js', 'book', '--arg', 'email=ana@example.com', '--yes')).toContain('booked');
}, 60_000);

it('the tarball holds the built files and the page, the readmes and the licence, and nothing else', async () => {
  const { stdout } = await run('npm', ['pack', '--json', '--dry-run', '--ignore-scripts'], { cwd: REPO });
  const [{ files }] = JSON.parse(stdout) as [{ files: { path: string }[] }];
  const outside = files.map(({ path }) => path).filter((path) => !/^dist\/.*\.(?:js|js\.map|d\.ts)$/u.test(path));
  const folders = ['src/panel/page', 'src/panel/page/style'];
  const sources = (await Promise.all(folders.map((folder) => readdir(join(REPO, folder))))).flat();
  const page = sources.filter((name) => /\.(?:html|css|svg)$/u.test(name)).map((name) => `dist/panel/page/${name}`);
  const own = [
    'CHANGELOG.md',
    'LICENSE',
    'README.es.md',
    'README.md',
    ...page,
    'docs/reference/answer-file.schema.json',
    'package.json',
  ];
  expect(outside.sort()).toEqual(own.sort());
});
