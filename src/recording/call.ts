import type { CallOptions, CallOutcome, Harness } from '../client/index.js';
import { makeCall } from '../client/call/make-call.js';
import { copyJson } from '../json.js';
import { calledBy, requestFor } from '../protocol/call.js';
import { isCall } from './check.js';
import type { RecordedCall } from './recording.js';

/** A copy of the call; throws `TypeError` for what names no tool, prompt or resource, or more than one. */
export function requireCall(given: RecordedCall): RecordedCall {
  if (!isCall(given)) throw new TypeError('A call has exactly one of tool, prompt and resource, with its name or URI.');
  return copyJson(given);
}

export function makeRecordedCall(
  harness: Harness,
  call: RecordedCall,
  options: CallOptions,
): Promise<CallOutcome<unknown>> {
  const { kind, name } = calledBy(call);
  return makeCall(harness, requestFor(kind, name, 'args' in call ? call.args : undefined), options);
}
