import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { type Ask, type AskingServer, readAsk, violation } from './ask.js';
import { isObject, type JsonObject } from '../json.js';
import { printable } from '../shown/line.js';

/** The error of a JSON-RPC response. */
export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** One JSON-RPC response as received: `result` or `error`, and the HTTP status where there is one. */
export interface RawReply {
  readonly status?: number;
  readonly result?: unknown;
  readonly error?: RpcError;
}

/** `MissingRequiredClientCapabilityError` (MCP 2026-07-28, errors). */
export const MISSING_CAPABILITY = -32_021;

/** A response that is an error. `status` is the HTTP status, where there was one. */
export type Failure =
  | {
      readonly kind: 'capability';
      readonly code: typeof MISSING_CAPABILITY;
      readonly message: string;
      readonly requiredCapabilities: ClientCapabilities | undefined;
      readonly status?: number;
    }
  | ({ readonly kind: 'error'; readonly status?: number } & RpcError);

/** A response that ends a call. */
export type Ending = { readonly kind: 'complete'; readonly result: JsonObject } | Failure;

/** A response that asks. */
export interface Asking {
  readonly kind: 'input_required';
  readonly result: JsonObject;
  readonly asks: readonly Ask[];
  readonly requestState?: string;
}

export type Reading = Ending | Asking;

function readError(error: unknown, status: number | undefined): Failure {
  if (!isObject(error) || typeof error['code'] !== 'number' || typeof error['message'] !== 'string') {
    throw violation('error', 'it must have a code and a message');
  }
  const { code, message, data } = error;
  const http = status === undefined ? {} : { status };
  if (code === MISSING_CAPABILITY) {
    const required = isObject(data) ? data['requiredCapabilities'] : undefined;
    const requiredCapabilities = isObject(required) ? (required as ClientCapabilities) : undefined;
    return { kind: 'capability', code: MISSING_CAPABILITY, message, requiredCapabilities, ...http };
  }
  return { kind: 'error', code, message, ...(data !== undefined && { data }), ...http };
}

function readAsks(result: JsonObject, server: AskingServer): Asking {
  const { inputRequests = {}, requestState } = result;
  if (!isObject(inputRequests)) throw violation('result.inputRequests', 'it must be an object');
  if (requestState !== undefined && typeof requestState !== 'string') {
    throw violation('result.requestState', 'it must be a string');
  }
  const entries = Object.entries(inputRequests);
  if (entries.length === 0 && requestState === undefined) {
    throw violation('result', 'input_required must have inputRequests, requestState or both');
  }
  const asks = entries.map(([key, entry]) => readAsk(entry, { key, path: `result.inputRequests.${key}`, server }));
  return { kind: 'input_required', result, asks, ...(requestState !== undefined && { requestState }) };
}

/** Whether a result has what only one that asks has. */
export const carriesAsks = ({ inputRequests, requestState }: JsonObject): boolean =>
  inputRequests !== undefined || typeof requestState === 'string';

/** Taken for the end of the call, a question that forgot to say so would be shown to nobody. */
function requireNoAsks(result: JsonObject, why: string): void {
  if (!carriesAsks(result)) return;
  const member = result['inputRequests'] === undefined ? 'requestState' : 'inputRequests';
  throw violation('result.resultType', `${why}, and the result has ${member}, which only 'input_required' has`);
}

/** Reads the response to a request that may ask, on a revision whose results never do. */
export function readLegacy(reply: RawReply): Ending {
  const ending = readEnding(reply);
  if (ending.kind !== 'complete') return ending;
  requireNoAsks(ending.result, 'on 2025-11-25 a server asks by a request of its own');
  return ending;
}

/** Reads a response to which nothing but an ending can come. */
export function readEnding({ error, result, status }: RawReply): Ending {
  if (error !== undefined) return readError(error, status);
  if (!isObject(result)) throw violation('result', 'it must be an object');
  return { kind: 'complete', result };
}

/**
 * Reads a response of 2026-07-28. Only `resultType` decides whether it asks, and an absent one means complete (basic, results); a
 * complete one with asks or a state is neither. Members that are not known are left alone.
 */
export function readReply(reply: RawReply, server: AskingServer): Reading {
  const ending = readEnding(reply);
  if (ending.kind !== 'complete') return ending;
  const { resultType } = ending.result;
  if (resultType === 'input_required') return readAsks(ending.result, server);
  if (resultType === undefined || resultType === 'complete') {
    requireNoAsks(ending.result, resultType === undefined ? 'it is missing' : "it is 'complete'");
    return ending;
  }
  const shown = typeof resultType === 'string' ? `'${printable(resultType)}'` : 'no string';
  throw violation('result.resultType', `it is ${shown}, not 'complete' or 'input_required'`);
}
