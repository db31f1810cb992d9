import { NotTestable } from '../../evidence/finding.js';
import type { Asked, CaseResponse } from '../../evidence/response.js';
import { crashed, endsLike, sameAsk, unchangedAsk, wentAhead } from '../../walk/judge.js';
import { type Learned, refuseAll } from '../../walk/learned.js';
import type { Trial } from '../../walk/trial.js';
import { type Attempt, reach, type Verdict } from './attempt.js';
import { walkToEnd } from '../../walk/happy-path.js';

/** Whether the response is what a decline or a cancel of this very round leads to. */
async function endsLikeNo(trial: Trial, { variant, heard }: Attempt): Promise<boolean> {
  for (const action of ['decline', 'cancel'] as const) {
    const { talk, at } = await reach(trial, variant.round);
    const no = await talk.retry(at, refuseAll(variant.round, action), { label: `${action}, to compare` });
    if (endsLike(heard, no)) return true;
  }
  return false;
}

export async function wasAccepted(made: Attempt, learned: Learned, trial: Trial): Promise<boolean> {
  const { heard, at } = made;
  if (!wentAhead(heard, at, learned)) return false;
  return heard.kind === 'asks' || endsLike(heard, learned.accepted) || !(await endsLikeNo(trial, made));
}

/** Nothing that is no answer may count as one, or break the server. How it is refused is the server's choice. */
export const notAnAnswer: Verdict = async (made, learned, trial) => {
  if (crashed(made.heard)) return 'broke the server';
  return (await wasAccepted(made, learned, trial)) ? 'was accepted' : undefined;
};

export function askedUnchanged(heard: CaseResponse, at: Asked): readonly string[] {
  if (heard.kind !== 'asks') return [];
  return at.asks.filter((ask) => heard.asks.some((again) => unchangedAsk(ask, again))).map(({ key }) => key);
}

/** Whether an answer did not count: its question stands there again, which the happy path itself does not lead to. */
export function isAskedAgain(heard: CaseResponse, at: Asked, { rounds }: Learned): boolean {
  const index = rounds.findIndex(({ asks }) => asks.some((ask) => at.asks.some((one) => sameAsk(ask, one))));
  const next = rounds[index + 1]?.asked;
  const isUsual = next !== undefined && askedUnchanged(next, at).length > 0;
  return !isUsual && askedUnchanged(heard, at).length > 0;
}

/**
 * What fits the form is taken, or it is said why not: by asking again with a reason, or by a result of the server's own, since the form
 * cannot say everything that may not be. A bare repetition leaves a person with no way out.
 */
export const anAnswer: Verdict = ({ heard, at, talk }, learned) => {
  if (crashed(heard)) return 'broke the server';
  if (heard.kind === 'error' && talk.request.method === 'tools/call')
    return 'fits the form and was refused with an error';
  if (isAskedAgain(heard, at, learned)) {
    return 'fits the form and was asked for again, without a reason';
  }
  return undefined;
};

/** Whether a no leads where a yes leads: to the result of the happy path, at once or when the rest is answered. */
export async function endsLikeYes({ talk, heard, at }: Attempt, learned: Learned): Promise<boolean> {
  if (heard.kind === 'result') return endsLike(heard, learned.accepted);
  if (heard.kind !== 'asks' || !wentAhead(heard, at, learned)) return false;
  try {
    return endsLike(await walkToEnd(talk, heard), learned.accepted);
  } catch (error) {
    if (error instanceof NotTestable) return false;
    throw error;
  }
}
