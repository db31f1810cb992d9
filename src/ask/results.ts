import {
  ProtocolError,
  ProtocolErrorCode,
  type CallToolResult,
  type GetPromptResult,
  type ReadResourceResult,
} from '@modelcontextprotocol/server';
import type { Flow } from '../guard/index.js';
import { guide } from '../guard/question/fallback.js';
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
