import type { Answers, Ask, CallOptions, Revision, FileAnswer, Harness, Round } from '../client/index.js';
import { MODERN } from '../protocol/revision.js';
import { copyJson } from '../json.js';
import { makeRecordedCall, requireCall } from './call.js';
import { Masker } from './mask.js';
import { isLast, seeAsk, seeEnd, seeState } from './observe.js';
import type { RecordedAnswer, RecordedAsk, RecordedCall, RecordedRound, Recording } from './recording.js';

/** A call to record, and who answers it. */
export type CallToRecord = RecordedCall & { readonly answers?: Answers };

/** What a recording keeps, and the limits of its call. */
export interface RecordCallOptions extends Pick<
  CallOptions,
  'onUnanswered' | 'unusedAnswers' | 'signal' | 'maxRounds'
> {
  /** Writes what was answered into the recording; without it only the action is there. */
  readonly keepAnswers?: boolean;
}

function toAnswer(ask: Round['asks'][number], sent: Readonly<Record<string, unknown>>, keep: boolean): RecordedAnswer {
  if (ask.kind === 'sampling' || ask.kind === 'roots') return keep ? { result: sent } : 'result';
  const { action, content } = sent;
  if (action === 'accept' && keep && content !== undefined) return { action, content } as FileAnswer;
  return action as 'accept' | 'decline' | 'cancel';
}

interface Taking {
  readonly revision: Revision;
  readonly masker: Masker;
  readonly keep: boolean;
}

/** On 2025-11-25 nothing says where a round ends: there each answer is hidden at once. */
function toRound(round: Round, before: boolean, { revision, masker, keep }: Taking): RecordedRound {
  const sent = round.sent();
  const answered = round.asks.filter(({ key }) => Object.hasOwn(sent, key));
  const asks: RecordedAsk[] = [];
  const hide = (ask: Ask): void => masker.answered(ask.key, ask, sent[ask.key] ?? {});
  for (const ask of answered) {
    const answer = toAnswer(ask, sent[ask.key] ?? {}, keep);
    asks.push({ ...seeAsk(ask, ask.key, masker), answer: copyJson(answer) });
    if (revision !== MODERN) hide(ask);
  }
  if (revision === MODERN) for (const ask of answered) hide(ask);
  return { state: seeState(round, before), asks };
}

/**
 * Makes a call and records its rounds: what was asked, what was answered, and how it ended.
 *
 * Ids, times and states are masked. What was answered is left out unless `keepAnswers` is set, and where the server repeats it
 * in a later text it is replaced by `<answer KEY.FIELD>` in any case; a yes or no is not.
 *
 * @throws TypeError for a call that is none. VueltaError as {@link Harness} throws them, for example `ask_unanswered`.
 * @example
 * ```ts
 * const recording = await recordCall(harness, { tool: 'book', args: { id: 'a' }, answers: { confirm: decline() } });
 * await writeFile('book.yaml', await formatRecording(recording));
 * ```
 */
export async function recordCall(
  harness: Harness,
  { answers = {}, ...rest }: CallToRecord,
  { keepAnswers = false, ...limits }: RecordCallOptions = {},
): Promise<Recording> {
  const call = requireCall(rest);
  const outcome = await makeRecordedCall(harness, call, { ...limits, answers });
  const masker = new Masker(call);
  const rounds: RecordedRound[] = [];
  let before = false;
  for (const round of outcome.rounds) {
    if (!isLast(round)) rounds.push(toRound(round, before, { revision: harness.revision, masker, keep: keepAnswers }));
    before = round.state !== undefined;
  }
  return { recording: 1, revision: harness.revision, call, rounds, end: seeEnd(outcome, masker) };
}
