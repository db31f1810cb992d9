import { extname } from 'node:path';
import type { DocumentFormat } from './document.js';
import type { AnswerFile } from './file.js';
import { FileFormat } from './file-format.js';
import { checkFile } from './schema.js';

/** How to read the text of an answer file. */
export interface ParseOptions {
  /** By default, what begins with `{` and is valid JSON is JSON, and all else is YAML. */
  readonly format?: DocumentFormat;
  /** What errors call the file; `answer file` by default. */
  readonly name?: string;
}

/** What is larger was not written for people. */
const MAX_LENGTH = 1_048_576;

export const answerFiles = new FileFormat<AnswerFile>('answer file', 'answer_file_invalid', MAX_LENGTH, checkFile);

/**
 * Reads the text of an answer file, YAML or JSON.
 *
 * @throws VueltaError `answer_file_invalid`; it names the line and the path of each fault, and never a value.
 * @example
 * ```ts
 * const file = await parseAnswerFile('answers: { confirm: { action: accept, content: { confirm: true } } }');
 * ```
 */
export async function parseAnswerFile(text: string, { format, name }: ParseOptions = {}): Promise<AnswerFile> {
  if (typeof text !== 'string') throw new TypeError('parseAnswerFile(text): text must be a string.');
  if (format !== undefined && format !== 'yaml' && format !== 'json') {
    throw new RangeError("format must be 'yaml' or 'json'.");
  }
  return answerFiles.parse(text, name, format);
}

const BY_EXTENSION: Readonly<Record<string, DocumentFormat>> = { '.json': 'json', '.yaml': 'yaml', '.yml': 'yaml' };

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
  return answerFiles.read(path, BY_EXTENSION[extname(path).toLowerCase()]);
}
