import { type Finding, fault, notApplicable, NotTestable, pass } from '../../evidence/finding.js';
import type { Conversation } from '../../walk/conversation.js';
import type { Asked, CaseResponse } from '../../evidence/response.js';
import { sameKey } from '../../walk/judge.js';
import type { Learned, LearnedRound } from '../../walk/learned.js';
import type { Trial } from '../../walk/trial.js';
import { walkTo } from '../../walk/happy-path.js';
import { type AnswerVariant, eachAsk, type MakeVariants } from './answer-variants.js';

/** A variant that was sent, each on a flow of its own. */
export interface Attempt {
  readonly variant: AnswerVariant;
  readonly talk: Conversation;
  /** The response that it answered. */
  readonly at: Asked;
  readonly heard: CaseResponse;
}

/** What is wrong with the response to a variant, to be read after its name; `undefined` when nothing is. */
export type Verdict = (
  attempt: Attempt,
  learned: Learned,
  trial: Trial,
) => string | undefined | Promise<string | undefined>;

const isRound = ({ asks }: Asked, round: LearnedRound): boolean =>
  round.asks.every((ask) => asks.some((found) => sameKey(ask, found)));

async function arrive(trial: Trial, round: LearnedRound): Promise<{ talk: Conversation; at: Asked }> {
  const talk = await trial.talk();
  const at = await walkTo(talk, round.number);
  if (isRound(at, round)) return { talk, at };
  throw new NotTestable(`round ${round.number} asks something else than it did when the case was learned`, at);
}

/**
 * Walks anew to a round. An answer that was rightly accepted may have used the world up, so that it takes a server that nobody has
 * used.
 */
export async function reach(trial: Trial, round: LearnedRound): Promise<{ talk: Conversation; at: Asked }> {
  try {
    return await arrive(trial, round);
  } catch (error) {
    if (!(error instanceof NotTestable)) throw error;
  }
  await trial.renew();
  return arrive(trial, round);
}

/**
 * Sends a variant on a flow of its own: a state may be good for one answer only, and attempts may be counted.
 */
export async function attempt(trial: Trial, variant: AnswerVariant): Promise<Attempt> {
  const { talk, at } = await reach(trial, variant.round);
  const responses = variant.respond(await talk.answersTo(at));
  const heard = await talk.retry(at, responses, { label: variant.says });
  return { variant, talk, at, heard };
}

/** Sends variants until one gets a response that breaks the rule. */
export async function sweep(
  trial: Trial,
  variants: readonly AnswerVariant[],
  verdict: Verdict,
  noneApply: string,
): Promise<Finding> {
  if (variants.length === 0) return notApplicable(noneApply);
  const learned = await trial.learned();
  for (const variant of variants) {
    const made = await attempt(trial, variant);
    const wrong = await verdict(made, learned, trial);
    if (wrong !== undefined) return fault(`Round ${variant.round.number}, ${variant.says} ${wrong}.`, made.heard);
  }
  return pass(variants.length);
}

/** The same with the variants that `make` has for each ask of the happy path. */
export async function sweepAsks(
  trial: Trial,
  make: MakeVariants,
  verdict: Verdict,
  noneApply: string,
): Promise<Finding> {
  return sweep(trial, await eachAsk(trial, make), verdict, noneApply);
}
