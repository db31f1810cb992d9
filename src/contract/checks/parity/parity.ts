import { fetchUnlimited } from '../../../client/connection/fetch.js';
import { MODERN, LEGACY } from '../../../protocol/revision.js';
import type { FetchLike } from '@modelcontextprotocol/client';
import { VueltaError } from '../../../errors.js';
import { type Check, EITHER } from '../../check.js';
import type { Conversation } from '../../walk/conversation.js';
import { type OpenedServer, isAddress, isCommand } from '../../case/opened-server.js';
import { BASE, ELICITATION } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { type Comparison, follow } from './walk.js';
import { fault, type Finding, notApplicable, pass } from '../../evidence/finding.js';

async function legacyTalk(trial: Trial): Promise<Conversation | Finding> {
  const server = await trial.server();
  const isUrl = isAddress(server.target);
  let session = !isUrl;
  const base = server.connect?.fetch ?? fetchUnlimited;
  const fetch: FetchLike = async (url, init) => {
    const response = await base(url, init);
    session ||= response.headers.has('mcp-session-id');
    return response;
  };
  try {
    const harness = await trial.connect({ revision: LEGACY, ...(isUrl && { fetch }) });
    if (session) return trial.conversation(harness, { elsewhere: true });
    return notApplicable(`over HTTP the server keeps no session on ${LEGACY}, so nothing can be asked there`);
  } catch (error) {
    if (!(error instanceof VueltaError) || error.code !== 'connect_failed') throw error;
    return notApplicable(`the server does not speak ${LEGACY}`);
  }
}

const isFinding = (talk: Conversation | Finding): talk is Finding => 'status' in talk;

const revisions: Check = {
  id: 'parity.revisions',
  level: 'SHOULD',
  title: `On ${LEGACY} the server asks the same questions as on ${MODERN}, and the same answers give the same result.`,
  spec: BASE.revisions,
  why: 'Most hosts still speak the older revision. There a person would be asked something else, or nothing at all, before the same thing is done.',
  fix: 'Serve both revisions from one handler: return the asks from it, and let the SDK send them as requests of the older revision.',
  run: async (trial) => {
    const learned = await trial.learned();
    const talk = await legacyTalk(trial);
    if (isFinding(talk)) return talk;
    const found = await follow(talk, learned, { where: `On ${LEGACY}`, keyed: false });
    return found.same ? pass(found.tried) : fault(found.message, ...found.heard);
  },
};

const decline: Check = {
  id: 'parity.decline',
  level: 'SHOULD',
  title: `A decline and a cancel lead to the same ending on ${LEGACY} as on ${MODERN}.`,
  spec: ELICITATION.actions,
  why: 'A person who says no in a host of the older revision must be heard just as well.',
  fix: "Judge the three actions in one place for both revisions; do not take the older revision's answer apart by hand.",
  run: async (trial) => {
    const learned = await trial.learned();
    if (learned.declined === undefined) return notApplicable('nothing in the happy path can be declined');
    let tried = 0;
    for (const refuse of ['decline', 'cancel'] as const) {
      if (tried > 0) await trial.renew();
      const talk = await legacyTalk(trial);
      if (isFinding(talk)) return talk;
      const found = await follow(talk, learned, { where: `On ${LEGACY}`, keyed: false, refuse });
      if (found.same) tried += found.tried;
      else if (found.differs === 'ending') return fault(found.message, ...found.heard);
      else return notApplicable('the two revisions do not ask the same, which parity.revisions reports');
    }
    return pass(tried);
  },
};

type Way = 'stdio' | 'http';

type Open = () => OpenedServer | Promise<OpenedServer>;

function namedWays({ config: { transports = {} } }: Trial): ReadonlyArray<readonly [Way, Open]> {
  const { stdio, http } = transports;
  const ways: Array<readonly [Way, Open]> = [];
  if (stdio !== undefined) ways.push(['stdio', () => ({ target: stdio })]);
  if (http !== undefined) ways.push(['http', typeof http === 'function' ? http : () => ({ target: http })]);
  return ways;
}

const wayOf = ({ target }: OpenedServer): Way => (isCommand(target) ? 'stdio' : 'http');

async function compare(trial: Trial, way: Way, open: Open): Promise<Comparison> {
  const learned = await trial.learned();
  const server = await open();
  const where = way === 'stdio' ? 'Over stdio' : 'Over HTTP';
  try {
    const harness = await trial.connect({ server });
    return await follow(trial.conversation(harness, { elsewhere: true }), learned, {
      where,
      keyed: trial.revision === MODERN,
    });
  } finally {
    await server.close?.();
  }
}

const transports: Check = {
  id: 'parity.transports',
  level: 'SHOULD',
  title: 'Over stdio and over HTTP the server asks the same questions, and the same answers give the same result.',
  spec: BASE.transports,
  why: 'Which host a person uses decides the transport. It must not decide whether they are asked.',
  fix: 'Make the server in one function, and let the entry points for stdio and for HTTP do nothing but serve it.',
  revisions: EITHER,
  run: async (trial) => {
    const own = wayOf(await trial.server());
    const ways = namedWays(trial);
    if (!ways.some(([way]) => way !== own)) {
      return notApplicable('only one transport is known; name the other in transports.stdio or transports.http');
    }
    let tried = 0;
    for (const [way, open] of ways) {
      const found = await compare(trial, way, open);
      if (!found.same) return fault(found.message, ...found.heard);
      tried += found.tried;
    }
    return pass(tried);
  },
};

export const PARITY: readonly Check[] = [revisions, decline, transports];
