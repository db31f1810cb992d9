import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type GetPromptResult,
  type ReadResourceResult,
  type Result,
} from '@modelcontextprotocol/server';
import type { Flow, Verb } from '../guard/index.js';
import { guide } from '../guard/question/fallback.js';
import { isObject } from '../json.js';
import type { End } from './gate.js';
import type { Question } from './question/question.js';

/** The SDK's `CallToolResult`, under a name that error messages can show. */
export interface ToolResult extends CallToolResult {}

/** The SDK's `GetPromptResult`. */
export interface PromptResult extends GetPromptResult {}

/** The SDK's `ReadResourceResult`. */
export interface ResourceResult extends ReadResourceResult {}

/**
 * A tool result with one text.
 *
 * @example
 * ```ts
 * return text(`booked: ${id}`);
 * ```
 */
export function text(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }] };
}

/**
 * A tool result with one text that says what went wrong: the model reads it. It ends the call; nothing runs again.
 *
 * @example
 * ```ts
 * if (!confirmed) return fail('The booking was not made.');
 * ```
 */
export function fail(message: string): CallToolResult {
  return { content: [{ type: 'text', text: message }], isError: true };
}

/** Why an ask ends the call without a result of the author's own. */
export type EndCause =
  | { readonly kind: 'exhausted'; readonly key: string; readonly attempts: number }
  | {
      readonly kind: 'fallback';
      readonly text: true | string;
      readonly question: Question<unknown>;
      readonly key: string;
    };

/** How an ask ends the call: an error result of a tool; prompts and resources have none, so a JSON-RPC error. */
export function endOf(flow: Flow, cause: EndCause): End {
  const message = endMessage(flow, cause);
  if (flow.method === 'tools/call') return { result: fail(message) };
  return { error: new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: cause.kind }) };
}

function endMessage(flow: Flow, cause: EndCause): string {
  if (cause.kind === 'exhausted') {
    return `The question "${cause.key}" got no valid answer in ${cause.attempts} attempts. Nothing more was done.`;
  }
  const { kind, params } = cause.question;
  return cause.text === true ? guide(flow, [{ key: cause.key, kind, params }]) : cause.text;
}

/** Whether the SDK will take a result that is not an error, or refuse it for its output schema. */
export type Fits = (result: Result) => Promise<boolean>;

/** The list that a result of each method has, and the text that each of its members has. */
const LIST: Readonly<Record<Verb, readonly [list: string, member: string]>> = {
  'tools/call': ['content', 'type'],
  'prompts/get': ['messages', 'role'],
  'resources/read': ['contents', 'uri'],
};

const KIND: Readonly<Record<Verb, string>> = {
  'tools/call': 'tool',
  'prompts/get': 'prompt',
  'resources/read': 'resource',
};

const GIVE: Readonly<Record<Verb, string>> = {
  'tools/call': 'text(…) or fail(…)',
  'prompts/get': '{ messages: […] }',
  'resources/read': '{ contents: […] }',
};

/** Why a value is no result of this call, as half a sentence; `undefined` for one that is. */
export function faultOf(flow: Flow, value: unknown): string | undefined {
  const [list, member] = LIST[flow.method];
  try {
    if (!isObject(value)) return shapeOf(value);
    const given = value[list];
    const structured = flow.method === 'tools/call' && isObject(value['structuredContent']);
    if (!Array.isArray(given)) return structured ? undefined : `an object without a list \`${list}\``;
    const isSound = given.every((part) => isObject(part) && typeof part[member] === 'string');
    return isSound ? undefined : `a list \`${list}\` with a member that has no \`${member}\``;
  } catch {
    return 'an object that cannot be read';
  }
}

/** Why the SDK would refuse a result of this tool, as half a sentence. */
export async function misfitOf(result: Result, fits: Fits): Promise<string | undefined> {
  if (result['isError'] === true || (await fits(result))) return undefined;
  const what =
    result['structuredContent'] === undefined ? 'no structuredContent' : 'structuredContent that does not fit';
  return `a result with ${what}, and the tool has an outputSchema`;
}

/** The handler in words, and what it should return. */
export function whoGives({ method, target }: Flow): { readonly who: string; readonly give: string } {
  return { who: `${KIND[method]} "${target}"`, give: GIVE[method] };
}

function shapeOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return 'a bare text';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}
