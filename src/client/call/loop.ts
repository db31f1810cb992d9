import type { Ask } from '../../protocol/ask.js';
import { close, type Call, requireDeclared, requireRoundsLeft, roundOptions } from './call.js';
import type { JsonObject } from '../../json.js';
import { answerAsk } from '../answers/answer-ask.js';
import { type Ending, readReply } from '../../protocol/reply.js';
import { OpenRound } from './round.js';
import { pause } from '../abort.js';

/** A round without asks only says "come back": wait a little, so that the loop does not spin. */
const PACING_MS = 250;

/** Asks one after the other: one person, one question at a time. */
async function answerRound(
  call: Call,
  round: OpenRound,
  asks: readonly Ask[],
): Promise<Readonly<JsonObject> | undefined> {
  round.asks.push(...asks);
  if (asks.length === 0) {
    await pause(PACING_MS, call.signal);
    return undefined;
  }
  for (const ask of asks) requireDeclared(call, ask, `result.inputRequests.${ask.key}`);
  call.answering.lookup.begin(asks, true);
  round.handOver();
  for (const asked of asks) {
    const { ask, answer } = await answerAsk(asked, call.answering, round.number, call.signal);
    round.keep(ask, answer);
  }
  round.answered();
  return round.sent();
}

/**
 * The loop of 2026-07-28: request, answer, request again, until a response asks no more.
 *
 * Each retry is the original request plus this round's answers, and the state only if this round's response had one, byte for
 * byte (basic/patterns/mrtr, client requirements).
 */
export async function runRounds(call: Call): Promise<Ending> {
  let added: JsonObject = {};
  let previous: string | undefined;
  for (let number = 1; ; number += 1) {
    const round = new OpenRound(number);
    const reply = await call.requester.submit(call.method, { ...call.params, ...added }, roundOptions(call, number));
    round.arrived();
    call.onReceive?.({ round: number, ...reply });
    const reading = readReply(reply, call.requester.settings.server);
    if (reading.kind !== 'input_required') {
      close(call, round);
      return reading;
    }
    const { asks, requestState } = reading;
    requireRoundsLeft(call, number);
    round.keepState(requestState, previous);
    const inputResponses = await answerRound(call, round, asks);
    close(call, round);
    added = {
      ...(inputResponses !== undefined && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
    previous = requestState;
  }
}
