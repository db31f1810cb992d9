import type { Ask } from '../../protocol/ask.js';
import { startBudget } from '../connection/budget.js';
import { close, type Flow, requireDeclared, requireRoundsLeft, roundOptions } from './transcript.js';
import type { JsonObject } from '../../json.js';
import { answerAsk } from '../answers/answer-ask.js';
import { type Ending, readReply } from '../../protocol/reply.js';
import { OpenRound } from './round.js';
import { onStop } from '../abort.js';

/** A round without asks only says "come back": wait a little, so that the loop does not spin. */
const PACING_MS = 250;

async function pause(signal: AbortSignal): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  let forget = (): void => {};
  try {
    await new Promise<void>((resolve, reject) => {
      forget = onStop(signal, reject);
      timer = startBudget(PACING_MS, resolve);
    });
  } finally {
    clearTimeout(timer);
    forget();
  }
}

/** Asks one after the other: one person, one question at a time. */
async function answerRound(
  flow: Flow,
  round: OpenRound,
  asks: readonly Ask[],
): Promise<Readonly<JsonObject> | undefined> {
  round.asks.push(...asks);
  if (asks.length === 0) {
    await pause(flow.signal);
    return undefined;
  }
  for (const ask of asks) requireDeclared(flow, ask, `result.inputRequests.${ask.key}`);
  flow.person.book.begin(asks, true);
  round.handOver();
  for (const asked of asks) {
    const { ask, answer } = await answerAsk(asked, flow.person, round.number, flow.signal);
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
export async function runRounds(flow: Flow): Promise<Ending> {
  let added: JsonObject = {};
  let previous: string | undefined;
  for (let number = 1; ; number += 1) {
    const round = new OpenRound(number);
    const reply = await flow.session.submit(flow.method, { ...flow.params, ...added }, roundOptions(flow, number));
    round.arrived();
    flow.onReceive?.({ round: number, ...reply });
    const reading = readReply(reply, flow.session.server);
    if (reading.kind !== 'input_required') {
      close(flow, round);
      return reading;
    }
    const { asks, requestState } = reading;
    requireRoundsLeft(flow, number);
    round.keepState(requestState, previous);
    const inputResponses = await answerRound(flow, round, asks);
    close(flow, round);
    added = {
      ...(inputResponses !== undefined && { inputResponses }),
      ...(requestState !== undefined && { requestState }),
    };
    previous = requestState;
  }
}
