import type { Ask } from '../../../protocol/ask.js';
import { type Check, EITHER } from '../../check.js';
import type { CaseResponse } from '../../evidence/response.js';
import { crashed, endsLike, INVALID } from '../../walk/judge.js';
import { type Learned, type LearnedRound, REFUSES, refuses, canRefuse } from '../../walk/learned.js';
import { ELICITATION } from '../../../protocol/spec.js';
import type { Trial } from '../../walk/trial.js';
import { type Attempt, attempt, sweep, sweepAsks, type Verdict } from '../variants/attempt.js';
import { contentOf, fieldsOf } from '../variants/field.js';
import { askedUnchanged, endsLikeYes } from '../variants/verdict.js';
import { wrongTypes } from '../variants/wrong-types.js';
import { type Finding, fault, notApplicable, NotTestable, pass } from '../../evidence/finding.js';
import { type AnswerVariant, variantOf, accept, eachAsk, type MakeVariants } from '../variants/answer-variants.js';

type No = 'decline' | 'cancel';

const refusal = (round: LearnedRound, ask: Ask, action: No): AnswerVariant =>
  variantOf(round, ask, `answered with ${action},`, () => ({ action }));

export const refusals = (trial: Trial, ...actions: readonly No[]): Promise<AnswerVariant[]> =>
  eachAsk(trial, (round, ask) => (canRefuse(ask) ? actions.map((action) => refusal(round, ask, action)) : []));

/** A no where the happy answers say no already shows nothing. */
const telling = async (trial: Trial, action: No): Promise<AnswerVariant[]> => {
  const variants = await refusals(trial, action);
  return variants.filter(({ round, ask }) => ask === undefined || !refuses(round, ask));
};

export const NOTHING = 'nothing is asked that can be declined';

/** Where the case itself says no somewhere, the result of a no may be the one of its happy path. */
async function ledToYes(made: Attempt, learned: Learned): Promise<string | undefined> {
  if (!(await endsLikeYes(made, learned))) return undefined;
  if (learned.rounds.some((round) => round.asks.some((ask) => refuses(round, ask)))) {
    throw new NotTestable(REFUSES, made.heard);
  }
  return 'led to the result of a yes';
}

/** A prompt or a resource has no other way to say no than an error. */
const notAYes: Verdict = async (made, learned) => {
  const { heard, talk } = made;
  const isTool = talk.request.method === 'tools/call';
  if (heard.kind === 'silent' || (heard.kind === 'error' && isTool))
    return 'is no failure of the call, and ended as one';
  return ledToYes(made, learned);
};

const decline: Check = {
  id: 'answers.decline',
  level: 'MUST',
  revisions: EITHER,
  title: 'A decline is handled: it is no error of the protocol, and does not lead to what a yes leads to.',
  spec: ELICITATION.errors,
  why: 'The person said no. Whatever happens after it must not be what they said no to.',
  fix: 'Handle the action decline by itself: end the call with a result that says that nothing was done, or go another way and say so.',
  run: async (trial) => sweep(trial, await telling(trial, 'decline'), notAYes, NOTHING),
};

const cancel: Check = {
  id: 'answers.cancel',
  level: 'MUST',
  revisions: EITHER,
  title: 'A cancel is handled: it is no error of the protocol, and does not lead to what a yes leads to.',
  spec: ELICITATION.errors,
  why: 'The person closed the dialog and has decided nothing.',
  fix: 'Handle the action cancel by itself: end the call with a result that says that nothing was done.',
  run: async (trial) => sweep(trial, await telling(trial, 'cancel'), notAYes, NOTHING),
};

const isLeftAlone: Verdict = ({ heard, at, variant: { ask } }) =>
  ask !== undefined && askedUnchanged(heard, at).includes(ask.key) ? 'was asked again just as it was' : undefined;

const askedAfterNo: Check = {
  id: 'answers.asked-after-no',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A question that was declined or cancelled is not asked again unchanged in the same call.',
  spec: ELICITATION.actions,
  why: 'The person who said no gets the same dialog until they say yes or the host gives up.',
  fix: 'End the call, or ask something else. Only an answer that is missing or does not fit is asked for again.',
  run: async (trial) => sweep(trial, await refusals(trial, 'decline', 'cancel'), isLeftAlone, NOTHING),
};

interface IdleContent {
  readonly says: string;
  readonly content: (happy: unknown) => unknown;
  /** No answer of the schema has it, so that the request may be refused as invalid. */
  readonly breaksSchema?: true;
}

