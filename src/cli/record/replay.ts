import { connect, type Target } from '../../client/index.js';
import { harmlessJson } from '../../shown/json.js';
import { readRecording, replayCall } from '../../recording/index.js';
import { EXIT } from '../exit.js';
import { answering, closing, type AnsweringOptions } from './record.js';

export interface ReplayCommandOptions extends AnsweringOptions {
  readonly target: Target;
  /** The path of a recording. */
  readonly file: string;
  /** Prints the result as one line of JSON. */
  readonly json?: boolean | undefined;
}

/**
 * `vuelta replay`: makes a recorded call again and reports the first difference. The revision is that of the recording unless
 * `connect` names one.
 *
 * @returns the exit code: 0 the same, 1 a difference, 2 wrong usage (also an answer that is missing), 3 the server could not be
 * reached or broke the protocol.
 */
export function replay(options: ReplayCommandOptions): Promise<number> {
  const { target, file, json = false } = options;
  return answering(options, async ({ answers, print }) => {
    const recording = await readRecording(file);
    const harness = await connect(target, { revision: recording.revision, ...options.connect });
    const result = await closing(harness, replayCall(harness, recording, answers === undefined ? {} : { answers }));
    if (json) print(`${harmlessJson(JSON.stringify(result))}\n`);
    else print(result.same ? 'same\n' : `different\n  ${result.sentence}\n`);
    return result.same ? EXIT.ok : EXIT.broken;
  });
}
