import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Ask } from '../../protocol/ask.js';
import { isObject } from '../../json.js';
import { MISSING_CAPABILITY } from '../../protocol/reply.js';
import { NotTestable } from './finding.js';
import type { CaseRequest } from '../case/case.js';
import type { Conversation } from './conversation.js';
import { type Asked, describeHeard, type Ended, type Heard } from './response.js';
import type { Responses } from './answers.js';

/** One asking response of the happy path, and what the happy path answers. */
export interface LearnedRound {
  /** From 1. */
  readonly number: number;
  readonly asked: Asked;
  readonly asks: readonly Ask[];
  readonly responses: Responses;
}

/** How a case runs when nothing is wrong: learned once, from the server's own asks. */
export interface Learned {
  readonly rounds: readonly LearnedRound[];
  /** The result of the happy path. */
  readonly accepted: Ended;
  /** What follows when every ask of the first round that can be declined is, and the same for cancel. */
  readonly declined: Heard | undefined;
  readonly cancelled: Heard | undefined;
  /** Whether any response of the happy path carried a state. */
  readonly stateful: boolean;
  /** The request of the walk that was learned. */
  readonly request: CaseRequest;
  /** What the client declared, so that it was asked. */
  readonly declared: ClientCapabilities;
}

/** Opens a conversation on a server that nobody has used. */
export type FreshConversation = () => Promise<Conversation>;

/** The longest happy path. */
const LONGEST = 16;

const canRefuse = ({ kind }: Ask): boolean => kind === 'form' || kind === 'url';

/** The happy answers of a round with every elicitation refused. */
export function refuseAll({ asks, responses }: LearnedRound, action: 'decline' | 'cancel'): Responses {
  const entries = asks.map((ask) => [ask.key, canRefuse(ask) ? { action } : responses[ask.key]] as const);
  return Object.fromEntries(entries);
}

/** Why nothing is known about a case that says no. */
export const REFUSES = "the case's answers decline; give those with which the call does what it is for";

/** Whether the happy answer to an ask is a no. */
export function refuses({ responses }: LearnedRound, { key }: Ask): boolean {
  const response = responses[key];
  return isObject(response) && (response['action'] === 'decline' || response['action'] === 'cancel');
}

/** Whether the happy answers say no to everything that one can say no to. */
function refusesAll(rounds: readonly LearnedRound[]): boolean {
  const refused = rounds.flatMap((round) => round.asks.filter(canRefuse).map((ask) => refuses(round, ask)));
  return refused.length > 0 && refused.every(Boolean);
}

async function walk(talk: Conversation): Promise<Pick<Learned, 'rounds' | 'accepted'>> {
  const rounds: LearnedRound[] = [];
  let heard = await talk.first();
  while (heard.kind === 'asks') {
    if (rounds.length === LONGEST) throw new NotTestable(`the happy path still asks after ${LONGEST} rounds`, heard);
    const { asks } = heard;
    const responses = await talk.answersTo(heard);
    rounds.push({ number: rounds.length + 1, asked: heard, asks, responses });
    heard = await talk.retry(heard, asks.length === 0 ? undefined : responses);
  }
  if (heard.kind !== 'result' || heard.isError) {
    throw new NotTestable(`the happy path should end with a result, and the server ${describeHeard(heard)}`, heard);
  }
  if (!rounds.some(({ asks }) => asks.length > 0)) {
    throw new NotTestable('the server asked nothing with these arguments', heard);
  }
  return { rounds, accepted: heard };
}

/** Walks the case three times: with the happy answers, with a decline, and with a cancel. */
export async function learn(open: FreshConversation, declared: ClientCapabilities): Promise<Learned> {
  const own = await open();
  const { known, request } = own;
  known.learn([], request.params);
  const { rounds, accepted } = await walk(own);
  known.learn(rounds, request.params);
  if (refusesAll(rounds)) throw new NotTestable(REFUSES, accepted);
  const first = rounds.find(({ asks }) => asks.some(canRefuse));
  const ending = async (action: 'decline' | 'cancel'): Promise<Heard | undefined> => {
    if (first === undefined) return undefined;
    const talk = await open();
    return talk.retry(await talk.walkTo(first.number), refuseAll(first, action), { label: action });
  };
  const stateful = rounds.some(({ asked }) => asked.state !== undefined);
  const refused = { declined: await ending('decline'), cancelled: await ending('cancel') };
  return { rounds, accepted, ...refused, stateful, request, declared };
}

const lastHeard = (error: unknown): Heard | undefined =>
  error instanceof NotTestable ? error.heard.at(-1) : undefined;

/** Whether a happy path that did not run may do so for a client that declares more. */
export function mayNeedMore(error: unknown): boolean {
  const kind = lastHeard(error)?.kind;
  return kind === 'error' || kind === 'result';
}

/** Of the reasons why a happy path ran for neither declaration, the one that says more. */
export function tellingOf(usual: unknown, all: unknown): unknown {
  const heard = lastHeard(usual);
  const isMissing = heard?.kind === 'error' && heard.code === MISSING_CAPABILITY;
  return isMissing || !mayNeedMore(all) ? all : usual;
}
