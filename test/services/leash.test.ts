import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { REPO } from '../cli/vuelta.js';
import { descendantsOf } from './descendants.js';
import { processes, type Running } from './processes.mjs';

const VITEST = [
  join(REPO, 'node_modules/vitest/vitest.mjs'),
  'run',
  '--config',
  'test/services/fixtures/vitest.config.ts',
];
const PATIENCE_MS = 60_000;

let place: string;
beforeEach(() => {
  place = mkdtempSync(join(tmpdir(), 'vuelta-leash-'));
});
afterEach(() => rmSync(place, { recursive: true, force: true }));

async function until<T>(look: () => T | undefined): Promise<T> {
  const deadline = Date.now() + PATIENCE_MS;
  for (let seen = look(); ; seen = look()) {
    if (seen !== undefined) return seen;
    if (Date.now() > deadline) throw new Error('waited in vain');
    await pause(50);
  }
}

interface Started {
  readonly run: ChildProcess;
  readonly worker: number;
  readonly left: readonly Running[];
}

/** A run of vitest that has one of each kind running. */
async function startRun(command: string, args: readonly string[], env: Record<string, string> = {}): Promise<Started> {
  const running = join(place, 'running.json');
  const run = spawn(command, args, { cwd: REPO, stdio: 'ignore', env: { ...process.env, RUNNING: running, ...env } });
  await until(() => (existsSync(running) ? true : undefined));
  const { worker, pids } = JSON.parse(readFileSync(running, 'utf8')) as { worker: number; pids: number[] };
  return { run, worker, left: processes().filter(({ pid }) => pids.includes(pid)) };
}

/** Of those, what still runs once all should be gone. */
async function leftOf(started: readonly Running[]): Promise<string[]> {
  const left = (): Running[] => {
    const now = new Map(processes().map(({ pid, command }) => [pid, command]));
    return started.filter(({ pid, command }) => now.get(pid) === command);
  };
  for (const deadline = Date.now() + 15_000; left().length > 0 && Date.now() < deadline;) await pause(50);
  return left().map(({ command }) => command);
}

describe('F99: a run that is stopped leaves no process behind', { timeout: 2 * PATIENCE_MS }, () => {
  it.each(['SIGINT', 'SIGTERM', 'SIGKILL'] as const)('%s to vitest', async (signal) => {
    const { run, left } = await startRun(process.execPath, VITEST);
    const kinds = [
      'redis-server',
      'chromium',
      'tmux',
      'mesa-de-ayuda',
      'stubborn',
      'sleep 120',
      'sleep 121',
      'sleep 122',
    ];
    for (const kind of kinds) expect(left.map(({ command }) => command).join('\n')).toContain(kind);
    const ended = once(run, 'exit');
    run.kill(signal);
    await ended;
    expect(await leftOf(left)).toEqual([]);
  });

  it('SIGKILL to the npm that runs it', async () => {
    const { run, worker, left } = await startRun('npm', ['exec', '--offline', 'vitest', '--', ...VITEST.slice(1)]);
    const vitest = processes().filter(({ pid }) => pid === worker);
    run.kill('SIGKILL');
    expect(await leftOf([...vitest, ...left])).toEqual([]);
  });

  it('a worker that crashes', async () => {
    const { run, worker, left } = await startRun(process.execPath, VITEST);
    const ended = once(run, 'exit');
    process.kill(worker, 'SIGKILL');
    expect(await leftOf(left)).toEqual([]);
    await ended;
  });

  it('a failure that ends the run', async () => {
    const { run, left } = await startRun(process.execPath, [...VITEST, '--bail', '1'], { END: 'fails' });
    if (run.exitCode === null) await once(run, 'exit');
    expect(await leftOf(left)).toEqual([]);
  });
});

describe('F99: a script that is killed leaves no process behind', { timeout: 2 * PATIENCE_MS }, () => {
  it.each([
    ['test/fleet/main.mjs', '--short'],
    ['test/bench/main.mjs', '--smoke'],
  ])('node %s %s', async (...args) => {
    const run = spawn(process.execPath, args, { cwd: REPO, stdio: 'ignore' });
    const started = await until(() => {
      const found = descendantsOf(run.pid ?? 0).filter(({ command }) => !command.includes('keeper.mjs'));
      return found.some(({ command }) => command.startsWith('redis-server 127.0.0.1')) ? found : undefined;
    });
    run.kill('SIGKILL');
    expect(await leftOf(started)).toEqual([]);
  });

  it('every script of the package imports the leash, but those that start nothing that stays', () => {
    const { scripts } = JSON.parse(readFileSync(join(REPO, 'package.json'), 'utf8')) as {
      scripts: Record<string, string>;
    };
    const files = Object.values(scripts).flatMap((line) => line.match(/test\/\S+\.mjs/g) ?? []);
    const without = files.filter((file) => !/services\/leash\.mjs/.test(readFileSync(join(REPO, file), 'utf8')));
    expect(without).toEqual([
      'test/services/install.mjs',
      'test/docs/fill.mjs',
      'test/docs/checks.mjs',
      'test/docs/signatures.mjs',
    ]);
  });
});
