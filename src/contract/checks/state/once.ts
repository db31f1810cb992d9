import type { Check } from '../../check.js';
import { type Ended, type CaseResponse, describeResponse } from '../../evidence/response.js';
import { endsLike, sameResult } from '../../walk/judge.js';
import { finish, type LastRound, sendLast, walkToLast } from '../../walk/happy-path.js';
import { canRefuse, type Learned, refuseAll } from '../../walk/learned.js';
import { MRTR } from '../../../protocol/spec.js';
import type { Conversation } from '../../walk/conversation.js';
import type { Trial } from '../../walk/trial.js';
import { readsOnly } from '../tools.js';
import { fault, type Finding, notApplicable, pass } from '../../evidence/finding.js';

/**
 * Whether a second request succeeded by itself: it ended like the first, and not with the same result. A server that says in
 * other words that it is already done has noticed.
 */
const succeededAgain = (heard: CaseResponse, ended: CaseResponse): boolean =>
  heard.kind === 'result' && !heard.isError && !sameResult(heard, ended) && endsLike(heard, ended);

const ONCE =
  'Keep the id of each call that has ended, with its answer and its result, until its state expires: give the same request the same result, and refuse another. A tool that only reads says so with readOnlyHint.';

/** Runs a rule about the last request, unless a second use of its state does no harm. */
async function atLastRequest(
  trial: Trial,
  rule: (talk: Conversation, last: LastRound, learned: Learned) => Promise<Finding>,
): Promise<Finding> {
  const reads = await readsOnly(trial);
  if (reads !== undefined) return notApplicable(reads);
  const talk = await trial.talk();
  const learned = await trial.learned();
  return rule(talk, await walkToLast(talk, learned), learned);
}

const replayed: Check = {
  id: 'state.replayed',
  level: 'MUST',
  title: 'The last request, sent again after it succeeded, gets the same result to the letter, or is refused.',
  spec: MRTR.server,
  why: 'Hosts and proxies send a request again when its response was lost. The person said yes once, and two places are booked.',
  fix: ONCE,
  run: (trial) =>
    atLastRequest(trial, async (talk, last) => {
      const ended = await finish(talk, last);
      const again = await sendLast(talk, last, { label: 'last request again' });
      if (again.kind === 'silent') return fault('The last request, sent again, got no response.', again);
      if (succeededAgain(again, ended)) return fault(differs('The last request, sent again,', ended), again);
      return pass(1);
    }),
};

const differs = (which: string, ended: Ended): string =>
  `${which} succeeded by itself; the first time the server ${describeResponse(ended)}.`;

const otherAnswer: Check = {
  id: 'state.replayed-other-answer',
  level: 'SHOULD',
  title:
    'After the call succeeded, its last state with a decline or a cancel is refused, or gets the result of the success.',
  spec: MRTR.server,
  why: 'The person is told that nothing was done, and it was.',
  fix: ONCE,
  run: (trial) =>
    atLastRequest(trial, async (talk, last, learned) => {
      const actions = ['decline', 'cancel'] as const;
      const refused = actions.map((action) => ({ action, responses: refuseAll(last.round, action) }));
      if (!last.round.asks.some(canRefuse)) {
        return notApplicable('the last round asks nothing that can be declined');
      }
      const controls = [];
      for (const { action, responses } of refused) {
        const { asked } = await walkToLast(talk, learned);
        controls.push(await talk.retry(asked, responses, { label: `control: ${action}` }));
      }
      const ended = await finish(talk, last);
      for (const [index, { action, responses }] of refused.entries()) {
        const again = await talk.retry(last.asked, responses, { label: `${action} after success` });
        const believed = endsLike(again, controls[index]) && !endsLike(again, ended);
        if (believed) return fault(`The ${action} counted after the call had succeeded.`, ended, again);
        if (succeededAgain(again, ended)) return fault(differs(`The ${action} after success`, ended), again);
      }
      return pass(refused.length);
    }),
};

const concurrent: Check = {
  id: 'state.concurrent',
  level: 'MUST',
  title: 'Of two last requests at once, one succeeds; the other gets the same result, or is refused.',
  spec: MRTR.server,
  why: 'A double click, or a host that is too quick to repeat, and what the person agreed to once is done twice.',
  fix: 'Mark the state as used before the work begins, in one step that only one request can win; let the other wait for its result.',
  run: (trial) =>
    atLastRequest(trial, async (talk, last) => {
      const [one, other] = await Promise.all([
        sendLast(talk, last, { label: 'last request' }),
        sendLast(talk, last, { label: 'last request, at the same time' }),
      ]);
      const ended = [one, other].find((heard) => heard.kind === 'result' && !heard.isError);
      if (ended === undefined) return fault('Neither of two last requests at once succeeded.', one, other);
      const second = ended === one ? other : one;
      if (second.kind === 'silent') return fault('One of two last requests at once got no response.', second);
      if (succeededAgain(second, ended)) return fault('Both of two last requests at once succeeded.', one, other);
      return pass(1);
    }),
};

export const ONCE_ONLY: readonly Check[] = [replayed, otherAnswer, concurrent];
