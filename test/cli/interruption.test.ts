import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FIXTURES, MAIN, REPO } from './vuelta.js';

let folder: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vuelta-interruption-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function until(holds: () => boolean): Promise<void> {
  for (let count = 0; !holds(); count += 1) {
    if (count === 400) throw new Error('it never came to that');
    await sleep(50);
  }
}

it.each(['SIGINT', 'SIGTERM'] as const)(
  '%s in a run ends the servers that it started, with exit code 130',
  async (name) => {
    const file = join(folder, 'pids');
    const server = [process.execPath, join(FIXTURES, 'stubborn.mjs'), file];
    const config = join(FIXTURES, 'booking.mjs');
    const child = spawn(process.execPath, [MAIN, 'check', '--config', config, '--', ...server], {
      cwd: REPO,
      stdio: 'ignore',
    });
    const pids = (): number[] =>
      existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean).map(Number) : [];
    await until(() => pids().length >= 2);
    child.kill(name);
    const [code] = (await once(child, 'exit')) as [number | null];
    expect(code).toBe(130);
    await until(() => !pids().some(isAlive));
    expect(pids().length).toBeGreaterThanOrEqual(2);
  },
  40_000,
);
