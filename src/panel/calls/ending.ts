import type { AskingServer, RawReply } from '../../client/index.js';
import { isObject } from '../../json.js';
import { type CallOutcome, toOutcome } from '../../client/call/outcome.js';
import { changeJson } from '../../shown/change-json.js';
import { prettyJson } from '../../shown/json.js';
import { shown, shownLine } from '../../shown/terminal.js';
import { missingOf } from '../../protocol/capability.js';
import { readReply } from '../../protocol/reply.js';
import { VueltaError } from '../../errors.js';
import type { Mask } from '../../shown/mask.js';
import { resultText } from '../../shown/result.js';
import type { EndingView } from '../view.js';

/** What is longer is cut: the page shows it, nobody reads it all. */
const MAX_RAW = 100_000;

/** A message of the server as JSON that a person can read: states are hidden, and what they answered they may see. */
export function rawJson(message: unknown, mask: Mask): string {
  const shown = changeJson(message, { text: (text) => mask.states(text), member: mask.member });
  const json = prettyJson(shown);
  return json.length <= MAX_RAW ? json : `${json.slice(0, MAX_RAW)}\n… (${json.length - MAX_RAW} more characters)`;
}

/** Results are read in full; a person can scroll. */
export const LONG = { characters: 20_000, lines: 1_000 };

/** How a call ended, as it is shown; `raw` is the last message of the server. */
export function endingOf(outcome: CallOutcome<unknown>, raw: string | undefined, mask: Mask): EndingView {
  const common = { ...(raw !== undefined && { raw }) };
  if (outcome.kind === 'result') {
    const said = mask.states(resultText(outcome.result));
    return { kind: 'result', isError: outcome.isError, text: shown(said, LONG), ...common };
  }
  const { code, message, status } = outcome;
  const facts = { code, text: shown(mask.text(message), LONG), ...(status !== undefined && { status }), ...common };
  if (outcome.kind === 'error') return { kind: 'error', ...facts };
  return {
    kind: 'capability',
    missing: missingOf(outcome.requiredCapabilities).map((name) => shownLine(name)),
    ...facts,
  };
}

/** Why a call ended without a response that counts. */
export function failureOf(error: unknown, raw: string | undefined, mask: Mask): EndingView {
  const stopped = error instanceof VueltaError && error.code === 'client_aborted';
  const why = error instanceof Error ? error.message : 'It failed.';
  const code = error instanceof VueltaError ? `${error.code}: ` : '';
  const kept = raw === undefined ? {} : { raw };
  if (stopped) return { kind: 'stopped', text: 'The call was stopped here, before it ended.', ...kept };
  return { kind: 'failed', text: shown(mask.text(`${code}${why}`), LONG), ...kept };
}

/** How one request ended that was sent by itself. */
export function endingOfReply(reply: RawReply, server: AskingServer, mask: Mask): EndingView {
  const { status, ...message } = reply;
  if (isObject(reply.result)) mask.learn(reply.result['requestState']);
  const raw = rawJson(message, mask);
  try {
    const reading = readReply(reply, server);
    if (reading.kind !== 'input_required') return endingOf(toOutcome(reading, []), raw, mask);
    const keys = reading.asks.map(({ key }) => shownLine(key));
    const asked = keys.length === 0 ? 'The server asks for the next round.' : `The server asks: ${keys.join(', ')}`;
    return { kind: 'asks', text: asked, raw, ...(status !== undefined && { status }) };
  } catch (error) {
    return failureOf(error, raw, mask);
  }
}
