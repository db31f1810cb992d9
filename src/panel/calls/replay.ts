import type { Harness, Round } from '../../client/index.js';
import { otherArguments } from '../../contract/case/other-arguments.js';
import { isObject, type JsonObject } from '../../json.js';
import { mirrorHeaders } from '../../protocol/headers.js';
import { endingOfReply, failureOf } from './ending.js';
import type { Mask } from '../../shown/mask.js';
import { type Called, requestOf } from './request.js';
import { Refusal } from '../serve/refusal.js';
import type { EndingView, Tamper } from '../view.js';

/** What is sent again, and how it is changed. */
export interface Replay {
  readonly called: Called;
  readonly round: number;
  readonly tamper: Tamper;
  /** The rounds of the call that are over. */
  readonly rounds: readonly Round[];
  /** The arguments' schema, where the server has one. */
  readonly inputSchema: unknown;
  readonly mask: Mask;
}

/** The request that opened a round: the original one, with the answers and the state of the round before. */
function paramsOf({ called, round, rounds }: Replay): JsonObject {
  const { params } = requestOf(called);
  const before = rounds.find(({ number }) => number === round - 1);
  if (before === undefined) return params;
  const state = before.rawState();
  return {
    ...params,
    ...(before.asks.length > 0 && { inputResponses: before.sent() }),
    ...(state !== undefined && { requestState: state }),
  };
}

export function prepareReplay(replay: Replay): JsonObject {
  const params = CHANGES[replay.tamper](paramsOf(replay), replay.inputSchema);
  // A server may repeat what it refuses, and a changed state is still almost the state.
  replay.mask.learn(params['requestState']);
  return params;
}

/** Sends a request of 2026-07-28 by itself and reads its response; nothing is answered. */
export async function sendReplay(
  harness: Harness,
  params: JsonObject,
  { called, inputSchema, mask }: Replay,
): Promise<EndingView> {
  const headers = called.kind === 'tool' ? mirrorHeaders(inputSchema, params['arguments']) : {};
  try {
    const reply = await harness.request(requestOf(called).method, params, {
      ...(Object.keys(headers).length > 0 && { headers }),
    });
    return endingOfReply(reply, harness.server, mask);
  } catch (error) {
    return failureOf(error, undefined, mask);
  }
}

function changeAt(state: string, index: number): string {
  const other = state.charAt(index) === 'A' ? 'B' : 'A';
  return state.slice(0, index) + other + state.slice(index + 1);
}

function requireState({ requestState }: JsonObject): string {
  if (typeof requestState === 'string' && requestState !== '') return requestState;
  throw new Refusal(400, 'The request of this round carries no state.');
}

const withState = (params: JsonObject, change: (state: string) => string): JsonObject => ({
  ...params,
  requestState: change(requireState(params)),
});

function without(params: JsonObject, name: 'requestState' | 'inputResponses'): JsonObject {
  if (params[name] === undefined) {
    throw new Refusal(400, `The request of this round carries no ${name === 'requestState' ? 'state' : 'answers'}.`);
  }
  const { [name]: _, ...rest } = params;
  return rest;
}

function withOtherArguments(params: JsonObject, inputSchema: unknown): JsonObject {
  requireState(params);
  if (typeof params['uri'] === 'string') return { ...params, uri: `${params['uri']}?other` };
  const args = isObject(params['arguments']) ? params['arguments'] : {};
  const [other] = otherArguments(args, inputSchema);
  return { ...params, arguments: other?.args ?? { ...args, other: 'other' } };
}

/** What each does to the request of a round. A change of what the request does not have is refused. */
const CHANGES: Readonly<Record<Tamper, (params: JsonObject, inputSchema: unknown) => JsonObject>> = {
  none: (params) => params,
  'first-character': (params) => withState(params, (state) => changeAt(state, 0)),
  middle: (params) => withState(params, (state) => changeAt(state, Math.floor(state.length / 2))),
  truncate: (params) => withState(params, (state) => state.slice(0, Math.max(1, state.length - 4))),
  'no-state': (params) => without(params, 'requestState'),
  'no-answers': (params) => without(params, 'inputResponses'),
  'other-arguments': withOtherArguments,
};
