import { type Check, EITHER } from '../../check.js';
import { describeResponse, type CaseResponse } from '../../evidence/response.js';
import { happyAnswers } from '../../walk/happy-path.js';
import { type LearnedRound, canRefuse } from '../../walk/learned.js';
import { ELICITATION, MRTR } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { effectsBetween } from '../../walk/probe.js';
import { answering, describeChange, leaveUntouched, type Try, withProbe } from './measure.js';
import { fault, type Finding, NotTestable, pass } from '../../evidence/finding.js';

const beforeAnswer: Check = {
  id: 'effects.none-before-answer',
  level: 'MUST',
  revisions: EITHER,
  title: 'Nothing has changed as long as a question of the call is open.',
  spec: MRTR.server,
  why: 'The question is for the person to decide. If it is done already, their no comes too late, and a host that never comes back leaves it done.',
  fix: 'Ask first. Do the work in the round in which the last yes arrives.',
  run: (trial) =>
    withProbe(trial, async () => {
      const { rounds } = await trial.learned();
      const talk = await trial.talk();
      const before = await trial.readProbe();
      let heard: CaseResponse = await talk.first();
      for (const { number } of rounds) {
        if (heard.kind !== 'asks')
          throw new NotTestable(`round ${number} should ask, and the server ${describeResponse(heard)}`, heard);
        const after = await trial.readProbe();
        if (effectsBetween(before, after) !== 0) {
          const when = number === rounds.length ? 'the last answer' : `the answer to round ${number}`;
          return fault(`The world changed before ${when}. ${describeChange(before, after)}`, heard);
        }
        if (number < rounds.length) heard = await talk.retry(heard, await happyAnswers(talk, heard));
      }
      return pass(rounds.length);
    }),
};

function noneOn(trial: Trial, action: 'decline' | 'cancel'): Promise<Finding> {
  const refusals = ({ asks }: LearnedRound): Try[] =>
    asks.filter(canRefuse).map(({ key }) => ({
      name: `${action} of '${key}'`,
      send: answering(key, { action }, action),
    }));
  const nothing = `nothing in the happy path can be answered with ${action}`;
  return leaveUntouched(trial, refusals, { owner: `answers.${action}`, nothing });
}

const onDecline: Check = {
  id: 'effects.none-on-decline',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A decline, of any question of the call, changes nothing.',
  spec: ELICITATION.actions,
  why: 'The person said no.',
  fix: "Do the work only when the action is 'accept', and only after every question of the call has its yes.",
  run: (trial) => noneOn(trial, 'decline'),
};

const onCancel: Check = {
  id: 'effects.none-on-cancel',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A cancel, of any question of the call, changes nothing.',
  spec: ELICITATION.actions,
  why: 'The person closed the question without an answer. That is not a yes.',
  fix: "Do the work only when the action is 'accept'; a cancel is no answer at all.",
  run: (trial) => noneOn(trial, 'cancel'),
};

export const NONE: readonly Check[] = [beforeAnswer, onDecline, onCancel];