/** The SDK makes an isError result of an error that a tool throws. */
const isTurnedAway = (heard: CaseResponse): boolean =>
  (heard.kind === 'error' && heard.code === INVALID) || (heard.kind === 'result' && heard.isError);

function idleContents(ask: Ask): readonly IdleContent[] {
  const [field] = fieldsOf(ask);
  const [wrong] = field === undefined ? [] : wrongTypes(field);
  return [
    { says: 'content null', content: () => null, breaksSchema: true },
    { says: 'content that fits', content: contentOf },
    ...(field === undefined
      ? []
      : [{ says: 'content that does not fit', content: () => ({ [field.name]: wrong?.value }) }]),
  ];
}

function alike(one: CaseResponse, other: CaseResponse): boolean {
  if (one.kind === 'result' && other.kind === 'result') return one.isError === other.isError && endsLike(one, other);
  if (one.kind === 'error' && other.kind === 'error') return one.code === other.code;
  if (one.kind !== 'asks' || other.kind !== 'asks') return false;
  const keys = ({ asks }: typeof one): string => JSON.stringify(asks.map(({ key }) => key).sort());
  return keys(one) === keys(other);
}

async function compare(trial: Trial, round: LearnedRound, ask: Ask, action: No): Promise<Finding> {
  const bare = await attempt(trial, refusal(round, ask, action));
  const contents = idleContents(ask);
  for (const { says, content, breaksSchema = false } of contents) {
    const variant = variantOf(round, ask, `answered with ${action} and ${says},`, (happy) => ({
      action,
      content: content(happy),
    }));
    const { heard } = await attempt(trial, variant);
    if (crashed(heard) && !crashed(bare.heard))
      return fault(`Round ${round.number}, ${variant.says} broke the server.`, heard);
    if ((breaksSchema && isTurnedAway(heard)) || alike(bare.heard, heard)) continue;
    return fault(`Round ${round.number}, ${variant.says} led elsewhere than a bare ${action}.`, bare.heard, heard);
  }
  return pass(contents.length);
}

const declinedContent: Check = {
  id: 'answers.declined-content',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'Content beside a decline or a cancel means nothing: null, fitting or not.',
  spec: ELICITATION.actions,
  why: 'Some hosts send content null, or what was filled in before the person said no. A server that checks it takes a no for a mistake.',
  fix: 'Look at the action first, and at content only after an accept.',
  run: async (trial) => {
    const { rounds } = await trial.learned();
    let tried = 0;
    for (const round of rounds) {
      for (const ask of round.asks.filter(({ kind }) => kind === 'form')) {
        for (const action of ['decline', 'cancel'] as const) {
          const found = await compare(trial, round, ask, action);
          if (found.status !== 'pass') return found;
          tried += found.tried;
        }
      }
    }
    return tried === 0 ? notApplicable('the happy path has no form') : pass(tried);
  },
};

function onlySwitch(ask: Ask, happy: unknown): string | undefined {
  const { properties = {} } = ask.requestedSchema ?? {};
  const [field, ...more] = fieldsOf(ask);
  const isAlone = more.length === 0 && Object.keys(properties).length === 1;
  const isYes = field?.property.type === 'boolean' && contentOf(happy)[field.name] === true;
  return isAlone && isYes ? field.name : undefined;
}

const leadsElsewhere: Verdict = async (made, learned) => {
  if (crashed(made.heard)) return 'broke the server';
  return ledToYes(made, learned);
};

const switchedOff: MakeVariants = (round, ask) => {
  const field = onlySwitch(ask, round.responses[ask.key]);
  if (field === undefined) return [];
  return [variantOf(round, ask, `accepted with ${field} false,`, () => accept({ [field]: false }))];
};

const falseIsNo: Check = {
  id: 'answers.false-is-no',
  level: 'SHOULD',
  revisions: EITHER,
  title: 'A confirmation that is accepted with false is a no.',
  spec: ELICITATION.actions,
  why: 'Hosts send an unticked box as accept with false. A server that looks at the action alone does what was not confirmed.',
  fix: 'After an accept, look at the field: only true confirms.',
  run: (trial) => sweepAsks(trial, switchedOff, leadsElsewhere, 'no form of the happy path is a single yes or no'),
};

export const ANSWERS_NO: readonly Check[] = [decline, cancel, askedAfterNo, declinedContent, falseIsNo];
