import { extname } from 'node:path';
import { VueltaError } from '../../errors.js';
import { printable } from '../../shown/line.js';
import { checkFile } from './schema.js';
import {
  type DocumentFault,
  type DocumentFormat,
  describeFaults,
  isFault,
  type Path,
  readDocument,
  readText,
} from './document.js';
import type { AnswerFile } from './file.js';

/** How to read the text of an answer file. */
export interface ParseOptions {
  /** By default, what begins with `{` and is valid JSON is JSON, and all else is YAML. */
  readonly format?: DocumentFormat;
  /** What errors call the file; `answer file` by default. */
  readonly name?: string;
}

/** Where the entries of a parsed file stand, for the errors of later. */
export interface Source {
  readonly name: string;
  readonly lineOf: (path: Path) => number | undefined;
}

const NAME = 'answer file';

const sources = new WeakMap<AnswerFile, Source>();

/** The text that a file was parsed from; a nameless one for a file that was made in code. */
export const sourceOf = (file: AnswerFile): Source => sources.get(file) ?? { name: NAME, lineOf: () => undefined };

const invalid = (faults: readonly DocumentFault[], { name, lineOf }: Partial<Source> = {}): VueltaError =>
  new VueltaError(
    'answer_file_invalid',
    `The answer file cannot be used. ${describeFaults(name ?? NAME, faults, lineOf)}`,
  );

/** Throws `answer_file_invalid` for what is no answer file. */
export function requireFile(value: unknown, source: Source): AnswerFile {
  const faults = checkFile(value);
  if (faults.length > 0) throw invalid(faults, source);
  return value as AnswerFile;
}

/**
 * Reads the text of an answer file, YAML or JSON.
 *
 * @throws VueltaError `answer_file_invalid`; it names the line and the path of each fault, and never a value.
 * @example
 * ```ts
 * const file = await parseAnswerFile('answers: { confirm: { action: accept, content: { confirm: true } } }');
 * ```
 */
export async function parseAnswerFile(text: string, options: ParseOptions = {}): Promise<AnswerFile> {
  const { format, name = NAME } = options;
  if (typeof text !== 'string') throw new TypeError('parseAnswerFile(text): text must be a string.');
  if (format !== undefined && format !== 'yaml' && format !== 'json') {
    throw new RangeError("format must be 'yaml' or 'json'.");
  }
  const read = await readDocument(text, format);
  if (isFault(read)) throw invalid([read], { name });
  const source = { name, lineOf: read.lineOf };
  const file = requireFile(read.value, source);
  sources.set(file, source);
  return file;
}

/**
 * Reads an answer file. `.json` is JSON, `.yaml` and `.yml` are YAML, anything else is told by its first character.
 *
 * @throws VueltaError `answer_file_invalid`, also when the file cannot be read.
 * @example
 * ```ts
 * const answers = scriptedAnswers(await readAnswerFile('answers.yaml'));
 * ```
 */
export async function readAnswerFile(path: string): Promise<AnswerFile> {
  const text = await readText(path).catch((error: unknown) => {
    const { code = 'it failed' } = error as { code?: string };
    throw new VueltaError('answer_file_invalid', `The answer file ${printable(path)} cannot be read: ${code}.`);
  });
  const extension = extname(path).toLowerCase();
  if (extension === '.json') return parseAnswerFile(text, { name: path, format: 'json' });
  const yaml = extension === '.yaml' || extension === '.yml';
  return parseAnswerFile(text, { name: path, ...(yaml && { format: 'yaml' as const }) });
}
