import type { Ask } from '../../protocol/ask.js';
import { canonicalJson } from '../../json.js';
import type { Asked, Ended, Heard } from './response.js';
import type { Learned } from './learn.js';
import { settle } from './normalize.js';

/** `InternalError` of JSON-RPC: the server did not see it coming. */
const INTERNAL = -32_603;

/** Whether two responses end the call with the same words, but for what differs from run to run. */
export function endsLike(one: Heard | undefined, other: Heard | undefined): boolean {
  return one?.kind === 'result' && other?.kind === 'result' && wordsOf(one) === wordsOf(other);
}

/** What a result says; all of it, where it says nothing in words. */
function wordsOf({ text, result: { _meta, ...rest } }: Ended): string {
  return settle(text === '' ? canonicalJson(rest) : text);
}

/** Whether two asks are the same question; a re-ask may add a reason to its message. */
export function sameAsk(one: Ask, other: Ask): boolean {
  return (
    one.kind === other.kind &&
    one.key === other.key &&
    canonicalJson(one.requestedSchema ?? null) === canonicalJson(other.requestedSchema ?? null)
  );
}

/** Whether the server asks again for something that `at` already asked. */
export function asksAgain(heard: Heard, at: Asked): boolean {
  return heard.kind === 'asks' && at.asks.some((ask) => heard.asks.some((again) => sameAsk(ask, again)));
}

/** Whether a question stands in a response just as it stood before. */
export function unchangedAsk(one: Ask, other: Ask): boolean {
  return sameAsk(one, other) && one.message === other.message && one.url === other.url;
}

type Same = (one: Ask, other: Ask) => boolean;

/** Whether two asks stand under one key; a form may be made anew for each call. */
export const sameKey: Same = (one, other) => one.kind === other.kind && one.key === other.key;

const anyOf = (asks: readonly Ask[], others: readonly Ask[], same: Same): boolean =>
  asks.some((ask) => others.some((other) => same(ask, other)));

/** Whether a response asks what only comes after `at` on the happy path. To ask once more from the beginning is not to go on. */
function asksLater(heard: Asked, at: Asked, { rounds }: Learned): boolean {
  const lastLike = (same: Same): number => rounds.findLastIndex(({ asks }) => anyOf(asks, at.asks, same));
  const exact = lastLike(sameAsk);
  const next = (exact === -1 ? lastLike(sameKey) : exact) + 1;
  const before = rounds.slice(0, next).flatMap(({ asks }) => asks);
  const later = rounds.slice(next).flatMap(({ asks }) => asks);
  return !anyOf(before, heard.asks, sameAsk) && anyOf(later, heard.asks, sameKey);
}

/**
 * Whether the server took what it got for a yes: the call went on to the next question, or ended with a result that is neither
 * an error nor what a decline or a cancel leads to.
 */
export function wentAhead(heard: Heard, at: Asked, learned: Learned): boolean {
  if (heard.kind === 'asks') return !asksAgain(heard, at) && asksLater(heard, at, learned);
  if (heard.kind !== 'result' || heard.isError) return false;
  if (endsLike(heard, learned.accepted)) return true;
  return !endsLike(learned.declined, heard) && !endsLike(learned.cancelled, heard);
}

/** Whether the server broke: no readable response, or an internal error. */
export function crashed(heard: Heard): boolean {
  return heard.kind === 'silent' || (heard.kind === 'error' && heard.code === INTERNAL);
}

/** Whether two responses are the same ending, to the letter. */
export function sameResult(one: Heard, other: Heard): boolean {
  if (one.kind !== 'result' || other.kind !== 'result') return false;
  const shown = ({ result: { _meta, ...rest } }: Ended): string => canonicalJson(rest);
  return shown(one) === shown(other);
}
