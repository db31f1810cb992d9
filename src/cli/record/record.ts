import { access, writeFile } from 'node:fs/promises';
import {
  type Answers,
  connect,
  type ConnectOptions,
  type Harness,
  readAnswerFile,
  scriptedAnswers,
  type Target,
} from '../../client/index.js';
import { formatRecording, type RecordedCall, recordCall, type Recording } from '../../recording/index.js';
import type { VueltaError } from '../../errors.js';
import type { CallOptionWords } from '../call-words.js';
import { prepareCall } from '../call/prepare.js';
import { EXIT } from '../exit.js';
import { reportRecording } from '../failure.js';
import { UsageError } from '../usage.js';

/** Where a command writes, and who answers its calls. */
export interface AnsweringOptions {
  readonly connect?: ConnectOptions;
  /** Who answers; not together with `answerFile`. */
  readonly answers?: Answers;
  /** The path of an answer file. */
  readonly answerFile?: string | undefined;
  /** What does not match in the answer file is a warning. */
  readonly loose?: boolean | undefined;
  /** Writes to stdout by default. */
  readonly print?: (text: string) => void;
  /** Writes to stderr by default. */
  readonly tell?: (text: string) => void;
}

export interface RecordOptions extends AnsweringOptions {
  readonly target: Target;
  readonly call: RecordedCall;
  /** The words of `call`, where a command line gave it: they are read again with what the server lists. */
  readonly words?: CallOptionWords;
  readonly keepAnswers?: boolean | undefined;
  /** A file, `.json` for JSON; without it the recording goes to stdout. */
  readonly out?: string | undefined;
  /** Whether a file that is there may be written over. */
  readonly overwrite?: boolean | undefined;
}

function writer(stream: NodeJS.WriteStream): (text: string) => void {
  return (text) => void stream.write(text);
}

export async function closing<T>(harness: Harness, work: Promise<T>): Promise<T> {
  try {
    return await work;
  } finally {
    await harness.close();
  }
}

export interface Work {
  readonly answers: Answers | undefined;
  readonly print: (text: string) => void;
  readonly tell: (text: string) => void;
}

/** Runs a command with the answers that its options name; entries of an answer file that were not used are reported. */
export async function answering(options: AnsweringOptions, work: (work: Work) => Promise<number>): Promise<number> {
  const { answers, answerFile, loose = false } = options;
  const { print = writer(process.stdout), tell = writer(process.stderr) } = options;
  try {
    if (answerFile === undefined) return await work({ answers, print, tell });
    if (answers !== undefined) throw new UsageError('Give answers or an answer file, not both.');
    const onWarning = ({ code, message }: VueltaError): void => tell(`vuelta: warning ${code}\n  ${message}\n`);
    const script = scriptedAnswers(await readAnswerFile(answerFile), { loose, onWarning });
    const code = await work({ answers: script, print, tell });
    if (code === EXIT.ok) script.finish();
    return code;
  } catch (error) {
    return await reportRecording(error, tell);
  }
}

async function requireFree(path: string): Promise<void> {
  const there = await access(path).then(
    () => true,
    () => false,
  );
  if (there) throw new UsageError(`There is a file ${path} already. Name another, or give --overwrite.`);
}

async function save(path: string, text: string, overwrite: boolean): Promise<void> {
  // Answers that were kept are for the owner only.
  const options = { flag: overwrite ? 'w' : 'wx', mode: 0o600 };
  await writeFile(path, text, options).catch((error: unknown) => {
    throw new UsageError(
      `The recording cannot be written to ${path}: ${(error as { code?: string }).code ?? 'it failed'}.`,
    );
  });
}

/**
 * `vuelta record`: makes a call and writes its recording.
 *
 * @returns the exit code: 0 written, 2 wrong usage (also an ask without an answer, or an answer that nobody asked for), 3 the
 * server could not be reached or broke the protocol.
 */
export function record(options: RecordOptions): Promise<number> {
  const { target, call, words, keepAnswers = false, out, overwrite = false } = options;
  return answering(options, async ({ answers, print, tell }) => {
    if (out !== undefined && !overwrite) await requireFree(out);
    const harness = await connect(target, options.connect);
    const given = answers === undefined ? {} : { answers };
    const made = async (): Promise<Recording> => {
      const prepared = words === undefined ? call : await prepareCall(harness, call, words);
      return recordCall(harness, { ...prepared, ...given }, { keepAnswers });
    };
    const recording = await closing(harness, made());
    const json = out?.toLowerCase().endsWith('.json') === true;
    const text = await formatRecording(recording, { format: json ? 'json' : 'yaml' });
    if (out === undefined) {
      print(text);
      return EXIT.ok;
    }
    await save(out, text, overwrite);
    const { rounds, end } = recording;
    tell(
      `recorded: ${rounds.length} ${rounds.length === 1 ? 'round' : 'rounds'} that asked, ended with ${end.kind}; ${out}\n`,
    );
    return EXIT.ok;
  });
}
