import { NotTestable } from './finding.js';
import type { Conversation, Twist } from './conversation.js';
import { type Asked, describeHeard, type Ended, type Heard } from './response.js';
import type { Learned, LearnedRound } from './learn.js';
import type { Responses } from './answers.js';

/** The last response of the happy path that asks, and what the happy path answers to it. */
export interface LastRound {
  readonly asked: Asked;
  readonly responses: Responses | undefined;
  /** The same round as it was learned. */
  readonly round: LearnedRound;
}

/** Walks the happy path up to its last question. */
export async function walkToLast(talk: Conversation, { rounds }: Learned): Promise<LastRound> {
  const round = rounds.at(-1) as LearnedRound;
  const asked = await talk.walkTo(round.number);
  return { asked, responses: await happyAnswers(talk, asked), round };
}

/** The happy answers to a response; none where it asks nothing. */
export async function happyAnswers(talk: Conversation, asked: Asked): Promise<Responses | undefined> {
  return asked.asks.length === 0 ? undefined : talk.answersTo(asked);
}

/** Sends the last request. The same call repeats it to the letter. */
export function sendLast(talk: Conversation, { asked, responses }: LastRound, twist: Twist = {}): Promise<Heard> {
  return talk.retry(asked, responses, twist);
}

/** Sends the last request for the first time: it must succeed, or nothing that follows would prove anything. */
export async function finish(talk: Conversation, last: LastRound): Promise<Ended> {
  const heard = await sendLast(talk, last, { label: 'last request' });
  if (heard.kind === 'result' && !heard.isError) return heard;
  throw new NotTestable(`the happy path should end with a result, and the server ${describeHeard(heard)}`, heard);
}
