import type { CallOptions, CallOutcome, Harness } from '../client/index.js';
import type { RecordedCall } from './recording.js';

/** Throws `TypeError` for what names no tool, prompt or resource, or more than one. */
export function requireCall(call: RecordedCall): RecordedCall {
  const names = (['tool', 'prompt', 'resource'] as const).filter(
    (verb) => (call as Partial<Record<typeof verb, unknown>>)[verb] !== undefined,
  );
  const [verb, ...more] = names;
  if (verb === undefined || more.length > 0 || typeof (call as Record<string, unknown>)[verb] !== 'string') {
    throw new TypeError('A call has exactly one of tool, prompt and resource, with its name or URI.');
  }
  const name = (call as Record<string, string>)[verb] ?? '';
  if (verb === 'resource') return { resource: name };
  const args = (call as { args?: never }).args;
  const given = args === undefined ? {} : { args };
  return verb === 'tool' ? { tool: name, ...given } : { prompt: name, ...given };
}

/** Makes the call. */
export function makeCall(harness: Harness, call: RecordedCall, options: CallOptions): Promise<CallOutcome<unknown>> {
  if ('tool' in call) return harness.call(call.tool, call.args, options);
  if ('prompt' in call) return harness.getPrompt(call.prompt, call.args, options);
  return harness.readResource(call.resource, options);
}
