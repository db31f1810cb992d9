import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { CommandTarget } from '../../../client/connection/target.js';

/**
 * A program between the client and the server: it starts the server, passes everything on, and keeps what came on stdout. The
 * transport of the SDK drops what it cannot parse, so nobody else sees those lines.
 */
const PROGRAM = `
const { spawn } = require('node:child_process');
const { createWriteStream } = require('node:fs');
const [file, command, ...args] = process.argv.slice(1);
const child = spawn(command, args, { stdio: ['pipe', 'pipe', 'inherit'], shell: process.platform === 'win32' });
const copy = createWriteStream(file);
child.on('error', () => process.exit(1));
child.stdin.on('error', () => {});
process.stdin.pipe(child.stdin);
child.stdout.pipe(copy);
child.stdout.pipe(process.stdout);
process.on('SIGTERM', () => child.kill('SIGKILL'));
child.on('close', (code) => copy.end(() => process.exit(code ?? 1)));
`;

/** A server whose stdout is kept. */
export interface Recorded {
  readonly target: CommandTarget;
  /** What came so far; all of it, once the server has ended. */
  read(): Promise<string>;
  remove(): Promise<void>;
}

/** The same server, with a recorder in between. */
export async function recorded({ command, args = [], ...rest }: CommandTarget): Promise<Recorded> {
  const folder = await mkdtemp(join(tmpdir(), 'vuelta-stdout-'));
  const file = join(folder, 'stdout');
  return {
    target: { ...rest, command: process.execPath, args: ['-e', PROGRAM, '--', file, command, ...args] },
    read: () => readFile(file, 'utf8').catch(() => ''),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
