import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Ended, REPO } from './vuelta.js';

const CLIENT = '@modelcontextprotocol/client';
const SERVER = '@modelcontextprotocol/server';
/** What npm installs with the package, and what a server needs beside it. */
const INSTALLED = ['commander', 'jose', 'yaml', '@clack/prompts', SERVER, 'zod'];

const MODULE = `
import { McpServer } from '${SERVER}';
import { createVuelta, text } from 'vuelta';
const vuelta = createVuelta({ keys: [{ kid: 'k', secret: new Uint8Array(32).fill(1) }] });
export function createServer() {
  const server = new McpServer({ name: 'rooms', version: '1.0.0' });
  vuelta.attach(server).tool('book', {}, async (_, ask) => text((await ask.confirm('ok', 'Book room Blue?')).action));
  return server;
}`;

let folder: string;

/** The package as it is installed: its own files, not a link to the repository. */
async function install(name: string, others: readonly string[]): Promise<string> {
  const modules = join(folder, name, 'node_modules');
  await mkdir(join(modules, 'vuelta'), { recursive: true });
  await cp(join(REPO, 'dist'), join(modules, 'vuelta/dist'), { recursive: true });
  await cp(join(REPO, 'package.json'), join(modules, 'vuelta/package.json'));
  for (const other of others) {
    await mkdir(join(modules, other, '..'), { recursive: true });
    await symlink(join(REPO, 'node_modules', other), join(modules, other));
  }
  await writeFile(join(folder, name, 'server.mjs'), MODULE);
  return join(folder, name);
}

function vuelta(cwd: string, args: readonly string[]): Promise<Ended> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      ['node_modules/vuelta/dist/cli/main.js', ...args],
      { cwd, timeout: 15_000 },
      (error, stdout, stderr) => done({ code: error === null ? 0 : Number(error.code), stdout, stderr }),
    );
    child.stdin?.end();
  });
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-packages-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe('F83 a package that a command stands on is not installed', () => {
  it('one line says what to install, and nothing is called', async () => {
    const cwd = await install('bare', INSTALLED);
    const commands = [
      ['call', 'server.mjs', 'book', '--yes'],
      ['check', 'server.mjs'],
      ['tools', 'server.mjs'],
      ['panel', 'server.mjs'],
      ['record', 'server.mjs', 'book'],
      ['replay', 'server.mjs', 'a.yaml'],
      ['explain'],
    ];
    for (const words of commands) {
      const { code, stdout, stderr } = await vuelta(cwd, words);
      expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
      expect(stderr).toBe(`vuelta: this command needs ${CLIENT}, which is not installed: npm install ${CLIENT}@2\n`);
    }
    for (const words of [['--help'], ['--version'], ['check', '--help']]) {
      expect(await vuelta(cwd, words)).toMatchObject({ code: 0, stderr: '' });
    }
  });

  it('the fixture of the public suite asks for no client', async () => {
    const cwd = await install(
      'fixture',
      INSTALLED.filter((name) => name !== SERVER),
    );
    const { code, stderr } = await vuelta(cwd, ['conformance-fixture']);
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: `vuelta: this command needs ${SERVER}, which is not installed: npm install ${SERVER}@2\n`,
    });
  });

  it('another version of it is named', async () => {
    const cwd = await install('old', INSTALLED);
    const old = join(cwd, 'node_modules', CLIENT);
    await mkdir(old, { recursive: true });
    const manifest = await readFile(join(REPO, 'node_modules', CLIENT, 'package.json'), 'utf8');
    for (const version of ['2.3.9', '1.29.0', '3.0.0']) {
      await writeFile(
        join(old, 'package.json'),
        JSON.stringify({ ...(JSON.parse(manifest) as object), version, exports: './index.js' }),
      );
      await writeFile(join(old, 'index.js'), '');
      const { code, stderr } = await vuelta(cwd, ['tools', 'server.mjs']);
      expect(code).toBe(2);
      expect(stderr).toBe(
        `vuelta: this command needs ${CLIENT}, and ${version} of it is installed, which is not ^2.4.0: npm install ${CLIENT}@2\n`,
      );
    }
  });

  it('with all there, the same command works', async () => {
    const cwd = await install('full', [...INSTALLED, CLIENT]);
    expect(await vuelta(cwd, ['explain', 'rounds'])).toMatchObject({ code: 0, stderr: '' });
    expect(await vuelta(cwd, ['call', 'server.mjs', 'book', '--yes'])).toMatchObject({ code: 0 });
  });
});
