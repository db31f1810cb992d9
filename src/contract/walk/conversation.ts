import { CLIENT_CAPABILITIES_META_KEY, type ClientCapabilities } from '@modelcontextprotocol/client';
import type { Harness } from '../../client/harness-types.js';
import type { JsonObject } from '../../json.js';
import type { RawReply } from '../../protocol/reply.js';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import type { AnswerSource, Responses } from './answers.js';
import type { CaseRequest } from '../case/case.js';
import { NotTestable } from './finding.js';
import { hideTokens, type Redactor, type Step } from './steps.js';
import { type Asked, describeHeard, type Ended, type Heard, readHeard } from './response.js';
import { fromWire, KnownAsks, toWire } from './known-asks.js';
import type { First } from './hanging.js';
import { noteState, traceState } from './state-trace.js';

/** What a request differs in from the case's own. */
export interface Twist {
  /** What it is for, in a report. */
  readonly label?: string;
  /** The request itself, in place of the case's. */
  readonly request?: { readonly method: string; readonly params: Readonly<JsonObject> };
  /** Replaces the state of the response that is answered; `null` sends none. */
  readonly state?: unknown;
  /** What the client declares, for this request. */
  readonly capabilities?: ClientCapabilities;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** What tells a client of the case from the usual one. */
export interface Client {
  readonly as?: 'own' | 'other' | undefined;
  /** What it declares on each request; absent when that is the usual. */
  readonly declared?: ClientCapabilities | undefined;
  /** The asks of the case, once they were learned. */
  readonly known?: KnownAsks;
  /** Takes what is heard to each first request of the case. */
  readonly firsts?: First[];
}

/** What came of one exchange: a reply, or why there is none. */
interface Exchanged {
  readonly raw: RawReply;
  readonly silent?: string;
  readonly code?: VueltaErrorCode;
}

/** The most rounds that a happy path may have. */
const LONGEST_WALK = 16;

/** One client of the server under test, on 2026-07-28: it sends what it is told and judges nothing. */
export class Conversation {
  readonly harness: Harness;
  readonly request: CaseRequest;
  /** All that was said, in order. */
  readonly steps: Step[];
  readonly known: KnownAsks;
  /** Keys on the wire that this client has met last, by those that were learned. */
  readonly #names = new Map<string, string>();
  readonly #answers: AnswerSource;
  readonly #redactor: Redactor;
  readonly #client: Client;

  constructor(
    harness: Harness,
    request: CaseRequest,
    answers: AnswerSource,
    redactor: Redactor,
    steps: Step[],
    client: Client = {},
  ) {
    this.harness = harness;
    this.request = request;
    this.steps = steps;
    this.#answers = answers;
    this.#redactor = redactor;
    this.#client = client;
    this.known = client.known ?? new KnownAsks();
  }

  /** A first round, with nothing but what the twist adds. */
  async first(twist: Twist = {}): Promise<Heard> {
    const heard = await this.#send({ label: 'round 1', ...twist }, {}, undefined);
    if (twist.request === undefined) this.noteFirst(heard);
    return heard;
  }

