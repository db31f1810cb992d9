import type { CallOptions, CallOutcome, Harness } from '../client/index.js';
import { copyJson } from '../json.js';
import { isCall } from './check.js';
import type { RecordedCall } from './recording.js';

/** A copy of the call; throws `TypeError` for what names no tool, prompt or resource, or more than one. */
export function requireCall(given: RecordedCall): RecordedCall {
  if (!isCall(given)) throw new TypeError('A call has exactly one of tool, prompt and resource, with its name or URI.');
  return copyJson(given);
}

export function makeCall(harness: Harness, call: RecordedCall, options: CallOptions): Promise<CallOutcome<unknown>> {
  if ('tool' in call) return harness.call(call.tool, call.args, options);
  if ('prompt' in call) return harness.getPrompt(call.prompt, call.args, options);
  return harness.readResource(call.resource, options);
}
