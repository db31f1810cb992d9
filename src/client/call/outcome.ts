import type { CallToolResult } from '@modelcontextprotocol/client';
import { textsOf } from '../../shown/result.js';
import type { Ending, Failure } from '../../protocol/reply.js';
import type { Round } from './round.js';

/**
 * How a call ended. `status` is the HTTP status of the last response, where there was one.
 *
 * - `result`: the server's result, exactly as received; `isError` says whether a tool reported a failure in it.
 * - `capability`: `-32021`, the client did not declare what the server needs (MCP 2026-07-28, errors). Nothing was asked.
 *   `requiredCapabilities` is `undefined` when the server broke the rule to name them.
 * - `error`: any other JSON-RPC error.
 *
 * JSON of an outcome has the server's result and no answer; a server that repeats an answer in its result is seen to do so.
 *
 * @example
 * ```ts
 * const outcome = await harness.call('book', { id: 'a' }, { answers: { confirm: accept({ confirm: true }) } });
 * if (outcome.kind === 'result') console.log(readText(outcome), outcome.rounds.length);
 * ```
 */
export type CallOutcome<R = CallToolResult> = { readonly rounds: readonly Round[] } & (
  { readonly kind: 'result'; readonly result: R; readonly isError: boolean } | Failure
);

export function toOutcome<R>(ending: Ending, rounds: readonly Round[]): CallOutcome<R> {
  if (ending.kind !== 'complete') return { ...ending, rounds };
  return { kind: 'result', result: ending.result as R, isError: ending.result['isError'] === true, rounds };
}

/**
 * The text of a result: of a tool's content, a prompt's messages or a resource's contents, joined with line breaks.
 *
 * @throws TypeError when the call did not end with a result.
 * @example
 * ```ts
 * expect(readText(await harness.call('book', { id: 'a' }))).toBe('booked');
 * ```
 */
export function readText(outcome: CallOutcome<unknown>): string {
  if (outcome.kind !== 'result') {
    throw new TypeError(`readText() needs a call that ended with a result; this one ended with error ${outcome.code}.`);
  }
  return textsOf(outcome.result).join('\n');
}

/** The old name of {@link readText}: programs and checks that import it must go on working. */
export const text = readText;
