import type { Ask } from '../client/ask.js';
import { canonicalJson } from './canonical.js';
import type { Asked, Ended, Heard } from './heard.js';
import type { Learned } from './learn.js';

/** `InternalError` of JSON-RPC: the server did not see it coming. */
const INTERNAL = -32_603;

/** A text without what differs from run to run: numbers, ids and times. */
const settle = (text: string): string =>
  text.replaceAll(/[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}/gi, '#').replaceAll(/[A-Z0-9]*\d[A-Z0-9]*/gi, '#');

const sameEnding = (one: Heard | undefined, other: Ended): boolean =>
  one?.kind === 'result' && settle(one.text) === settle(other.text);

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

/**
 * Whether the server took what it got for a yes: the call went on to the next question, or ended with a result that is neither
 * an error nor what a decline or a cancel leads to.
 */
export function wentAhead(heard: Heard, at: Asked, { accepted, declined, cancelled }: Learned): boolean {
  if (heard.kind === 'asks') return heard.asks.length > 0 && !asksAgain(heard, at);
  if (heard.kind !== 'result' || heard.isError) return false;
  if (sameEnding(heard, accepted)) return true;
  return !sameEnding(declined, heard) && !sameEnding(cancelled, heard);
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
