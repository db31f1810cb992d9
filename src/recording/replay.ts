import type { Answers, CallOptions, Harness } from '../client/index.js';
import { makeRecordedCall } from './call.js';
import { type Difference, Divergence } from './compare.js';
import { Given, requireAnswers } from './given.js';
import { recordings } from './parse.js';
import { Player } from './player.js';
import type { Recording } from './recording.js';

/** What a replay needs besides the recording. */
export interface ReplayOptions extends Pick<CallOptions, 'signal' | 'roundTimeoutMs' | 'personTimeoutMs'> {
  /** The answers that the recording does not keep. */
  readonly answers?: Answers;
}

/** Whether a server did again what was recorded, or where it first did not. No answer is in it. */
export type ReplayResult = { readonly same: true } | ({ readonly same: false } & Difference);

/**
 * Makes a recorded call again and compares every round: asks, roles of states, and the end.
 *
 * The answers are those of the recording; where it does not keep them, those given. An ask is compared before it is answered, and
 * at the first difference the call stops. On 2025-11-25, or with a recording of the other revision, keys and states are not
 * compared.
 *
 * @throws VueltaError `recording_invalid`; `ask_unanswered` when an answer is missing, which is said before anything is sent
 * where it can be known; `answer_invalid`; and whatever the call itself throws.
 * @example
 * ```ts
 * const result = await replayCall(harness, await readRecording('book.yaml'), { answers: { confirm: accept({ confirm: true }) } });
 * if (!result.same) console.error(result.sentence);
 * ```
 */
export async function replayCall(
  harness: Harness,
  recording: Recording,
  options: ReplayOptions = {},
): Promise<ReplayResult> {
  const { answers, ...limits } = options;
  recordings.require(recording);
  requireAnswers(recording, answers);
  const player = new Player(recording, harness.revision, new Given(answers));
  const asking = recording.rounds.reduce((sum, { asks }) => sum + Math.max(asks.length, 1), 0);
  try {
    const outcome = await makeRecordedCall(harness, recording.call, {
      ...limits,
      // One round for the end, and one for an ask too many, which is a difference and no error.
      maxRounds: asking + 2,
      answers: (ask, context) => player.answer(ask, context),
      onRound: (round) => player.close(round),
    });
    player.finish(outcome);
    return { same: true };
  } catch (error) {
    if (!(error instanceof Divergence)) throw error;
    return { same: false, ...error.difference };
  }
}
