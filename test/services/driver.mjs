// better-sqlite3, for the tests that open a database with it. npm compiles it where its binary cannot be downloaded, so it is no dependency of
// the repository: it is installed once, into a cache outside of it, and linked into node_modules.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';

const NAME = 'better-sqlite3';
/** It, and what it needs to find its binary: not every loader looks for that where the link leads. */
const PARTS = [NAME, 'bindings', 'file-uri-to-path'];
const REPO = join(import.meta.dirname, '../..');
const MANIFEST = join(import.meta.dirname, NAME);

/** What npm compiles it with. */
export const COMPILER = [
  { command: 'g++', package: 'g++' },
  { command: 'make', package: 'make' },
  { command: 'python3', package: 'python3' },
];

/** Whether the tests can import it. Asked in another process: one that failed to load it once does not look again. */
export function hasDriver() {
  const code = `new (require('${NAME}'))(':memory:').close()`;
  return spawnSync(process.execPath, ['-e', code], { cwd: REPO, stdio: 'ignore' }).status === 0;
}

/** One folder for each version, Node and machine: what was compiled for one does not load in another. */
export function cached() {
  const lock = readFileSync(join(MANIFEST, 'package-lock.json'));
  const { glibcVersionRuntime: libc = 'other' } = process.report.getReport().header;
  const target = [process.versions.modules, process.platform, process.arch, libc].join(' ');
  const name = createHash('sha256').update(lock).update(target).digest('hex').slice(0, 16);
  return join(process.env['XDG_CACHE_HOME'] ?? join(homedir(), '.cache'), 'vuelta', `${NAME}-${name}`);
}

/** Links the one in the cache, which is filled if need be. Returns what npm said when it failed. */
export function installDriver() {
  const folder = cached();
  const failed = existsSync(folder) ? undefined : fill(folder);
  if (failed === undefined) for (const name of PARTS) link(folder, name);
  return failed;
}

/** Beside the folder first: one that stands there is whole. */
function fill(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  const draft = mkdtempSync(`${folder}-`);
  try {
    cpSync(MANIFEST, draft, { recursive: true });
    const { status, stderr, error } = spawnSync('npm', ['ci', '--no-audit', '--no-fund'], {
      cwd: draft,
      env: { ...process.env, ...headers() },
      encoding: 'utf8',
    });
    if (status !== 0) return error?.message ?? stderr;
    if (!existsSync(folder)) renameSync(draft, folder);
    return undefined;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Those that came with this Node; without them node-gyp would download some, from elsewhere than the registry. */
function headers() {
  const prefix = join(dirname(process.execPath), '..');
  return existsSync(join(prefix, 'include/node/node.h')) ? { npm_config_nodedir: prefix } : {};
}

function link(folder, name) {
  const place = join(REPO, 'node_modules', name);
  rmSync(place, { recursive: true, force: true });
  symlinkSync(join(folder, 'node_modules', name), place, 'dir');
}
