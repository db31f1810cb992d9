import { type Finding, NotTestable, notApplicable, fault, pass } from '../../evidence/finding.js';
import type { LearnedRound } from '../../walk/learned.js';
import { oncePerCase, type Trial } from '../../walk/trial.js';
import { effectsBetween, type ProbeReading } from '../../walk/probe.js';
import { walkToEnd, walkTo } from '../../walk/happy-path.js';
import type { Asked, CaseResponse } from '../../evidence/response.js';
import { wentAhead } from '../../walk/judge.js';
import type { Conversation } from '../../walk/conversation.js';

export interface Measure {
  readonly effect: number | 'some';
  /** The world after it, for probes that count nothing. */
  readonly after: ProbeReading;
}

/** It costs a whole call and a server of its own. */
const takeMeasure = oncePerCase(async (trial): Promise<Measure> => {
  const talk = await trial.talk();
  const before = await trial.readProbe();
  await walkToEnd(talk);
  const after = await trial.readProbe();
  await trial.renew();
  return { effect: effectsBetween(before, after), after };
});

/**
 * The control of every rule about effects: an accepted call changes what the probe reads. Throws {@link NotTestable} when it
 * does not, because then nothing could be seen.
 */
async function measured(trial: Trial): Promise<Measure> {
  const measure = await takeMeasure(trial);
  if (measure.effect === 0) throw new NotTestable('the accepted call changes nothing that the probe reads');
  return measure;
}

/** Runs a rule about effects where they can be seen: where the case has a probe, and an accepted call changes what it reads. */
export async function withProbe(trial: Trial, rule: (measure: Measure) => Promise<Finding>): Promise<Finding> {
  return trial.case.probe === undefined ? NO_PROBE : rule(await measured(trial));
}

export const NO_PROBE = notApplicable('the case has no probe');

export function describeChange(from: ProbeReading, to: ProbeReading): string {
  const effects = effectsBetween(from, to);
  if (effects === 'some') return 'The probe reads something else than before.';
  return `The probe reads ${to.count}, and it was ${from.count}.`;
}

/** What is wrong with the effects of one call, when it was to be done once; `undefined` when nothing is, or nobody can tell. */
export function notOnce(
  { effect, after: single }: Measure,
  before: ProbeReading,
  after: ProbeReading,
): boolean | 'unknown' {
  const found = effectsBetween(before, after);
  if (effect !== 'some' && found !== 'some') return found > effect;
  return found === 0 || after.picture === single.picture ? false : 'unknown';
}

/** A request that must leave the world as it is. */
export interface Try {
  /** How a message calls it. */
  readonly name: string;
  readonly send: (talk: Conversation, asked: Asked) => Promise<CaseResponse>;
}

/**
 * Sends requests to a round, each in a call of its own, and looks at the world each time. A call that went on as after a yes is
 * left to the rule `owner`: here only the work is judged that a response hides.
 */
export function leaveUntouched(
  trial: Trial,
  triesOf: (round: LearnedRound) => readonly Try[],
  { owner, nothing }: { readonly owner: string; readonly nothing: string },
): Promise<Finding> {
  return withProbe(trial, async () => {
    const learned = await trial.learned();
    const talk = await trial.talk();
    let tried = 0;
    let ahead = 0;
    for (const round of learned.rounds) {
      for (const { name, send } of triesOf(round)) {
        const before = await trial.readProbe();
        const asked = await walkTo(talk, round.number);
        const asking = await trial.readProbe();
        const response = await send(talk, asked);
        const after = await trial.readProbe();
        if (wentAhead(response, asked, learned)) {
          ahead += 1;
          continue;
        }
        tried += 1;
        // Back to where it was before the call is no change: what was held for the person may be let go when they say no.
        if (effectsBetween(before, after) !== 0 && effectsBetween(asking, after) !== 0) {
          return fault(`Round ${round.number}, ${name}: the world changed. ${describeChange(asking, after)}`, response);
        }
      }
    }
    if (tried > 0) return pass(tried);
    return notApplicable(ahead > 0 ? `the call goes on as after a yes, which ${owner} reports` : nothing);
  });
}

/** Gives one ask another answer than the happy one. */
export const answering =
  (key: string, answer: unknown, label: string): Try['send'] =>
  async (talk, asked) =>
    talk.retry(asked, { ...(await talk.answersTo(asked)), [key]: answer }, { label });
