import { type Finding, fault, notApplicable, NotTestable, pass } from '../../walk/finding.js';
import type { Ask } from '../../../protocol/ask.js';
import { bareMap } from '../../../json.js';
import type { Conversation } from '../../walk/conversation.js';
import type { Asked, CaseResponse } from '../../walk/response.js';
import { sameKey } from '../../walk/judge.js';
import type { Learned, LearnedRound } from '../../walk/learned.js';
import type { Trial } from '../../walk/trial.js';
import type { Responses } from '../../walk/answers.js';
import { walkTo } from '../../walk/happy-path.js';

/** One way to answer a round other than the happy one. */
export interface Variant {
  readonly round: LearnedRound;
  /** The ask that it answers otherwise, where it is one. */
  readonly ask?: Ask;
  /** What a report calls it, for example `'datos', field asistentes: 11 (just above maximum 10)`. */
  readonly says: string;
  /** Makes it from the happy answers; `undefined` sends none at all. */
  readonly respond: (happy: Responses) => Responses | undefined;
}

/** A variant that was sent, each on a flow of its own. */
export interface Attempt {
  readonly variant: Variant;
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

/** The happy answers with another one in the place of one. */
export function withAnswer(happy: Responses, key: string, response: unknown): Responses {
  const changed = bareMap(Object.entries(happy));
  changed[key] = response;
  return changed;
}

/** The happy answers without one. */
export function withoutAnswer(happy: Responses, key: string): Responses {
  return bareMap(Object.entries(happy).filter(([name]) => name !== key));
}

/** A variant in which one ask is answered otherwise. */
export function variantOf(round: LearnedRound, ask: Ask, says: string, change: (happy: unknown) => unknown): Variant {
  const respond = (happy: Responses): Responses => withAnswer(happy, ask.key, change(happy[ask.key]));
  return { round, ask, says: `'${ask.key}', ${says}`, respond };
}

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
export async function attempt(trial: Trial, variant: Variant): Promise<Attempt> {
  const { talk, at } = await reach(trial, variant.round);
  const responses = variant.respond(await talk.answersTo(at));
  const heard = await talk.retry(at, responses, { label: variant.says });
  return { variant, talk, at, heard };
}

/** Sends variants until one gets a response that breaks the rule. */
export async function sweep(
  trial: Trial,
  variants: readonly Variant[],
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
