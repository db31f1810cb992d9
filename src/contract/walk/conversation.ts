import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { Harness } from '../../client/harness-types.js';
import type { JsonObject } from '../../json.js';
import type { CallRequest } from '../../protocol/call.js';
import type { AnswerSource, Responses } from './answers.js';
import type { FirstResponse } from './hanging.js';
import type { KnownAsks } from './known-asks.js';
import type { Asked, CaseResponse } from '../evidence/response.js';
import type { Transcript } from '../evidence/transcript.js';

export type User = 'own' | 'other';

/** What a request differs in from the case's own. */
export interface RequestVariant {
  /** What it is for, in a report. */
  readonly label?: string;
  /** The request itself, in place of the case's. */
  readonly request?: { readonly method: string; readonly params: Readonly<JsonObject> };
  /** Replaces the state of the response that is answered; `null` sends none. */
  readonly state?: unknown;
  readonly capabilities?: ClientCapabilities;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** One client of the server under test: it sends what it is told and judges nothing. */
export interface Conversation {
  readonly harness: Harness;
  readonly request: CallRequest;
  /** A first round, with nothing but what the variant adds. */
  first(variant?: RequestVariant): Promise<CaseResponse>;
  /** A first call that already carries answers, as only an attacker sends it. On 2025-11-25 there is none. */
  firstWith(responses: Responses, variant?: RequestVariant): Promise<CaseResponse>;
  /** Answers a response: the case's request, these answers (`undefined` for none at all), and the state that came with it. */
  retry(asked: Asked, responses: Responses | undefined, variant?: RequestVariant): Promise<CaseResponse>;
  /** Any request of 2026-07-28, as given. */
  say(method: string, params: Readonly<JsonObject>, variant?: RequestVariant): Promise<CaseResponse>;
  answersTo(asked: Asked): Promise<Responses>;
}

export interface ConversationParts {
  readonly harness: Harness;
  readonly request: CallRequest;
  readonly answers: AnswerSource;
  readonly transcript: Transcript;
  readonly known: KnownAsks;
  /** Takes the response to each first request of the case. */
  readonly firsts: FirstResponse[];
  /** Which user of the case it is, when the case has two. */
  readonly as?: User | undefined;
  /** What the client declares on each request; absent when that is the usual. */
  readonly declared?: ClientCapabilities | undefined;
}

export function roundOf(response: CaseResponse): number {
  let round = 1;
  for (let { from } = response; from !== undefined; from = from.from) round += 1;
  return round;
}
