import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

const START_MS = 20_000;
const children = new Set();
const directories = new Set();

/** Starts a process that ends with this one, and resolves to it and to its first line that fits. */
export async function start(command, args, fits) {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  children.add(child);
  child.once('exit', () => children.delete(child));
  const said = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code} before it was ready`)));
    const late = setTimeout(() => reject(new Error(`${command} was not ready within ${START_MS} ms`)), START_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!fits(line)) return;
      clearTimeout(late);
      resolve(line);
    });
  });
  said.catch(() => stop(child));
  return { child, line: await said };
}

/** SIGKILL; resolves once the process is gone. */
export async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null || child.pid === undefined) return;
  const gone = once(child, 'exit');
  child.kill('SIGKILL');
  await gone;
}

/** A directory that is removed at the end. */
export function temporaryDirectory() {
  const directory = mkdtempSync(join(tmpdir(), 'vuelta-bench-'));
  directories.add(directory);
  return directory;
}

process.on('exit', () => {
  for (const child of children) child.kill('SIGKILL');
  for (const directory of directories) rmSync(directory, { recursive: true, force: true });
});
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));
