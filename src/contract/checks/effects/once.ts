import { setTimeout as sleep } from 'node:timers/promises';
import { type Check, EITHER } from '../../check.js';
import type { CaseResponse } from '../../evidence/response.js';
import { finish, type LastRound, sendLast, walkToLast, walkToEnd } from '../../walk/happy-path.js';
import { INVALID } from '../../walk/judge.js';
import { refuseAll, canRefuse } from '../../walk/learned.js';
import { MRTR } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { effectsBetween } from '../../walk/probe.js';
import { describeChange, type Measure, NO_PROBE, withProbe, notOnce } from './measure.js';
import { fault, type Finding, notApplicable, pass } from '../../evidence/finding.js';
import type { Conversation } from '../../walk/conversation.js';

const FIX =
  'Claim the id of the call in a store before the work begins, keep its result there, and give a repeated request that result.';

const NO_COUNT = 'the probe counts nothing, and the world never looks the same twice';

const onAccept: Check = {
  id: 'effects.once-on-accept',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A call whose questions all have their yes does what it is for exactly once.',
  spec: MRTR.server,
  why: 'The person agreed to one booking, and gets two, or none.',
  fix: 'Do the work once, in the last round: a handler runs again from the top in every round, with all that stands before the ask.',
  run: async (trial) => {
    if (trial.case.probe === undefined) return NO_PROBE;
    const talk = await trial.talk();
    const before = await trial.readProbe();
    const ended = await walkToEnd(talk);
    const after = await trial.readProbe();
    const found = effectsBetween(before, after);
    const { effect = 1 } = trial.case;
    if (found === 0) return fault('The accepted call changed nothing that the probe reads.', ended);
    if (found === 'some' || found === effect) return pass(1);
    return fault(`The accepted call had ${found} effects and not ${effect}. ${describeChange(before, after)}`, ended);
  },
};

/** Goes through a call to its success, does something more, and compares the world before and after that. */
function afterSuccess(
  trial: Trial,
  name: string,
  more: (talk: Conversation, last: LastRound) => Promise<readonly CaseResponse[] | undefined>,
): Promise<Finding> {
  return withProbe(trial, async () => {
    const talk = await trial.talk();
    const last = await walkToLast(talk, await trial.learned());
    const ended = await finish(talk, last);
    const done = await trial.readProbe();
    const responses = await more(talk, last);
    if (responses === undefined) return notApplicable('the last round asks nothing that can be declined');
    const after = await trial.readProbe();
    if (effectsBetween(done, after) === 0) return pass(responses.length);
    return fault(`${name} changed the world again. ${describeChange(done, after)}`, ended, ...responses);
  });
}

const afterRepeat: Check = {
  id: 'effects.once-after-repeat',
  level: 'MUST',
  title: 'The last request, sent again after it succeeded, changes nothing more.',
  spec: MRTR.server,
  why: 'Hosts and proxies send a request again when its response was lost. The person said yes once, and pays twice.',
  fix: FIX,
  run: (trial) =>
    afterSuccess(trial, 'The last request, sent twice more after it succeeded,', async (talk, last) => [
      await sendLast(talk, last, { label: 'last request again' }),
      await sendLast(talk, last, { label: 'and once more' }),
    ]),
};

const forOtherAnswer: Check = {
  id: 'effects.once-for-other-answer',
  level: 'MUST',
  title: 'After the call succeeded, its last state with another answer changes nothing.',
  spec: MRTR.server,
  why: 'What was agreed to and done is undone, or done again, behind the back of the person who was told that it is done.',
  fix: `${FIX} Refuse another answer to a question that has been answered.`,
  run: (trial) =>
    afterSuccess(
      trial,
      'The last state, sent once more with a decline and once with a cancel after the call succeeded,',
      async (talk, last) => {
        if (!last.round.asks.some(canRefuse)) return undefined;
        const heard: CaseResponse[] = [];
        for (const action of ['decline', 'cancel'] as const) {
          heard.push(await talk.retry(last.asked, refuseAll(last.round, action), { label: `${action} after success` }));
        }
        return heard;
      },
    ),
};

