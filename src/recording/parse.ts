import { FileFormat } from '../client/script/file-format.js';
import { checkRecording } from './check.js';
import type { Recording } from './recording.js';

/** A recording holds what a server said, which may be long. */
const MAX_LENGTH = 16_777_216;

export const recordings = new FileFormat<Recording>('recording', 'recording_invalid', MAX_LENGTH, checkRecording);

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
  if (typeof text !== 'string') throw new TypeError('parseRecording(text): text must be a string.');
  return recordings.parse(text, options.name);
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
  return recordings.read(path);
}
