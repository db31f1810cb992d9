import { execFile } from 'node:child_process';
import { Console } from 'node:console';
import { join, resolve } from 'node:path';
import { Readable, Writable } from 'node:stream';
import { filterCommands } from '../../src/cli/check/ci-commands.js';
import { main } from '../../src/cli/program.js';

export const REPO = resolve(import.meta.dirname, '../..');
export const MAIN = join(REPO, 'dist/cli/main.js');
export const FIXTURES = join(REPO, 'test/cli/fixtures');

export interface Ended {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

interface Options {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
}

interface ChildOptions extends Options {
  /** What comes in on stdin; nothing by default. */
  readonly input?: string;
}

/** Takes the place of a stream of this process, and keeps what is written to it. */
class Captured extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: string, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const STREAMS = ['stdin', 'stdout', 'stderr'] as const;

async function inThisProcess(
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
): Promise<Ended> {
  const folder = process.cwd();
  const { console } = globalThis;
  const environment = { ...process.env };
  const descriptors = STREAMS.map((name) => Object.getOwnPropertyDescriptor(process, name));
  const [stdout, stderr] = [new Captured(), new Captured()];
  const streams = { stdin: Readable.from([]), stdout, stderr };
  for (const name of STREAMS) Object.defineProperty(process, name, { configurable: true, value: streams[name] });
  for (const stream of [process.stdout, process.stderr]) filterCommands(stream);
  globalThis.console = new Console(stdout, stderr);
  Object.assign(process.env, env);
  process.chdir(cwd);
  try {
    const code = await main(args);
    return { code, stdout: stdout.text, stderr: stderr.text };
  } finally {
    process.chdir(folder);
    for (const name of Object.keys(env)) {
      if (environment[name] === undefined) delete process.env[name];
      else process.env[name] = environment[name];
    }
    globalThis.console = console;
    for (const [at, name] of STREAMS.entries()) Object.defineProperty(process, name, descriptors[at] ?? {});
  }
}

let last: Promise<unknown> = Promise.resolve();

/**
 * Runs the command line in this process, with nothing on stdin and its output in pipes, and after the run before: a process has one
 * stdout and one folder. What is about the process itself needs `vueltaChild`: signals, stdin, the terminal, what children inherit, uncaught
 * exceptions, and a module that is served in children, which are started from `dist`.
 */
export function vuelta(args: readonly string[], { cwd = REPO, env = {} }: Options = {}): Promise<Ended> {
  const run = last.then(() => inThisProcess(args, cwd, env));
  last = run.catch(() => undefined);
  return run;
}

function ending(file: string, args: readonly string[], options: ChildOptions): Promise<Ended> {
  const { cwd = REPO, env = {}, input = '' } = options;
  const { NO_COLOR: _, ...inherited } = process.env;
  const how = { cwd, env: { ...inherited, ...env }, maxBuffer: 64 * 1024 * 1024 };
  return new Promise((done) => {
    const child = execFile(file, [...args], how, (error, stdout, stderr) => {
      done({ code: error === null ? 0 : Number(error.code), stdout, stderr });
    });
    // A program that has read enough may be gone before it has read all.
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}

/** Runs the built command line as a person would, with its output in pipes. */
export const vueltaChild = (args: readonly string[], options: ChildOptions = {}): Promise<Ended> =>
  ending(process.execPath, [MAIN, ...args], options);

const word = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** The same on a pseudo-terminal, on which stdout and stderr are one. */
export function onTerminal(args: readonly string[], options: ChildOptions = {}): Promise<Ended> {
  const line = [process.execPath, MAIN, ...args].map(word).join(' ');
  const env = { TERM: 'xterm-256color', COLUMNS: '100', ...options.env };
  return ending('script', ['-qefc', line, '/dev/null'], { ...options, env });
}

/** Lines for bash, run with some variables set. */
export const bash = (script: string): Promise<Ended> => ending('bash', ['-c', script], {});
