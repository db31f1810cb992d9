import { type Finding, fault, NotTestable, notApplicable, pass } from '../../evidence/finding.js';
import type { Conversation } from '../../walk/conversation.js';
import type { Asked, CaseResponse } from '../../evidence/response.js';
import { asksAgain, wentAhead } from '../../walk/judge.js';
import { happyAnswers, walkTo } from '../../walk/happy-path.js';
import type { Learned, LearnedRound } from '../../walk/learned.js';
import type { Trial } from '../../walk/trial.js';
import type { StateVariant } from '../state-variants.js';

export type AskedWithState = Asked & { readonly state: string };

export const NO_STATE = 'no round of the case carries a state';

export function statefulRounds({ rounds }: Learned): readonly LearnedRound[] {
  return rounds.filter(({ asked }) => asked.state !== undefined);
}

/** Walks to a round that is known to carry a state. */
export async function walkToState(talk: Conversation, round: number): Promise<AskedWithState> {
  const asked = await walkTo(talk, round);
  if (asked.state !== undefined) return asked as AskedWithState;
  throw new NotTestable(`round ${round} carried a state when the case was learned, and this time none`, asked);
}

export async function sendState(talk: Conversation, asked: Asked, { how, state }: StateVariant): Promise<CaseResponse> {
  const responses = await happyAnswers(talk, asked);
  const label = `the state ${how}`;
  if (typeof state === 'string') return talk.retry(asked, responses, { label, state });
  const { method, params } = talk.request;
  return talk.retry(asked, responses, {
    label,
    state: null,
    request: { method, params: { ...params, requestState: state } },
  });
}

/**
 * What went wrong when a state came with a request that it was not made for. That request alone leads to `first`; to ask that, or
 * the same again, is to begin anew.
 */
export function misled(heard: CaseResponse, at: Asked, first: Asked, learned: Learned): string | undefined {
  if (heard.kind === 'silent') return 'got no response';
  const ahead =
    heard.kind === 'asks'
      ? heard.asks.length > 0 && !asksAgain(heard, first) && !asksAgain(heard, at)
      : wentAhead(heard, at, learned);
  return ahead ? 'was accepted' : undefined;
}

/** Sends altered states in every round that has one; each must be refused, or the call begun anew. */
export async function tryStates(
  trial: Trial,
  alter: (state: string) => readonly StateVariant[],
  nothing: string,
): Promise<Finding> {
  const learned = await trial.learned();
  const rounds = statefulRounds(learned);
  if (rounds.length === 0) return notApplicable(NO_STATE);
  const talk = await trial.talk();
  let tried = 0;
  for (const { number } of rounds) {
    const asked = await walkToState(talk, number);
    for (const variant of alter(asked.state)) {
      const heard = await sendState(talk, asked, variant);
      tried += 1;
      const where = `Round ${number}: the state ${variant.how}`;
      if (heard.kind === 'silent') return fault(`${where} got no response.`, heard);
      if (wentAhead(heard, asked, learned)) return fault(`${where} was accepted.`, heard);
    }
  }
  return tried === 0 ? notApplicable(nothing) : pass(tried);
}