async function judgeOnce(
  trial: Trial,
  measure: Measure,
  what: string,
  run: (last: LastRound) => Promise<readonly CaseResponse[]>,
): Promise<Finding> {
  const talk = await trial.talk();
  const before = await trial.readProbe();
  const last = await walkToLast(talk, await trial.learned());
  const heard = await run(last);
  const after = await trial.readProbe();
  const more = notOnce(measure, before, after);
  if (more === 'unknown') return notApplicable(NO_COUNT);
  if (more)
    return fault(
      `${what}: what was agreed to once was done more than once. ${describeChange(before, after)}`,
      ...heard,
    );
  const claimed = heard.some((one) => one.kind === 'result' && !one.isError);
  if (claimed && effectsBetween(before, after) === 0) {
    return fault(`${what}: the server said that it is done, and nothing was.`, ...heard);
  }
  return pass(1);
}

const whenConcurrent: Check = {
  id: 'effects.once-when-concurrent',
  level: 'MUST',
  title: 'Two last requests at once do the work once.',
  spec: MRTR.server,
  why: 'A double click, or a host that is too quick to repeat, and what the person agreed to once is done twice.',
  fix: FIX,
  run: (trial) =>
    withProbe(trial, async (measure) => {
      const talk = await trial.talk();
      return judgeOnce(trial, measure, 'Two last requests at once', (last) =>
        Promise.all(['last request', 'last request, at the same time'].map((label) => sendLast(talk, last, { label }))),
      );
    }),
};

async function repeatsWork(trial: Trial): Promise<boolean> {
  const talk = await trial.talk();
  const last = await walkToLast(talk, await trial.learned());
  await finish(talk, last);
  const done = await trial.readProbe();
  await sendLast(talk, last, { label: 'control: last request again' });
  return effectsBetween(done, await trial.readProbe()) !== 0;
}

/** When the request is given up, as a part of the time that it usually takes. */
const MOMENTS = [0, 0.3, 0.6, 0.9];

/** How often, and how far apart, a request is sent again that may still be running: 2 s in all. */
const ATTEMPTS = 20;
const PAUSE_MS = 100;

/** Sends the last request, gives it up while it runs, and sends it again until the server says how it ended. */
async function loseResponse(trial: Trial, last: LastRound, afterMs: number, usualMs: number): Promise<CaseResponse[]> {
  const talk = await trial.talk();
  const lost = new AbortController();
  const sending = sendLast(talk, last, { label: 'last request, given up', signal: lost.signal });
  await sleep(afterMs);
  lost.abort();
  const first = await sending;
  // The work may go on without its client; who repeats the call does so later.
  await sleep(usualMs * 2 + 20);
  let again = await sendLast(talk, last, { label: 'last request again' });
  for (let count = 1; again.kind !== 'result' && count < ATTEMPTS; count += 1) {
    if (again.kind === 'asks' || (again.kind === 'error' && again.code === INVALID)) break;
    await sleep(PAUSE_MS);
    again = await sendLast(talk, last, { label: 'last request again' });
  }
  return [first, again];
}

const afterLostResponse: Check = {
  id: 'effects.once-after-lost-response',
  level: 'MUST',
  title: 'A last request whose response is lost while it runs, and that is sent again, does the work once.',
  spec: MRTR.server,
  why: 'Connections break. The host asks again what became of the call, and what the person agreed to once is done twice.',
  fix: `${FIX} Do not let go of the claim when the client is gone: the work may be done.`,
  run: (trial) =>
    withProbe(trial, async (measure) => {
      if (await repeatsWork(trial))
        return notApplicable('a repeat changes the world, which effects.once-after-repeat reports');
      const usualMs = (await trial.learned()).accepted.recorded.step.ms;
      for (const moment of MOMENTS) {
        await trial.renew();
        const afterMs = Math.floor(usualMs * moment);
        const finding = await judgeOnce(trial, measure, `The response was lost after ${afterMs} ms`, (last) =>
          loseResponse(trial, last, afterMs, usualMs),
        );
        if (finding.status !== 'pass') return finding;
      }
      return pass(MOMENTS.length);
    }),
};

export const ONCE: readonly Check[] = [onAccept, afterRepeat, forOtherAnswer, whenConcurrent, afterLostResponse];
