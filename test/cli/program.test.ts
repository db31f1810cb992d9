import { spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { FIXTURES, MAIN, REPO, vueltaChild } from './vuelta.js';

const IMPORT = /^(?:import|export)\s(?:[^'"]*?\sfrom\s)?['"](?<from>[^'"]+)['"]/gmu;

/** The packages that a file loads before anything is called. */
async function loads(file: string, seen = new Set<string>(), packages = new Set<string>()): Promise<Set<string>> {
  if (seen.has(file)) return packages;
  seen.add(file);
  for (const { groups } of (await readFile(file, 'utf8')).matchAll(IMPORT)) {
    const from = groups?.['from'] ?? '';
    if (from.startsWith('.')) await loads(join(dirname(file), from), seen, packages);
    else if (!from.startsWith('node:')) packages.add(from);
  }
  return packages;
}

it('starts without the SDK: nothing but commander is loaded before a command runs', async () => {
  expect([...(await loads(MAIN))]).toEqual(['commander']);
});

it('is a program for node', async () => {
  expect(await readFile(MAIN, 'utf8')).toMatch(/^#!\/usr\/bin\/env node\n/u);
});

it('--version prints that of the package, --help the commands', async () => {
  const { version } = JSON.parse(await readFile(join(REPO, 'package.json'), 'utf8')) as { version: string };
  expect(await vueltaChild(['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  const { code, stdout } = await vueltaChild(['--help']);
  expect(code).toBe(0);
  for (const name of ['check', 'explain', 'record', 'replay', 'conformance-fixture'])
    expect(stdout).toMatch(new RegExp(`^  ${name} `, 'mu'));
});

it('a reader that leaves early ends it quietly', async () => {
  const child = spawn(process.execPath, [MAIN, 'explain'], { stdio: ['ignore', 'pipe', 'pipe'] });
  child.stdout.destroy();
  let stderr = '';
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (stderr += chunk));
  await new Promise((done) => child.once('close', done));
  expect(stderr).toBe('');
});

it('ends although a server in this process still holds a timer', async () => {
  const { code } = await vueltaChild(['check', join(FIXTURES, 'busy.mjs'), '--only', 'rounds.result-type']);
  expect(code).toBe(0);
});

it('70: an exception of a server in this process that nobody caught', async () => {
  const { code, stdout, stderr } = await vueltaChild(['check', join(FIXTURES, 'bursts.mjs')]);
  expect({ code, stdout }).toEqual({ code: 70, stdout: '' });
  expect(stderr).toContain('an exception that nobody caught');
  expect(stderr).toContain('Error: where nobody waits');
});
