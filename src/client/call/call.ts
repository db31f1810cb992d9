import type { Progress } from '@modelcontextprotocol/client';
import { VueltaError } from '../../errors.js';
import { type Ask, violation } from '../../protocol/ask.js';
import { undeclared } from '../../protocol/capability.js';
import type { SendOptions } from '../connection/request.js';
import type { JsonObject } from '../../json.js';
import type { Answering } from '../answers/answer-ask.js';
import type { OpenRound, Received, Round } from './round.js';
import type { Requester } from '../connection/requester.js';

export interface Call {
  readonly requester: Requester;
  readonly method: string;
  /** The request as the caller made it; every round sends exactly this, plus what the round adds. */
  readonly params: JsonObject;
  /** The call in an error message, for example `tools/call 'book'`. */
  readonly label: string;
  readonly answering: Answering;
  readonly maxRounds: number;
  readonly roundTimeoutMs: number;
  /** Its reason is the error to fail with. */
  readonly signal: AbortSignal;
  readonly onReceive: ((message: Received) => void) | undefined;
  readonly onRound: ((round: Round) => void) | undefined;
  readonly onProgress: ((progress: Progress) => void) | undefined;
  readonly rounds: OpenRound[];
}

export function roundOptions({ label, roundTimeoutMs, signal, onProgress }: Call, number: number): SendOptions {
  return {
    label: `round ${number} of ${label}`,
    timeoutMs: roundTimeoutMs,
    signal,
    ...(onProgress !== undefined && { onProgress }),
  };
}

export function close(call: Call, round: OpenRound): void {
  call.rounds.push(round);
  call.onRound?.(round);
}

export function requireRoundsLeft({ label, maxRounds }: Call, number: number): void {
  if (number < maxRounds) return;
  throw new VueltaError(
    'client_rounds_exceeded',
    `The server still asks after ${maxRounds} rounds of ${label}. If they are all legitimate, raise maxRounds (${maxRounds}).`,
  );
}

/** A server must not ask what the client did not declare (MCP 2026-07-28, multi round-trip requests). */
export function requireDeclared({ requester }: Call, ask: Ask, path: string): void {
  const missing = undeclared(ask, requester.settings.capabilities);
  if (missing !== undefined) throw violation(path, `the client did not declare ${missing}`);
}
