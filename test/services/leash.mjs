import { ChildProcess } from 'node:child_process';
import { join } from 'node:path';
import { processOf } from './processes.mjs';

// Importing this ties every process that this one starts to its own life. However it ends, by SIGKILL too, a keeper outside of it then ends
// what it had started, with all that came of that.

const IS_ON = Symbol.for('vuelta.test.leash');
const LOOK_MS = 500;

const { spawn: begin } = ChildProcess.prototype;
let keeper;

/** What every way to start a process comes to. Its pid is told at once: an event would come after whatever the caller does next. */
function spawnKept(options) {
  keeper ??= startKeeper();
  const result = begin.call(this, options);
  const { pid } = this;
  if (pid !== undefined) {
    keeper.stdin.write(`+${pid}\n`);
    this.once('exit', () => keeper.stdin.write(`-${pid}\n`));
  }
  return result;
}

/** In a session of its own, so that Ctrl-C does not reach it. */
function startKeeper() {
  const started = new ChildProcess();
  begin.call(started, {
    file: process.execPath,
    args: [process.execPath, join(import.meta.dirname, 'keeper.mjs')],
    stdio: ['pipe', 'ignore', 'ignore'],
    detached: true,
  });
  started.unref();
  started.stdin.unref();
  started.stdin.on('error', () => {});
  return started;
}

/** An npm that is killed leaves behind the shell that it started, and that shell us. */
function endWithNpm() {
  if (process.env.npm_lifecycle_event === undefined) return;
  const { ppid } = process;
  const parent = processOf(ppid);
  const isShell = parent !== undefined && /^(\S*\/)?sh -c /.test(parent.command);
  const look = () => {
    if (process.ppid === ppid && !(isShell && hasMoved(parent))) return;
    console.error('The npm that started this has ended, and this with it.');
    process.kill(process.pid, 'SIGKILL');
  };
  setInterval(look, LOOK_MS).unref();
}

/** Whether somebody else is the parent of this process now. What cannot be read is no news. */
function hasMoved({ pid, parent }) {
  const now = processOf(pid);
  return now !== undefined && now.parent !== parent;
}

if (globalThis[IS_ON] !== true) {
  globalThis[IS_ON] = true;
  ChildProcess.prototype.spawn = spawnKept;
  endWithNpm();
}

/** Vitest wants one of a globalSetup; to import this is enough. */
export function setup() {}
