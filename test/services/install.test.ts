import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPO } from '../cli/vuelta.js';
import { NEEDED, pathOf } from './needed.mjs';

const COMMANDS = NEEDED.map(({ command }) => command);

let bin: string;
let log: string;
beforeEach(() => {
  const place = mkdtempSync(join(tmpdir(), 'vuelta-install-'));
  bin = join(place, 'bin');
  log = join(place, 'log');
  mkdirSync(bin);
  for (const tool of ['env', 'touch', 'chmod']) symlinkSync(pathOf(tool) ?? '', join(bin, tool));
});
afterEach(() => rmSync(join(bin, '..'), { recursive: true, force: true }));

/** A command on the PATH of the script that writes down how it was called. */
function put(name: string, script = ''): void {
  const place = join(bin, name);
  writeFileSync(place, `#!/bin/sh\necho "${name} $*" >> '${log}'\n${script}\n`);
  chmodSync(place, 0o755);
}

/** An apt-get that installs: each package brings the commands that NEEDED says. */
function putApt(before = ''): void {
  const brought = NEEDED.map(({ command, package: name }) => {
    const place = `'${join(bin, command)}'`;
    return `case " $* " in *" install "*" ${name} "*) touch ${place}; chmod +x ${place};; esac`;
  });
  put('apt-get', [`[ "$DEBIAN_FRONTEND" = noninteractive ] || exit 9`, before, ...brought].join('\n'));
}

const putId = (uid: number): void => put('id', `echo ${uid}`);

function install(): { status: number | null; said: string; called: string[] } {
  const script = join(REPO, 'test/services/install.mjs');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8', env: { PATH: bin } });
  const lines = existsSync(log) ? readFileSync(log, 'utf8').trim().split('\n') : [];
  return { status, said: stdout + stderr, called: lines.filter((line) => !line.startsWith('id ')) };
}

const WAIT = '-o DPkg::Lock::Timeout=300';

describe('what the tests need', () => {
  it('says nothing and calls nothing when all of it is there', () => {
    for (const command of COMMANDS) put(command);
    putApt();
    putId(0);
    expect(install()).toEqual({ status: 0, said: '', called: [] });
  });

  it('is installed by root, and what a package starts with the machine is put off', () => {
    putApt();
    putId(0);
    put('invoke-rc.d');
    put('update-rc.d');
    const { status, said, called } = install();
    expect(status).toBe(0);
    expect(said).toBe('The tests need redis-server, redis-tools, tmux, chromium, curl: installing with apt-get.\n');
    expect(called).toEqual([
      `apt-get ${WAIT} update -qq`,
      `apt-get ${WAIT} install -y -qq redis-server redis-tools tmux chromium curl`,
      'invoke-rc.d redis-server stop',
      'update-rc.d redis-server disable',
    ]);
  });

  it('is installed only as far as it is missing', () => {
    for (const command of COMMANDS) if (command !== 'tmux') put(command);
    putApt();
    putId(0);
    expect(install().called).toEqual([`apt-get ${WAIT} update -qq`, `apt-get ${WAIT} install -y -qq tmux`]);
  });

  it('is installed through sudo by anybody who needs no password for it', () => {
    for (const command of COMMANDS) if (command !== 'chromium') put(command);
    putApt();
    putId(1000);
    put('sudo', 'shift; exec "$@"');
    put('true');
    const { status, called } = install();
    expect(status).toBe(0);
    expect(called).toContain(`sudo -n env DEBIAN_FRONTEND=noninteractive apt-get ${WAIT} install -y -qq chromium`);
  });

  it.each([
    ['without apt-get', () => putId(0)],
    ['without rights, and without sudo', () => (putApt(), putId(1000))],
    ['where sudo wants a password', () => (putApt(), putId(1000), put('sudo', 'exit 1'))],
  ])('is named in one sentence %s, and the run ends', (_where, prepare) => {
    put('redis-server');
    put('redis-cli');
    put('curl');
    prepare();
    const { status, said, called } = install();
    expect(status).toBe(1);
    expect(said).toBe(
      'The tests need tmux, chromium on the PATH: install them (on Debian: sudo apt-get install tmux chromium) and run the tests again.\n',
    );
    expect(called.filter((line) => line.startsWith('apt-get'))).toEqual([]);
  });

  it('is waited for while another apt-get holds the lock', () => {
    for (const command of COMMANDS) if (command !== 'tmux') put(command);
    const once = `'${join(bin, 'was-locked')}'`;
    const locked =
      'echo "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 7 (apt-get)" >&2; exit 100';
    putApt(`if [ ! -e ${once} ]; then touch ${once}; ${locked}; fi`);
    putId(0);
    const { status, called } = install();
    expect(status).toBe(0);
    expect(called.map((line) => line.split(' ')[3])).toEqual(['update', 'update', 'install']);
  });

  it('is asked for even if the lists could not be renewed, and what apt-get says is passed on', () => {
    for (const command of COMMANDS) if (command !== 'tmux') put(command);
    put('apt-get', 'echo "E: Unable to locate package tmux" >&2; exit 100');
    putId(0);
    const { status, said } = install();
    expect(status).toBe(1);
    expect(said).toContain('E: Unable to locate package tmux\nThe tests need tmux on the PATH');
  });
});
