import type { Ask } from '../../protocol/ask.js';
import { canonicalJson, isObject } from '../../json.js';
import type { CallRequest } from '../../protocol/call.js';
import type { Asked, Ended, CaseResponse } from '../evidence/response.js';
import type { Learned } from './learned.js';

/** A text without what differs from run to run: numbers, ids and times. */
export const normalize = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '#').replaceAll(/[A-Z0-9]*\d[A-Z0-9]*/gi, '#');

/** A shorter argument stands in any text by chance. */
const SHORTEST = 3;

/** A text without the arguments of the call, which a case may make anew for each check. */
export function withoutArguments(text: string, params: CallRequest['params']): string {
  const args = params['arguments'];
  const said = isObject(args) ? Object.values(args).filter((value) => typeof value === 'string') : [];
  return said
    .filter((value) => value.length >= SHORTEST)
    .toSorted((one, other) => other.length - one.length)
    .reduce((shown, value) => shown.replaceAll(value, '#'), text);
}

/** `InternalError` of JSON-RPC: the server did not see it coming. */
export const INTERNAL = -32_603;

/** `InvalidParams` of JSON-RPC: a refusal that will not turn into anything else. */
export const INVALID = -32_602;

export function endsLike(one: CaseResponse | undefined, other: CaseResponse | undefined): boolean {
  return one?.kind === 'result' && other?.kind === 'result' && wordsOf(one) === wordsOf(other);
}

/** What a result says; all of it, where it says nothing in words. */
function wordsOf({ text, result: { _meta, ...rest } }: Ended): string {
  return normalize(text === '' ? canonicalJson(rest) : text);
}

/** Whether two asks are the same question; a re-ask may add a reason to its message. */
export function sameAsk(one: Ask, other: Ask): boolean {
  return (
    one.kind === other.kind &&
    one.key === other.key &&
    canonicalJson(one.requestedSchema ?? null) === canonicalJson(other.requestedSchema ?? null)
  );
}

export function asksAgain(heard: CaseResponse, at: Asked): boolean {
  return heard.kind === 'asks' && at.asks.some((ask) => heard.asks.some((again) => sameAsk(ask, again)));
}

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
export function wentAhead(heard: CaseResponse, at: Asked, learned: Learned): boolean {
  if (heard.kind === 'asks') return !asksAgain(heard, at) && asksLater(heard, at, learned);
  if (heard.kind !== 'result' || heard.isError) return false;
  if (endsLike(heard, learned.accepted)) return true;
  return !endsLike(learned.declined, heard) && !endsLike(learned.cancelled, heard);
}

/** Whether the server broke: no readable response, or an internal error. */
export function crashed(heard: CaseResponse): boolean {
  return heard.kind === 'silent' || (heard.kind === 'error' && heard.code === INTERNAL);
}

export function sameResult(one: CaseResponse, other: CaseResponse): boolean {
  if (one.kind !== 'result' || other.kind !== 'result') return false;
  const shown = ({ result: { _meta, ...rest } }: Ended): string => canonicalJson(rest);
  return shown(one) === shown(other);
}
