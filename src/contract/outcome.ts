import { VueltaError } from '../errors.js';
import type { CheckResult } from './result.js';
import { evidenceOf } from './evidence/shown-steps.js';
import { type Finding, NotTestable } from './evidence/finding.js';
import { describeResponse } from './evidence/response.js';
import type { Redactor } from './evidence/redactor.js';
import type { RecordedStep } from './evidence/transcript.js';

const isOverflow = (error: unknown): boolean => error instanceof RangeError && /call stack/.test(error.message);

/** Why a check that threw says nothing of its rule; an error that nobody foresaw is thrown on. */
export function notTestableFor(error: unknown): NotTestable {
  if (error instanceof VueltaError) return new NotTestable(error.message);
  if (isOverflow(error)) return new NotTestable('the server gave something that is nested too deeply to be judged');
  throw error;
}

export function outcomeOf(
  finding: Finding | NotTestable,
  redactor: Redactor,
  recorded: readonly RecordedStep[],
): Pick<CheckResult, 'status' | 'message' | 'evidence'> {
  if (finding instanceof NotTestable) {
    return {
      status: 'not-testable',
      message: redactor.text(`not testable: ${finding.message}`),
      evidence: evidenceOf(finding.heard, recorded),
    };
  }
  if (finding.status === 'pass') return { status: 'pass', message: '', evidence: [] };
  if (finding.status === 'not-applicable') return { status: finding.status, message: finding.reason, evidence: [] };
  const last = finding.heard?.at(-1);
  const said = last === undefined ? '' : ` The server ${describeResponse(last)}.`;
  return {
    status: 'fail',
    message: redactor.text(`${finding.message}${said}`),
    evidence: evidenceOf(finding.heard ?? [], recorded),
  };
}
