import { isObject, type JsonObject } from '../../json.js';
import { type CallRequest, requestFor } from '../../protocol/call.js';
import { Refusal } from '../serve/refusal.js';

/** What the page wants to call, by the exact name. */
export type Called =
  | { readonly kind: 'tool'; readonly name: string; readonly args: JsonObject }
  | { readonly kind: 'prompt'; readonly name: string; readonly args: Readonly<Record<string, string>> }
  | { readonly kind: 'resource'; readonly name: string; readonly args?: never };

export const requestOf = ({ kind, name, args }: Called): CallRequest => requestFor(kind, name, args);

function textsOf(args: JsonObject): Record<string, string> {
  if (!Object.values(args).every((value) => typeof value === 'string')) {
    throw new Refusal(400, 'The arguments of a prompt are texts.');
  }
  return args as Record<string, string>;
}

export function readCalled({ kind, name, args = {} }: JsonObject): Called {
  if (typeof name !== 'string' || name === '') throw new Refusal(400, 'What is to be called? Give a name.');
  if (!isObject(args)) throw new Refusal(400, 'Arguments are a JSON object.');
  if (kind === 'tool') return { kind, name, args };
  if (kind === 'prompt') return { kind, name, args: textsOf(args) };
  if (kind === 'resource') return { kind, name };
  throw new Refusal(400, 'A call is of a tool, a prompt or a resource.');
}
