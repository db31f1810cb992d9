import type { JsonObject } from '../../json.js';
import type { CallRequest } from '../../protocol/call.js';
import type { CallOptions, Harness } from '../harness-types.js';
import type { CallOutcome } from './outcome.js';

/** Makes the call that begins with this request. */
export function makeCall(
  harness: Harness,
  { method, params }: CallRequest,
  options: CallOptions,
): Promise<CallOutcome<unknown>> {
  if (method === 'resources/read') return harness.readResource(String(params['uri']), options);
  const name = String(params['name']);
  const args = params['arguments'];
  if (method === 'tools/call') return harness.call(name, args as JsonObject | undefined, options);
  return harness.getPrompt(name, args as Record<string, string> | undefined, options);
}
