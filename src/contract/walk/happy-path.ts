import type { Responses } from './answers.js';
import { type Conversation, type RequestVariant, roundOf } from './conversation.js';
import { NotTestable } from '../evidence/finding.js';
import type { Learned, LearnedRound } from './learned.js';
import { type Asked, type CaseResponse, describeResponse, type Ended } from '../evidence/response.js';

export const MOST_ROUNDS = 16;

async function goOn(talk: Conversation, response: CaseResponse): Promise<CaseResponse> {
  if (response.kind !== 'asks') {
    throw new NotTestable(`the happy path ended early: the server ${describeResponse(response)}`, response);
  }
  const what = response.asks.length === 0 ? 'nothing to answer' : 'answered';
  const label = `round ${roundOf(response) + 1}, ${what}`;
  return talk.retry(response, await happyAnswers(talk, response), { label });
}

/**
 * Walks the happy path up to the response that asks for the `round`-th time, from 1. Throws {@link NotTestable} when it does not
 * come.
 */
export async function walkTo(talk: Conversation, round: number): Promise<Asked> {
  let response = await talk.first();
  for (let number = 1; number < round; number += 1) response = await goOn(talk, response);
  if (response.kind === 'asks') return response;
  const why = `round ${round} of the happy path should ask, and the server ${describeResponse(response)}`;
  throw new NotTestable(why, response);
}

/** Walks the happy path from `asked`, or from its beginning, to its result. Throws {@link NotTestable} when it has none. */
export async function walkToEnd(talk: Conversation, asked?: Asked): Promise<Ended> {
  let response: CaseResponse = asked ?? (await talk.first());
  for (let number = 1; response.kind === 'asks'; number += 1) {
    if (number > MOST_ROUNDS) throw new NotTestable(`the happy path still asks after ${MOST_ROUNDS} rounds`, response);
    response = await goOn(talk, response);
  }
  return requireResult(response);
}

export function requireResult(response: CaseResponse): Ended {
  if (response.kind === 'result' && !response.isError) return response;
  const why = `the happy path should end with a result, and the server ${describeResponse(response)}`;
  throw new NotTestable(why, response);
}

/** The last response of the happy path that asks, and what the happy path answers to it. */
export interface LastRound {
  readonly asked: Asked;
  readonly responses: Responses | undefined;
  readonly round: LearnedRound;
}

export async function walkToLast(talk: Conversation, { rounds }: Learned): Promise<LastRound> {
  const round = rounds.at(-1) as LearnedRound;
  const asked = await walkTo(talk, round.number);
  return { asked, responses: await happyAnswers(talk, asked), round };
}

/** The happy answers to a response; none where it asks nothing. */
export async function happyAnswers(talk: Conversation, asked: Asked): Promise<Responses | undefined> {
  return asked.asks.length === 0 ? undefined : talk.answersTo(asked);
}

export function sendLast(
  talk: Conversation,
  { asked, responses }: LastRound,
  twist: RequestVariant = {},
): Promise<CaseResponse> {
  return talk.retry(asked, responses, twist);
}

/** Sends the last request for the first time: it must succeed, or nothing that follows would prove anything. */
export async function finish(talk: Conversation, last: LastRound): Promise<Ended> {
  return requireResult(await sendLast(talk, last, { label: 'last request' }));
}
