import { ProtocolError, ProtocolErrorCode, type Result } from '@modelcontextprotocol/server';
import { digestOf, type Ask, type Asked } from './ask.js';
import { outcomeOf } from './answers.js';
import type { Flow } from '../flow.js';
import { cannotAsk, whatHelps } from './unable.js';

/** A question that a person refused and the handler asks again, word for word. */
export interface Refused {
  readonly key: string;
  readonly outcome: 'declined' | 'cancelled';
}

/**
 * Finds a question that was declined or cancelled in this round and would go out unchanged. A handler that asks for whatever
 * is not accepted yet would put it to the person in every round, up to the cap.
 */
export function refusedAgain({ asked, answers }: Flow, asking: Readonly<Record<string, Asked>>): Refused | undefined {
  for (const [key, question] of Object.entries(asking)) {
    const before = Object.hasOwn(asked, key) ? asked[key] : undefined;
    if (before === undefined || answers[key] === undefined || digestOf(before) !== digestOf(question)) continue;
    const outcome = outcomeOf(answers[key]);
    if (outcome !== 'answered') return { key, outcome };
  }
  return undefined;
}

export function endRefused(flow: Flow, { key, outcome }: Refused): Result {
  const what = outcome === 'declined' ? 'was declined' : 'was closed without an answer';
  return end(flow, `The question "${key}" ${what}, so "${flow.target}" was ended. Nothing more was asked.`, outcome);
}

export function endCapped(flow: Flow, maxRounds: number, keys: readonly string[]): Result {
  const asked = keys.length === 0 ? '' : ` ${keys.map((key) => `"${key}"`).join(', ')}`;
  const message = `"${flow.target}" still asks${asked} after ${maxRounds} rounds (maxRounds) and was ended.`;
  return end(flow, message, 'rounds_exceeded');
}

/** On a request of an older revision that came without a session, nobody's capabilities are known and no question has a way back. */
export function endNoWayBack(flow: Flow): Result {
  const message =
    `"${flow.target}" must ask a person first, and no question has a way to them here, so nothing was asked. The server answers each ` +
    'request of this older revision by itself, without a session. Whoever runs it can serve 2026-07-28 without sessions and older ' +
    'revisions with them at one address: docs/guides/http.md of vuelta.';
  return end(flow, message, 'no_way_to_ask');
}

/** The same on an older revision with a session: its error results are what the SDK answers there, and so is how the text begins. */
export function endUnable(flow: Flow, unable: readonly Ask[]): Result {
  const why = 'the client on this 2025-revision connection did not declare the required capability';
  return end(flow, `${cannotAsk(unable, why)} ${whatHelps(flow, unable)}`, 'no_way_to_ask');
}

/** A tool has error results; prompts and resources have none, so they end with a JSON-RPC error. */
function end({ method }: Flow, message: string, reason: string): Result {
  if (method === 'tools/call') return { content: [{ type: 'text', text: message }], isError: true };
  const byPerson = reason === 'declined' || reason === 'cancelled';
  const code = byPerson ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  throw new ProtocolError(code, message, { reason });
}
