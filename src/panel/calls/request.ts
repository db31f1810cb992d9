import type { CallOptions, CallOutcome, Harness } from '../../client/index.js';
import { isObject, type JsonObject } from '../../json.js';
import { Refusal } from '../serve/refusal.js';
import type { Callable } from '../view.js';

/** What the page wants to call, by the exact name. */
export type Called =
  | { readonly kind: 'tool'; readonly name: string; readonly args: JsonObject }
  | { readonly kind: 'prompt'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'resource'; readonly name: string; readonly args?: never };

export const METHODS = { tool: 'tools/call', prompt: 'prompts/get', resource: 'resources/read' } as const;

/** The params of the first round. */
export function paramsOf({ kind, name, args }: Called): JsonObject {
  return kind === 'resource' ? { uri: name } : { name, arguments: args };
}

/** Makes the call. */
export function makeCall(harness: Harness, called: Called, options: CallOptions): Promise<CallOutcome<unknown>> {
  switch (called.kind) {
    case 'tool':
      return harness.call(called.name, called.args, options);
    case 'prompt':
      return harness.getPrompt(called.name, called.args, options);
    case 'resource':
      return harness.readResource(called.name, options);
  }
}

function textsOf(args: JsonObject): Record<string, string> {
  if (!Object.values(args).every((value) => typeof value === 'string')) {
    throw new Refusal(400, 'The arguments of a prompt are texts.');
  }
  return args as Record<string, string>;
}

/** Reads what the page posts. */
export function readCalled({ kind, name, args = {} }: JsonObject): Called {
  if (typeof name !== 'string' || name === '') throw new Refusal(400, 'What is to be called? Give a name.');
  if (!isObject(args)) throw new Refusal(400, 'Arguments are a JSON object.');
  const verb = kind as Callable['kind'];
  switch (verb) {
    case 'tool':
      return { kind: verb, name, args };
    case 'prompt':
      return { kind: verb, name, args: textsOf(args) };
    case 'resource':
      return { kind: verb, name };
    default:
      throw new Refusal(400, 'A call is of a tool, a prompt or a resource.');
  }
}
