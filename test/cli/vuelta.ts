import { execFile } from 'node:child_process';
import { join, resolve } from 'node:path';

export const REPO = resolve(import.meta.dirname, '../..');
export const MAIN = join(REPO, 'dist/cli/main.js');
export const FIXTURES = join(REPO, 'test/cli/fixtures');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface How {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  /** What comes in on stdin; nothing by default. */
  readonly input?: string;
}

function ending(file: string, args: readonly string[], { cwd = REPO, env = {}, input = '' }: How): Promise<Ended> {
  const { NO_COLOR: _, ...inherited } = process.env;
  const options = { cwd, env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    const child = execFile(file, [...args], options, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    // A program that has read enough may be gone before it has read all.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Runs the built command line as a person would, with its output in pipes. */
export const vuelta = (args: readonly string[], how: How = {}): Promise<Ended> =>
  ending(process.execPath, [MAIN, ...args], how);

const word = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same on a pseudo-terminal, on which stdout and stderr are one. */
export function onTerminal(args: readonly string[], how: How = {}): Promise<Ended> {
  const line = [process.execPath, MAIN, ...args].map(word).join(' ');
  const env = { TERM: 'xterm-256color', COLUMNS: '100', ...how.env };
  return ending('script', ['-qefc', line, '/dev/null'], { ...how, env });
}

/** Lines for bash, run with some variables set. */
export const bash = (script: string): Promise<Ended> => ending('bash', ['-c', script], {});
