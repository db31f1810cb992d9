import { isAction } from '../../protocol/kinds.js';
import type { Ask } from '../../protocol/ask.js';
import type { RawReply } from '../../protocol/reply.js';
import { bareMap, type JsonObject } from '../../json.js';
import { type MaskedState, maskState } from '../../shown/state-fingerprint.js';

/** One message of the server: the response of a round, or on 2025-11-25 a request of the server in it. */
export type Received = { readonly round: number } & (RawReply | { readonly request: Readonly<JsonObject> });

/** What was answered, without what was said. */
export interface RedactedAnswer {
  /** `result` for the answer to a sampling or roots ask; `other` for a verbatim answer that has no action of the revision. */
  readonly action: 'accept' | 'decline' | 'cancel' | 'result' | 'other';
}

/**
 * One request and its response (MCP 2026-07-28, multi round-trip requests), and what was answered to its asks.
 *
 * Everything that can be seen, printed or put into JSON is free of answers and of the state itself; those two are behind
 * methods.
 *
 * @example
 * ```ts
 * for (const round of outcome.rounds) console.error(round.number, round.asks.map((ask) => ask.key), round.answers);
 * ```
 */
export interface Round {
  /** From 1. */
  readonly number: number;
  readonly asks: readonly Ask[];
  /** What was answered to each ask, by key. */
  readonly answers: Readonly<Record<string, RedactedAnswer>>;
  /** When the request went out, in milliseconds since 1970. */
  readonly startedAt: number;
  /** Milliseconds from the request to the response. */
  readonly wireMs: number;
  /** Milliseconds until all answers were there. */
  readonly personMs: number;
  /** The `requestState` of the response, masked; absent when the response had none. */
  readonly state?: MaskedState;
  /** The answers exactly as they were sent, by key. */
  sent(): Readonly<Record<string, JsonObject>>;
  /** The `requestState` itself, for tests that attack it. */
  rawState(): string | undefined;
}

function redact(ask: Ask, answer: JsonObject): RedactedAnswer {
  if (ask.kind === 'sampling' || ask.kind === 'roots') return { action: 'result' };
  const { action } = answer;
  return { action: isAction(action) ? action : 'other' };
}

const since = (start: number): number => Math.round((performance.now() - start) * 1000) / 1000;

/** A round while it runs. Private members keep answers and state out of spreads, JSON, inspection and test diffs. */
export class OpenRound implements Round {
  readonly number: number;
  readonly asks: Ask[] = [];
  readonly answers: Record<string, RedactedAnswer> = bareMap();
  readonly startedAt = Date.now();
  wireMs = 0;
  personMs = 0;
  declare state?: MaskedState;
  #since = performance.now();
  #sent: Record<string, JsonObject> = bareMap();
  #state: string | undefined;

  constructor(number: number) {
    this.number = number;
  }

  arrived(): void {
    this.wireMs = since(this.#since);
  }

  handOver(): void {
    this.#since = performance.now();
  }

  answered(): void {
    this.personMs = since(this.#since);
  }

  keep(ask: Ask, answer: JsonObject): void {
    this.answers[ask.key] = redact(ask, answer);
    this.#sent[ask.key] = answer;
  }

  keepState(state: string | undefined, previous: string | undefined): void {
    this.#state = state;
    if (state !== undefined) this.state = maskState(state, previous);
  }

  sent(): Readonly<Record<string, JsonObject>> {
    return this.#sent;
  }

  rawState(): string | undefined {
    return this.#state;
  }
}