  /** A first call that already carries answers, as only an attacker sends it. */
  async firstWith(responses: Responses, twist: Twist = {}): Promise<Heard> {
    if (this.known.varies && this.#names.size === 0) await this.first({ label: 'round 1, for its keys' });
    const inputResponses = toWire(responses, this.#names);
    return this.#send({ label: 'first call with answers', ...twist }, { inputResponses }, undefined);
  }

  /** Answers a response: the case's request, these answers (`undefined` for none at all), and the state that came with it. */
  retry(asked: Asked, responses: Responses | undefined, twist: Twist = {}): Promise<Heard> {
    const state = twist.state === undefined ? asked.state : twist.state;
    const names = new Map([...this.#names, ...this.known.namesIn(asked)]);
    const added = {
      ...(responses !== undefined && { inputResponses: toWire(responses, names) }),
      ...(state !== undefined && state !== null && { requestState: state }),
    };
    return this.#send({ label: `round ${roundOf(asked) + 1}`, ...twist }, added, asked);
  }

  /** Any request, as given. */
  say(method: string, params: Readonly<JsonObject>, twist: Twist = {}): Promise<Heard> {
    return this.#send({ label: method, ...twist, request: { method, params } }, {}, undefined);
  }

  /** The answers of the happy path to a response. */
  async answersTo(asked: Asked): Promise<Responses> {
    const responses = await this.#answers.answer(this.known.asCame(asked), roundOf(asked));
    return fromWire(responses, this.known.namesIn(asked));
  }

  /**
   * Walks the happy path up to the response that asks for the `round`-th time, from 1. Throws {@link NotTestable} when it does
   * not come.
   */
  async walkTo(round: number): Promise<Asked> {
    let heard = await this.first();
    for (let number = 1; number < round; number += 1) heard = await this.#onward(heard);
    if (heard.kind === 'asks') return heard;
    throw new NotTestable(`round ${round} of the happy path should ask, and the server ${describeHeard(heard)}`, heard);
  }

  /** Walks the happy path from `asked`, or from its beginning, to its result. Throws {@link NotTestable} when it has none. */
  async walkToEnd(asked?: Asked): Promise<Ended> {
    let heard: Heard = asked ?? (await this.first());
    for (let number = 1; heard.kind === 'asks'; number += 1) {
      if (number > LONGEST_WALK) throw new NotTestable(`the happy path still asks after ${LONGEST_WALK} rounds`, heard);
      heard = await this.#onward(heard);
    }
    if (heard.kind === 'result' && !heard.isError) return heard;
    throw new NotTestable(`the happy path should end with a result, and the server ${describeHeard(heard)}`, heard);
  }

  close(): Promise<void> {
    return this.harness.close();
  }

  protected noteFirst(heard: Heard): void {
    this.#client.firsts?.push(heard);
  }

  async #onward(heard: Heard): Promise<Heard> {
    if (heard.kind !== 'asks') {
      throw new NotTestable(`the happy path ended early: the server ${describeHeard(heard)}`, heard);
    }
    if (heard.asks.length === 0)
      return this.retry(heard, undefined, { label: `round ${roundOf(heard) + 1}, nothing to answer` });
    return this.retry(heard, await this.answersTo(heard), { label: `round ${roundOf(heard) + 1}, answered` });
  }

  async #send(twist: Twist, added: JsonObject, from: Heard | undefined): Promise<Heard> {
    const { method, params } = twist.request ?? this.request;
    const declared = twist.capabilities === undefined ? {} : { [CLIENT_CAPABILITIES_META_KEY]: twist.capabilities };
    const _meta = { ...(params['_meta'] as JsonObject | undefined), ...declared };
    const sent: JsonObject = { ...params, ...added, ...(Object.keys(_meta).length > 0 && { _meta }) };
    const { as, declared: usual } = this.#client;
    const shown = { ...(usual !== undefined && { [CLIENT_CAPABILITIES_META_KEY]: usual }), ..._meta };
    const started = performance.now();
    const { raw, silent, code } = await this.#exchange(method, sent, twist);
    const trace = traceState(this.steps, sent['requestState'], from?.step);
    const step: Step = {
      number: this.steps.length + 1,
      label: twist.label ?? method,
      sent: {
        method,
        params: { ...this.#redactor.sent(sent), ...(Object.keys(shown).length > 0 && { _meta: shown }) },
        ...(trace && { state: trace.use }),
        ...(twist.headers && { headers: hideTokens(twist.headers) }),
        ...(as && { as }),
      },
      received: silent === undefined ? this.#redactor.received(raw) : { silent },
      ms: Math.round(performance.now() - started),
    };
    this.steps.push(step);
    noteState(step, raw, trace);
    if (silent !== undefined) {
      return { kind: 'silent', why: silent, raw, step, ...(code && { code }), ...(from && { from }) };
    }
    return this.#named(readHeard(raw, this.harness.server, step, from), method, params);
  }

  #named(heard: Heard, method: string, params: CaseRequest['params']): Heard {
    const isOther = method !== this.request.method || params['name'] !== this.request.params['name'];
    if (heard.kind !== 'asks' || isOther) return heard;
    const named = this.known.name(heard, roundOf(heard), params);
    for (const [learned, wire] of this.known.namesIn(named)) this.#names.set(learned, wire);
    return named;
  }

  async #exchange(method: string, sent: JsonObject, twist: Twist): Promise<Exchanged> {
    const { headers, signal } = twist;
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

/** The round that a response belongs to, from 1. */
export function roundOf(heard: Heard): number {
  let round = 1;
  for (let { from } = heard; from !== undefined; from = from.from) round += 1;
  return round;
}
