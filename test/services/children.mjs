import './leash.mjs';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @type {Set<import('node:child_process').ChildProcess>} */
const running = new Set();
/** @type {Set<string>} */
const directories = new Set();

/** Starts a process that ends with this one, however this one ends. */
export function startChild(command, args, stdio, env = {}) {
  const child = spawn(command, args, { env: { ...process.env, ...env }, stdio });
  running.add(child);
  child.once('exit', () => running.delete(child));
  return child;
}

/** SIGKILL; resolves once the process is gone. */
export async function killChild(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A directory that is removed at the end, after those who write into it are gone. */
export function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'vuelta-'));
  directories.add(directory);
  return directory;
}

process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
  for (const directory of directories)
    rmSync(directory, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
