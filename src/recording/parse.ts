import { printable } from '../shown/line.js';
import {
  describeFaults,
  type Document,
  type DocumentFault,
  isFault,
  readDocument,
  readText,
} from '../client/script/document.js';
import { VueltaError } from '../errors.js';
import { checkRecording } from './check.js';
import type { Recording } from './recording.js';

const NAME = 'recording';

/** A recording holds what a server said, which may be long. */
const MAX_LENGTH = 16_777_216;

const invalid = (name: string, faults: readonly DocumentFault[], lineOf?: Document['lineOf']): VueltaError =>
  new VueltaError('recording_invalid', `The recording cannot be used. ${describeFaults(name, faults, lineOf)}`);

/** Throws `recording_invalid` for what is no recording. */
export function requireRecording(value: unknown): Recording {
  const faults = checkRecording(value);
  if (faults.length > 0) throw invalid(NAME, faults);
  return value as Recording;
}

/**
 * Reads the text of a recording, YAML or JSON.
 *
 * @param options `name`: what errors call it.
 * @throws VueltaError `recording_invalid`; it names the line and the path of each fault, and never a value.
 * @example
 * ```ts
 * const recording = await parseRecording(await readFile('book.yaml', 'utf8'));
 * ```
 */
export async function parseRecording(text: string, options: { readonly name?: string } = {}): Promise<Recording> {
  const { name = NAME } = options;
  if (typeof text !== 'string') throw new TypeError('parseRecording(text): text must be a string.');
  const read = await readDocument(text, undefined, MAX_LENGTH);
  if (isFault(read)) throw invalid(name, [read]);
  const faults = checkRecording(read.value);
  if (faults.length === 0) return read.value as Recording;
  throw invalid(name, faults, read.lineOf);
}

/**
 * Reads the file of a recording.
 *
 * @throws VueltaError `recording_invalid`, also when the file cannot be read.
 * @example
 * ```ts
 * const result = await replayCall(harness, await readRecording('book.yaml'));
 * ```
 */
export async function readRecording(path: string): Promise<Recording> {
  const text = await readText(path, MAX_LENGTH).catch((error: unknown) => {
    const { code = 'it failed' } = error as { code?: string };
    throw new VueltaError('recording_invalid', `The recording ${printable(path)} cannot be read: ${code}.`);
  });
  return parseRecording(text, { name: path });
}
