import type { Progress } from '@modelcontextprotocol/client';
import type { Ask } from '../../protocol/ask.js';
import { MODERN } from '../../protocol/revision.js';
import type { SendOptions, InboundAsk } from '../connection/request.js';
import { isObject, type JsonObject } from '../../json.js';
import { GATHER_MS, readInbound } from './legacy.js';
import { type MaskedState, maskState } from '../../shown/state-fingerprint.js';
import { type Failure, type RawReply, readLegacy, readReply, type Reading } from '../../protocol/reply.js';
import type { Requester } from '../connection/requester.js';

interface FirstFacts {
  /**
   * The response, nothing added and nothing taken away: the JSON-RPC `result`, or the `error` for `capability` and `error`.
   * It holds the state in the clear.
   */
  readonly raw: JsonObject;
  readonly asks: readonly Ask[];
  /** The HTTP status, where there was one. */
  readonly status?: number;
  /** Milliseconds from the request to the response. */
  readonly wireMs: number;
  /** The `requestState`, masked; absent when the response had none. */
  readonly state?: MaskedState;
  /** The `requestState` itself, for tests that attack it. */
  rawState(): string | undefined;
}

/**
 * A first round that nobody answered (MCP 2026-07-28, multi round-trip requests). Its JSON masks the state in `raw`.
 *
 * Over HTTP and in process, `raw` is what was on the wire, to the byte. Over stdio it is what the SDK's transport delivers,
 * which puts `_meta` first and leaves out what is malformed in it. On 2025-11-25 a call that asks has no first response:
 * there `raw` is the server's first request, and the call is cancelled.
 *
 * @example
 * ```ts
 * const first = await harness.firstRound('book', { id: 'a' });
 * if (first.kind === 'input_required') console.log(first.asks.map((ask) => ask.key), JSON.stringify(first.raw, null, 2));
 * ```
 */
export type FirstRound = FirstFacts & ({ readonly kind: 'complete' | 'input_required' } | Failure);

export interface FirstOptions {
  readonly signal?: AbortSignal;
  readonly roundTimeoutMs?: number;
  readonly onProgress?: (progress: Progress) => void;
}

/** Adds what must be neither enumerable nor in JSON. */
function withHidden(first: JsonObject & { raw: JsonObject }, state: string | undefined): FirstRound {
  const masked = state === undefined ? first.raw : { ...first.raw, requestState: '[masked]' };
  Object.defineProperties(first, {
    rawState: { value: () => state },
    toJSON: { value: () => ({ ...first, raw: masked }) },
  });
  return first as unknown as FirstRound;
}

function toFirst(reading: Reading, { result, error, status }: RawReply, wireMs: number): FirstRound {
  const common = { raw: (error ?? result) as JsonObject, wireMs, ...(status !== undefined && { status }) };
  if (reading.kind !== 'input_required') {
    const facts = reading.kind === 'complete' ? { kind: reading.kind } : reading;
    return withHidden({ ...facts, ...common, asks: [] }, undefined);
  }
  const { asks, requestState } = reading;
  const state = requestState === undefined ? {} : { state: maskState(requestState, undefined) };
  return withHidden({ kind: reading.kind, ...common, asks, ...state }, requestState);
}

async function firstLegacy(
  requester: Requester,
  method: string,
  params: JsonObject,
  options: SendOptions,
): Promise<FirstRound> {
  const { server } = requester.settings;
  const started = performance.now();
  const inbound: InboundAsk[] = [];
  let gathered = (): void => {};
  const asked = new Promise<undefined>((resolve) => {
    gathered = () => setTimeout(() => resolve(undefined), GATHER_MS);
  });
  const request = requester.send(method, params, {
    ...options,
    onAsk: (ask) => {
      if (inbound.push(ask) === 1) gathered();
    },
  });
  const reply = await Promise.race([request.reply, asked]);
  const wireMs = performance.now() - started;
  if (reply !== undefined) return toFirst(readLegacy(reply), reply, wireMs);
  request.reply.catch(() => {});
  request.stop(new Error('The first round is over.'));
  const asks: Ask[] = [];
  for (const [index, ask] of inbound.entries()) asks.push(readInbound(ask, server, index + 1, asks));
  const raw = inbound[0]?.message;
  return withHidden({ kind: 'input_required', raw: isObject(raw) ? raw : {}, asks, wireMs }, undefined);
}

export async function firstRound(
  requester: Requester,
  method: string,
  params: JsonObject,
  options: SendOptions,
): Promise<FirstRound> {
  if (requester.settings.revision !== MODERN) return firstLegacy(requester, method, params, options);
  const started = performance.now();
  const reply = await requester.submit(method, params, options);
  const wireMs = performance.now() - started;
  return toFirst(readReply(reply, requester.settings.server), reply, wireMs);
}
