import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Revision } from '../../protocol/revision.js';
import type { ContractCase } from '../case/case.js';
import type { ContractConfig } from '../case/config.js';
import { ALL, USUAL } from '../case/opened-server.js';
import { Connections, type SharedCase } from './connections.js';
import { HangingDetector } from './hanging.js';
import { KnownAsks } from './known-asks.js';
import { canRefuse, type Learned, type LearnedRound, refuseAll, REFUSES, refuses } from './learned.js';
import type { CaseResponse } from '../evidence/response.js';
import type { Conversation } from './conversation.js';
import { NotTestable } from '../evidence/finding.js';
import { happyAnswers, MOST_ROUNDS, requireResult, walkTo } from './happy-path.js';
import { MISSING_CAPABILITY } from '../../protocol/reply.js';
import type { Servers } from './servers.js';
import { Redactor } from '../evidence/redactor.js';

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
async function learn(
  open: () => Promise<Conversation>,
  declared: ClientCapabilities,
  known: KnownAsks,
): Promise<Learned> {
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
function mayNeedMore(error: unknown): boolean {
  const kind = lastHeard(error)?.kind;
  return kind === 'error' || kind === 'result';
}

/** Of the reasons why a happy path ran for neither declaration, the one that says more. */
function tellingOf(usual: unknown, all: unknown): unknown {
  const heard = lastHeard(usual);
  const isMissing = heard?.kind === 'error' && heard.code === MISSING_CAPABILITY;
  return isMissing || !mayNeedMore(all) ? all : usual;
}

/** A case of a run, which is learned once for all its checks. */
export class CaseContext implements SharedCase {
  readonly case: ContractCase;
  readonly config: ContractConfig;
  readonly revision: Revision;
  readonly servers: Servers;
  readonly redactor = new Redactor();
  readonly known = new KnownAsks();
  readonly hanging = new HangingDetector();
  #learned: Promise<Learned> | undefined;

  constructor(parts: Pick<SharedCase, 'case' | 'config' | 'revision' | 'servers'>) {
    this.case = parts.case;
    this.config = parts.config;
    this.revision = parts.revision;
    this.servers = parts.servers;
  }

  learned(): Promise<Learned> {
    this.#learned ??= this.#learn();
    return this.#learned;
  }

  declared(): Promise<ClientCapabilities> {
    return this.learned().then(
      ({ declared }) => declared,
      () => USUAL,
    );
  }

  async #learn(): Promise<Learned> {
    try {
      return await this.#learnDeclaring(USUAL);
    } catch (error) {
      if (!mayNeedMore(error)) throw error;
      return this.#learnDeclaring(ALL).catch((other: unknown) => {
        throw tellingOf(error, other);
      });
    }
  }

  async #learnDeclaring(declared: ClientCapabilities): Promise<Learned> {
    const connections = new Connections(this, async () => declared);
    const open = async () => {
      await connections.renew();
      return connections.talk();
    };
    try {
      return await learn(open, declared, this.known);
    } finally {
      await connections.end();
    }
  }
}
