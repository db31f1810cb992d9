import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPO } from '../cli/vuelta.js';
import { COMPILER } from './driver.mjs';
import { NEEDED } from './needed.mjs';

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'vuelta-driver-'));
  mkdirSync(join(place, 'bin'));
  mkdirSync(join(place, 'repo/node_modules'), { recursive: true });
  cpSync(join(REPO, 'test/services'), join(place, 'repo/test/services'), { recursive: true });
  writeFileSync(join(place, 'repo/package.json'), '{"type":"module"}');
  for (const { command } of [...NEEDED, ...COMPILER]) put(command);
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

function put(name: string, script = ''): void {
  const file = join(place, 'bin', name);
  writeFileSync(file, `#!${process.execPath}\n${script}`);
  chmodSync(file, 0o755);
}

const DRIVER = 'module.exports = class { close() {} };';

/** An npm that writes down where it was called, and installs what is given. */
function putNpm(driver: string): void {
  put(
    'npm',
    `const fs = require('node:fs');
    fs.appendFileSync(${JSON.stringify(join(place, 'log'))}, process.argv.slice(2).join(' ') + '\\n');
    if (!fs.existsSync('package-lock.json')) throw new Error('no lock');
    fs.mkdirSync('node_modules/better-sqlite3', { recursive: true });
    fs.writeFileSync('node_modules/better-sqlite3/index.js', ${JSON.stringify(driver)});`,
  );
}

function install(): { status: number | null; said: string; called: string[] } {
  const env = { PATH: join(place, 'bin'), XDG_CACHE_HOME: join(place, 'cache') };
  const script = join(place, 'repo/test/services/install.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env });
  const log = join(place, 'log');
  return { status, said: stdout + stderr, called: existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [] };
}

const linked = (): string => join(place, 'repo/node_modules/better-sqlite3');
const inCache = (): string[] => readdirSync(join(place, 'cache/vuelta'));

describe('better-sqlite3, which npm ci does not bring', () => {
  it('is installed once, into a cache, as its lock says, and linked into node_modules', () => {
    putNpm(DRIVER);
    const { status, said, called } = install();
    expect({ status, called }).toEqual({ status: 0, called: ['ci --no-audit --no-fund'] });
    expect(said).toMatch(
      /^The tests need better-sqlite3: npm installs it into .*cache\/vuelta\/better-sqlite3-\w+, once/u,
    );
    expect(lstatSync(linked()).isSymbolicLink()).toBe(true);
    expect(inCache()).toHaveLength(1);
    expect(install()).toEqual({ status: 0, said: '', called: ['ci --no-audit --no-fund'] });
  });

  it('comes from the cache after another npm ci, without npm and without a compiler', () => {
    putNpm(DRIVER);
    install();
    rmSync(linked());
    for (const name of ['npm', ...COMPILER.map(({ command }) => command)]) rmSync(join(place, 'bin', name));
    expect(install()).toEqual({ status: 0, said: '', called: ['ci --no-audit --no-fund'] });
    expect(lstatSync(linked()).isSymbolicLink()).toBe(true);
  });

  it('takes the place of one that this Node cannot load', () => {
    putNpm(DRIVER);
    mkdirSync(join(place, 'other'));
    writeFileSync(join(place, 'other/index.js'), 'throw new Error("compiled for another Node")');
    symlinkSync(join(place, 'other'), linked());
    expect(install().status).toBe(0);
    expect(install().said).toBe('');
  });

  it('fails the run when npm fails, with what npm said, and leaves nothing half done', () => {
    put('npm', `console.error('npm error gyp'); process.exit(7);`);
    const { status, said } = install();
    expect(status).toBe(1);
    expect(said).toContain('npm error gyp');
    expect(said).toContain('The tests need better-sqlite3, and it could not be installed.');
    expect(inCache()).toEqual([]);
  });

  it('fails the run when what npm installed cannot be loaded', () => {
    putNpm('throw new Error("broken")');
    expect(install()).toMatchObject({ status: 1, said: expect.stringContaining('could not be installed') as string });
  });

  it('is not tried without a compiler, which is named', () => {
    putNpm(DRIVER);
    rmSync(join(place, 'bin/g++'));
    const { status, said, called } = install();
    expect({ status, called }).toEqual({ status: 1, called: [] });
    expect(said).toContain('The tests need g++ on the PATH: install them (on Debian: sudo apt-get install g++)');
  });
});
