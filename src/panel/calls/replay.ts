import type { Harness, Round } from '../../client/index.js';
import type { JsonObject } from '../../json.js';
import { mirrorHeaders } from '../../protocol/headers.js';
import { endingOfReply, failureOf } from './ending.js';
import type { Mask } from '../../shown/mask.js';
import { type Called, METHODS, paramsOf } from './request.js';
import { tamperWith } from './tamper.js';
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
function requestOf({ called, round, rounds }: Replay): JsonObject {
  const params = paramsOf(called);
  const before = rounds.find(({ number }) => number === round - 1);
  if (before === undefined) return params;
  const state = before.rawState();
  return {
    ...params,
    ...(before.asks.length > 0 && { inputResponses: before.sent() }),
    ...(state !== undefined && { requestState: state }),
  };
}

/** The request of a round, tampered with. */
export function prepareReplay(replay: Replay): JsonObject {
  const params = tamperWith(requestOf(replay), replay.tamper, replay.inputSchema);
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
    const reply = await harness.request(METHODS[called.kind], params, {
      ...(Object.keys(headers).length > 0 && { headers }),
    });
    return endingOfReply(reply, harness.server, mask);
  } catch (error) {
    return failureOf(error, undefined, mask);
  }
}
