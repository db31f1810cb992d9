import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { CallOutcome } from '../../client/index.js';
import { printable } from '../../shown/line.js';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import { missingOf } from '../../protocol/capability.js';
import { reasonsOf } from '../../shown/reasons.js';
import { EXIT } from '../exit.js';
import { isAnswerFault } from '../failure.js';
import type { Mask } from '../../shown/mask.js';
import type { CallOptions } from './options.js';
import { resultText } from '../../shown/result.js';
import { shown } from '../../shown/terminal.js';

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

/** A result is shown in full. */
const WHOLE = { characters: 1_000_000, lines: 100_000 };

/** `hint` is for a name that is not there. */
export function endingOf(
  outcome: CallOutcome<unknown> | undefined,
  { declared, mask, hint }: { declared: ClientCapabilities; mask: Mask; hint: string | undefined },
): Ending {
  if (outcome === undefined) return { kind: 'asked' };
  if (outcome.kind === 'result') {
    const { result, isError } = outcome;
    return { kind: 'result', isError, text: shown(resultText(result), WHOLE), result };
  }
  const { code } = outcome;
  const message = mask.text(outcome.message);
  if (outcome.kind === 'capability') {
    return { kind: 'capability', code, message, missing: missingOf(outcome.requiredCapabilities, declared) };
  }
  const { data } = outcome;
  const more = { ...(data !== undefined && { data: mask.value(data) }), ...(hint !== undefined && { hint }) };
  return { kind: 'error', code, message, ...more };
}

/** Why a call ended without a response that counts; throws on what is no fault of the call. */
export function failureOf(error: unknown, isPersonLate: boolean, mask: Mask): Ending {
  if (!(error instanceof VueltaError)) throw error;
  const isAnswer = isAnswerFault(error.code) || (error.code === 'client_timeout' && isPersonLate);
  const message = mask.text(isAnswer ? error.message : reasonsOf(error).join('\n'));
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

function describeEnding(ending: Ending): readonly string[] {
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

const NOBODY =
  'Nobody is here to answer: stdin is no terminal and has nothing in it. Give --answer, --answers, --yes, --decline or --cancel.';
const OTHER_REVISION = 'If the server speaks the revision before, add --revision 2025-11-25.';

const FAILED: Readonly<Partial<Record<VueltaErrorCode, string>>> = {
  client_timeout: 'The option is --timeout.',
  client_rounds_exceeded: 'The option is --max-rounds.',
};

/** Nothing was there that could speak any revision. */
const NOT_THERE = /\b(?:ENOENT|EACCES|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\b/u;

function failedAdvice(reason: VueltaErrorCode, message: string, { revision }: CallOptions): string | undefined {
  if (reason !== 'connect_failed') return FAILED[reason];
  return revision !== undefined || NOT_THERE.test(message) ? undefined : OTHER_REVISION;
}

function adviceOn(ending: Ending, options: CallOptions, nobody: boolean): string | undefined {
  if (ending.kind === 'capability' && nobody) return NOBODY;
  if (ending.kind === 'failed') return failedAdvice(ending.reason, ending.message, options);
  const isLate = ending.kind === 'unanswered' && ending.reason === 'client_timeout';
  return isLate ? 'The option is --person-timeout.' : undefined;
}

/** What a person is told on stderr about an ending that is no result, and which option may help; one entry a line. `nobody`: nobody was there to answer. */
export function complaint(ending: Ending, options: CallOptions, nobody: boolean): readonly string[] {
  const advice = adviceOn(ending, options, nobody);
  return advice === undefined ? describeEnding(ending) : [...describeEnding(ending), advice];
}
