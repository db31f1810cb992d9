import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MODERN } from '../../../protocol/revision.js';
import { isObject } from '../../../json.js';
import type { CommandTarget } from '../../../client/connection/target.js';
import { VueltaError } from '../../../errors.js';
import { type Check, EITHER } from '../../check.js';
import { BASE } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { fault, type Finding, notApplicable, NotTestable, pass } from '../../evidence/finding.js';
import { walkToEnd } from '../../walk/happy-path.js';
import { isCommand } from '../../case/opened-server.js';

const SHOWN = 60;

/** What a line of stdout breaks; `undefined` for a message that may stand there. */
function whatBreaks(line: string, revision: string): string | undefined {
  let message: unknown;
  try {
    message = JSON.parse(line);
  } catch {
    return 'it is no JSON';
  }
  if (!isObject(message) || message['jsonrpc'] !== '2.0') return 'it is no JSON-RPC message';
  const { method, id } = message;
  if (typeof method === 'string') {
    return id === undefined || revision !== MODERN
      ? undefined
      : `it is a request, and ${MODERN} has none from the server`;
  }
  const isResponse = 'result' in message !== 'error' in message;
  return isResponse ? undefined : 'it is neither a notification nor a response';
}

function judge(stdout: string, revision: string): Finding | undefined {
  const lines = stdout.split('\n').filter((line) => line.trim() !== '');
  for (const [index, line] of lines.entries()) {
    const broken = whatBreaks(line, revision);
    if (broken === undefined) continue;
    const start = line.length > SHOWN ? `${line.slice(0, SHOWN - 1)}…` : line;
    return fault(`Line ${index + 1} of stdout must be a message, and ${broken}: ${JSON.stringify(start)}.`);
  }
  return lines.length === 0 ? undefined : pass(lines.length);
}

async function commandOf(trial: Trial): Promise<CommandTarget | undefined> {
  const { target } = await trial.server();
  return trial.config.transports?.stdio ?? (isCommand(target) ? target : undefined);
}

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

async function recorded({ command, args = [], ...rest }: CommandTarget) {
  const folder = await mkdtemp(join(tmpdir(), 'vuelta-stdout-'));
  const file = join(folder, 'stdout');
  return {
    target: { ...rest, command: process.execPath, args: ['-e', PROGRAM, '--', file, command, ...args] },
    // All of it only once the server has ended.
    read: () => readFile(file, 'utf8').catch(() => ''),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}

/** Walks the case with this server, and gives what went wrong on the way. */
async function walk(trial: Trial, target: CommandTarget): Promise<unknown> {
  try {
    const harness = await trial.connect({ server: { target } });
    try {
      await walkToEnd(trial.conversation(harness));
    } finally {
      await harness.close();
    }
  } catch (error) {
    if (error instanceof NotTestable || error instanceof VueltaError) return error;
    throw error;
  }
  return undefined;
}

export const stdout: Check = {
  id: 'transport.stdout',
  level: 'MUST',
  title: 'Every line that a stdio server writes to stdout is a message of the protocol.',
  spec: BASE.stdio,
  why: 'A log line on stdout is read as a message. Some hosts then close the connection, in the middle of the call that asks.',
  fix: 'Write logs to stderr: console.error, or a logger with that destination. Look also at what libraries print when they load.',
  revisions: EITHER,
  run: async (trial) => {
    const command = await commandOf(trial);
    if (command === undefined) {
      return notApplicable('no stdio command of the server is known; name it in transports.stdio');
    }
    await trial.learned();
    const recorder = await recorded(command);
    try {
      const failure = await walk(trial, recorder.target);
      const found = judge(await recorder.read(), trial.revision);
      if (found?.status === 'fail') return found;
      if (failure !== undefined) throw failure;
      if (found === undefined) throw new NotTestable('the server wrote nothing to stdout');
      return found;
    } finally {
      await recorder.remove();
    }
  },
};
