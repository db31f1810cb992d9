import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { MISSING_CAPABILITY } from '../../protocol/reply.js';
import type { Conversation } from './conversation.js';
import { NotTestable } from '../evidence/finding.js';
import { happyAnswers, MOST_ROUNDS, requireResult, walkTo } from './happy-path.js';
import type { KnownAsks } from './known-asks.js';
import { canRefuse, type Learned, type LearnedRound, refuseAll, REFUSES, refuses } from './learned.js';
import type { CaseResponse } from '../evidence/response.js';

/** What a case is learned with. */
export interface Lesson {
  /** Opens a conversation on a server that nobody has used. */
  readonly open: () => Promise<Conversation>;
  /** What its client declares. */
  readonly declared: ClientCapabilities;
  /** Takes the asks of the case. */
  readonly known: KnownAsks;
}

/** Whether the happy answers say no to everything that one can say no to. */
function refusesAll(rounds: readonly LearnedRound[]): boolean {
  const refused = rounds.flatMap((round) => round.asks.filter(canRefuse).map((ask) => refuses(round, ask)));
  return refused.length > 0 && refused.every(Boolean);
}

async function walk(talk: Conversation): Promise<Pick<Learned, 'rounds' | 'accepted'>> {
  const rounds: LearnedRound[] = [];
  let response = await talk.first();
  while (response.kind === 'asks') {
    if (rounds.length === MOST_ROUNDS) {
      throw new NotTestable(`the happy path still asks after ${MOST_ROUNDS} rounds`, response);
    }
    const answers = await happyAnswers(talk, response);
    rounds.push({ number: rounds.length + 1, asked: response, asks: response.asks, responses: answers ?? {} });
    response = await talk.retry(response, answers);
  }
  const accepted = requireResult(response);
  if (!rounds.some(({ asks }) => asks.length > 0)) {
    throw new NotTestable('the server asked nothing with these arguments', accepted);
  }
  return { rounds, accepted };
}

/** Walks the case three times: with the happy answers, with a decline, and with a cancel. */
export async function learn({ open, declared, known }: Lesson): Promise<Learned> {
  const talk = await open();
  const { request } = talk;
  known.learn([], request.params);
  const { rounds, accepted } = await walk(talk);
  known.learn(rounds, request.params);
  if (refusesAll(rounds)) throw new NotTestable(REFUSES, accepted);
  const first = rounds.find(({ asks }) => asks.some(canRefuse));
  const ending = async (action: 'decline' | 'cancel'): Promise<CaseResponse | undefined> => {
    if (first === undefined) return undefined;
    const other = await open();
    return other.retry(await walkTo(other, first.number), refuseAll(first, action), { label: action });
  };
  const stateful = rounds.some(({ asked }) => asked.state !== undefined);
  const refused = { declined: await ending('decline'), cancelled: await ending('cancel') };
  return { rounds, accepted, ...refused, stateful, request, declared };
}

const lastHeard = (error: unknown): CaseResponse | undefined =>
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
