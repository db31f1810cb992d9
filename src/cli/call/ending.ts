import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { CallOutcome } from '../../client/index.js';
import { printable } from '../../shown/line.js';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import { EXIT } from '../exit.js';
import { missingOf } from './capabilities.js';
import type { Hiding } from './hiding.js';
import { resultText } from './result-text.js';

/** How a call ended, in its document. */
export type Ending =
  | {
      readonly kind: 'result';
      readonly isError: boolean;
      readonly text: string;
      readonly result: unknown;
      /** Answers that nobody asked for. */
      readonly unused?: string;
    }
  /** `--raw`: the first round asks, and the call stops there. */
  | { readonly kind: 'asked' }
  | {
      readonly kind: 'capability';
      readonly code: number;
      readonly message: string;
      readonly missing: readonly string[];
    }
  | {
      readonly kind: 'error';
      readonly code: number;
      readonly message: string;
      readonly data?: unknown;
      readonly hint?: string;
    }
  /** An ask has no answer that can be sent. */
  | { readonly kind: 'unanswered'; readonly reason: VueltaErrorCode; readonly message: string }
  /** The server could not be reached, took too long, or broke the protocol. */
  | { readonly kind: 'failed'; readonly reason: VueltaErrorCode; readonly message: string }
  /** Ctrl-C. */
  | { readonly kind: 'cancelled' };

const ANSWERS: ReadonlySet<VueltaErrorCode> = new Set<VueltaErrorCode>([
  'ask_unanswered',
  'answer_invalid',
  'answer_unused',
  'answer_failed',
  'answer_file_invalid',
]);

/** `hint` is for a name that is not there. */
export function endingOf(
  outcome: CallOutcome<unknown> | undefined,
  { declared, hiding, hint }: { declared: ClientCapabilities; hiding: Hiding; hint: string | undefined },
): Ending {
  if (outcome === undefined) return { kind: 'asked' };
  if (outcome.kind === 'result') {
    const { result, isError } = outcome;
    return { kind: 'result', isError, text: resultText(result), result };
  }
  const { code } = outcome;
  const message = hiding.text(outcome.message);
  if (outcome.kind === 'capability') {
    return { kind: 'capability', code, message, missing: missingOf(outcome.requiredCapabilities, declared) };
  }
  const { data } = outcome;
  const more = { ...(data !== undefined && { data: hiding.value(data) }), ...(hint !== undefined && { hint }) };
  return { kind: 'error', code, message, ...more };
}

/** The last reasons of a chain say what the first cannot. */
function reasonsOf(error: Error): string {
  const found = [error.message];
  for (let { cause } = error; cause instanceof Error && found.length < 4; { cause } = cause) found.push(cause.message);
  return [...new Set(found)].join('\n');
}

/** Why a call ended without a response that counts; throws on what is no fault of the call. */
export function failureOf(error: unknown, isPersonLate: boolean, hiding: Hiding): Ending {
  if (!(error instanceof VueltaError)) throw error;
  const isAnswer = ANSWERS.has(error.code) || (error.code === 'client_timeout' && isPersonLate);
  const message = hiding.text(isAnswer ? error.message : reasonsOf(error));
  return { kind: isAnswer ? 'unanswered' : 'failed', reason: error.code, message };
}

/** The exit code. `wentAway`: somebody cancelled an ask of the last round that had any. */
export function exitOf(ending: Ending, wentAway: boolean): number {
  switch (ending.kind) {
    case 'result':
      if (wentAway) return EXIT.cancelled;
      if (ending.isError) return EXIT.broken;
      return ending.unused === undefined ? EXIT.ok : EXIT.unanswered;
    case 'asked':
      return EXIT.ok;
    case 'capability':
    case 'error':
    case 'failed':
      return EXIT.unreachable;
    case 'unanswered':
      return EXIT.unanswered;
    case 'cancelled':
      return EXIT.cancelled;
  }
}

/** What a person is told on stderr about an ending that is no result; one entry a line. */
export function complaintOf(ending: Ending): readonly string[] {
  switch (ending.kind) {
    case 'result':
      return ending.unused === undefined ? [] : ['vuelta: answer_unused', ending.unused];
    case 'asked':
      return [];
    case 'capability': {
      const { missing } = ending;
      const what = missing.length === 0 ? 'The server does not say what is missing.' : `Missing: ${missing.join(', ')}`;
      return [`vuelta: error ${ending.code}, the client did not declare what the server needs`, what];
    }
    case 'error':
      return [
        `vuelta: error ${ending.code}`,
        printable(ending.message),
        ...(ending.hint === undefined ? [] : [ending.hint]),
      ];
    case 'unanswered':
    case 'failed':
      return [`vuelta: ${ending.reason}`, ...ending.message.split('\n')];
    case 'cancelled':
      return ['vuelta: cancelled'];
  }
}
