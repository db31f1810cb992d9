import { spawnSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { executableOf } from './runtime.mjs';

/** Installs what a stack's own package.json pins, into its own folder. No script of a package runs. */
export function install(directory) {
  const args = ['install', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund', '--loglevel=error'];
  run('npm', args, { cwd: directory, shell: process.platform === 'win32' });
}

/** Builds a stack that has to be built, and removes what the build leaves beside its output. */
export function build({ runtime, build: step, target: { cwd } }) {
  if (step === undefined) return;
  run(executableOf(runtime), step.args, { cwd, env: { ...process.env, ...step.env } });
  for (const name of step.leaves) rmSync(join(cwd, name), { recursive: true, force: true });
}

function run(command, args, options) {
  const { status, error, stdout, stderr } = spawnSync(command, args, { encoding: 'utf8', ...options });
  if (error !== undefined) throw error;
  if (status !== 0)
    throw new Error(`${command} ${args[0]} ended with ${status}: ${`${stdout}${stderr}`.slice(-1_500)}`);
}
