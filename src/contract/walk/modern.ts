import { CLIENT_CAPABILITIES_META_KEY } from '@modelcontextprotocol/client';
import type { Harness } from '../../client/harness-types.js';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import type { JsonObject } from '../../json.js';
import type { RawReply } from '../../protocol/reply.js';
import type { CallRequest } from '../../protocol/call.js';
import type { Responses } from './answers.js';
import { type Conversation, type ConversationParts, type RequestVariant, roundOf } from './conversation.js';
import { fromWire, toWire } from './known-asks.js';
import { type Asked, type CaseResponse, readResponse } from '../evidence/response.js';

interface Exchanged {
  readonly raw: RawReply;
  readonly silent?: string;
  readonly code?: VueltaErrorCode;
}

/** A conversation on 2026-07-28, where each round is a request of its own. */
export class ModernConversation implements Conversation {
  readonly harness: Harness;
  readonly request: CallRequest;
  readonly #parts: ConversationParts;
  /** Keys on the wire that this client has met last, by those that were learned. */
  readonly #names = new Map<string, string>();

  constructor(parts: ConversationParts) {
    this.harness = parts.harness;
    this.request = parts.request;
    this.#parts = parts;
  }

  async first(variant: RequestVariant = {}): Promise<CaseResponse> {
    const response = await this.#send({ label: 'round 1', ...variant }, {});
    if (variant.request === undefined) this.#parts.firsts.push(response);
    return response;
  }

  async firstWith(responses: Responses, variant: RequestVariant = {}): Promise<CaseResponse> {
    if (this.#parts.known.varies && this.#names.size === 0) await this.first({ label: 'round 1, for its keys' });
    const inputResponses = toWire(responses, this.#names);
    return this.#send({ label: 'first call with answers', ...variant }, { inputResponses });
  }

  retry(asked: Asked, responses: Responses | undefined, variant: RequestVariant = {}): Promise<CaseResponse> {
    const state = variant.state === undefined ? asked.state : variant.state;
    const names = new Map([...this.#names, ...this.#parts.known.namesIn(asked)]);
    const added = {
      ...(responses !== undefined && { inputResponses: toWire(responses, names) }),
      ...(state !== undefined && state !== null && { requestState: state }),
    };
    return this.#send({ label: `round ${roundOf(asked) + 1}`, ...variant }, added, asked);
  }

  say(method: string, params: Readonly<JsonObject>, variant: RequestVariant = {}): Promise<CaseResponse> {
    return this.#send({ label: method, ...variant, request: { method, params } }, {});
  }

  async answersTo(asked: Asked): Promise<Responses> {
    const { answers, known } = this.#parts;
    const responses = await answers.answer(known.asCame(asked), roundOf(asked));
    return fromWire(responses, known.namesIn(asked));
  }

  async #send(variant: RequestVariant, added: JsonObject, from?: Asked): Promise<CaseResponse> {
    const { as, declared: usual, transcript } = this.#parts;
    const { method, params } = variant.request ?? this.request;
    const { capabilities, headers } = variant;
    const declared = capabilities === undefined ? {} : { [CLIENT_CAPABILITIES_META_KEY]: capabilities };
    const _meta = { ...(params['_meta'] as JsonObject | undefined), ...declared };
    const sent: JsonObject = { ...params, ...added, ...(Object.keys(_meta).length > 0 && { _meta }) };
    const started = performance.now();
    const { raw, silent, code } = await this.#exchange(method, sent, variant);
    const recorded = transcript.record({
      label: variant.label ?? method,
      method,
      params: sent,
      meta: { ...(usual !== undefined && { [CLIENT_CAPABILITIES_META_KEY]: usual }), ..._meta },
      headers,
      as,
      answered: from?.recorded,
      received: silent === undefined ? raw : { silent },
      started,
    });
    if (silent !== undefined) {
      return { kind: 'silent', why: silent, raw, recorded, ...(code && { code }), ...(from && { from }) };
    }
    return this.#named(readResponse(raw, { server: this.harness.server, recorded, from }), method, params);
  }

  #named(response: CaseResponse, method: string, params: CallRequest['params']): CaseResponse {
    const isOther = method !== this.request.method || params['name'] !== this.request.params['name'];
    if (response.kind !== 'asks' || isOther) return response;
    const { known } = this.#parts;
    const named = known.name(response, roundOf(response), params);
    for (const [learned, wire] of known.namesIn(named)) this.#names.set(learned, wire);
    return named;
  }

  async #exchange(method: string, sent: JsonObject, { headers, signal }: RequestVariant): Promise<Exchanged> {
    try {
      const raw = await this.harness.request(method, sent, { ...(headers && { headers }), ...(signal && { signal }) });
      return { raw };
    } catch (error) {
      if (error instanceof VueltaError) {
        return { raw: {}, silent: `gave no response that counts: ${error.message}`, code: error.code };
      }
      throw error;
    }
  }
}
