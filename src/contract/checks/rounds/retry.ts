import { requestOf } from '../../case/case.js';
import type { Check } from '../../check.js';
import type { Conversation } from '../../walk/conversation.js';
import type { Asked, CaseResponse } from '../../evidence/response.js';
import { BASE, MRTR } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { fault, notApplicable, pass } from '../../evidence/finding.js';
import { happyAnswers, walkTo } from '../../walk/happy-path.js';
import { isCommand } from '../../case/opened-server.js';

const turnsAway = (heard: CaseResponse): boolean =>
  heard.kind === 'error' || heard.kind === 'silent' || (heard.kind === 'result' && heard.isError);

const stateOnly: Check = {
  id: 'rounds.state-only',
  level: 'SHOULD',
  title: 'A round that asks nothing goes on when its state comes back, without inputResponses or with an empty one.',
  spec: MRTR.server,
  why: 'Such a round says "come back". A client that comes back and is turned away can never finish the call.',
  fix: 'In a round without asks, look at the state alone; treat an empty inputResponses like an absent one.',
  run: async (trial) => {
    const { rounds } = await trial.learned();
    const waits = rounds.filter(({ asks }) => asks.length === 0);
    if (waits.length === 0) return notApplicable('no round of the case is without asks');
    for (const { number } of waits) {
      for (const responses of [undefined, {}]) {
        const talk = await trial.talk();
        const label = responses === undefined ? 'state alone' : 'state and an empty inputResponses';
        const heard = await talk.retry(await walkTo(talk, number), responses, { label });
        if (turnsAway(heard)) return fault(`Round ${number} asks nothing, and does not take the ${label}.`, heard);
        if (heard.kind === 'result') await trial.renew();
      }
    }
    return pass(waits.length * 2);
  },
};

/** A response without the long way to it. */
const lastOf = ({ asks, faults, raw, recorded }: Asked): Asked => ({
  kind: 'asks',
  asks,
  faults,
  raw,
  recorded,
});

const cap: Check = {
  id: 'rounds.cap',
  level: 'advice',
  title: 'A call that is never answered comes to an end.',
  spec: MRTR.server,
  why: 'An agent that cannot reach a person repeats the call again and again. Only the server can tell it that it is over.',
  fix: 'Count the rounds in the state, and end the call with an isError result that says so.',
  run: async (trial) => {
    const { stateful } = await trial.learned();
    if (!stateful) return notApplicable('the server keeps no state, so it cannot count rounds');
    const { maxRounds = 32 } = trial.config;
    const talk = await trial.talk();
    let heard = await talk.first();
    let round = 1;
    for (; heard.kind === 'asks'; round += 1) {
      if (round === maxRounds)
        return fault(`A call that nobody answers still asks in round ${maxRounds}.`, lastOf(heard));
      heard = await talk.retry(heard, heard.asks.length === 0 ? undefined : {});
    }
    return pass(round);
  },
};

/** Walks the happy path on from a response; each retry goes through the next of the conversations. */
async function goOn(from: Asked, talks: readonly Conversation[], most: number): Promise<CaseResponse> {
  let heard: CaseResponse = from;
  for (let count = 0; heard.kind === 'asks' && count < most; count += 1) {
    const talk = talks[count % talks.length];
    if (talk === undefined) throw new RangeError('there is no conversation to go on with');
    heard = await talk.retry(heard, await happyAnswers(talk, heard));
  }
  return heard;
}

const arrived = (heard: CaseResponse): boolean => heard.kind === 'result' && !heard.isError;

function beginAnother(trial: Trial, talk: Conversation): Promise<CaseResponse> {
  const { otherArgs } = trial.case;
  const label = 'another call';
  return talk.first(otherArgs === undefined ? { label } : { label, request: requestOf(trial.case, otherArgs) });
}

const retryIndependent: Check = {
  id: 'rounds.retry-independent',
  level: 'MUST',
  title: 'A retry works by what is in it, on whatever connection it comes and whatever calls have come in between.',
  spec: BASE.stateless,
  why: 'A person may answer minutes later, when the host has reconnected or another replica takes the request. Then the answer is lost.',
  fix: 'Keep what a retry needs in the signed state, or in a store under an id in it; not in a session or a variable.',
  run: async (trial) => {
    const { rounds } = await trial.learned();
    const { target } = await trial.server();
    const ownProcess = isCommand(target);
    if (!ownProcess) {
      const talk = await trial.talk();
      const first = await walkTo(talk, 1);
      const talks = [trial.conversation(await trial.connect()), talk];
      const heard = await goOn(first, talks, rounds.length);
      if (!arrived(heard)) return fault('The answers came on another connection than the questions.', heard);
      await trial.renew();
    }
    const talk = await trial.talk();
    const first = await walkTo(talk, 1);
    await beginAnother(trial, talk);
    const heard = await goOn(first, [talk], rounds.length);
    if (!arrived(heard)) return fault('Another call began before the first one was answered.', heard);
    return pass(ownProcess ? 1 : 2);
  },
};

export const RETRIES: readonly Check[] = [stateOnly, cap, retryIndependent];
