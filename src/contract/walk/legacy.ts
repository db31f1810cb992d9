import type { AnswerFunction } from '../../client/answers/answers.js';
import { makeCall } from '../../client/call/make-call.js';
import type { CallOutcome } from '../../client/call/outcome.js';
import type { Harness } from '../../client/harness-types.js';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import { canonicalJson, isObject, type JsonObject } from '../../json.js';
import type { Ask } from '../../protocol/ask.js';
import { LEGACY } from '../../protocol/revision.js';
import type { CallRequest } from '../../protocol/call.js';
import type { KeylessAsk, Responses } from './answers.js';
import { type Conversation, type ConversationParts, type RequestVariant, roundOf } from './conversation.js';
import { NotTestable } from '../evidence/finding.js';
import { fromWire, toWire } from './known-asks.js';
import { type OpenAsk, OpenCall, type OpenCallEvent } from './open-call.js';
import { type Asked, type CaseResponse, readResponse } from '../evidence/response.js';
import type { Exchange } from '../evidence/transcript.js';

interface WayToAsk {
  readonly asked: KeylessAsk;
  /** The answer to the ask before; absent for the first. */
  readonly answer?: JsonObject;
}

/** The harness must not end a call that a check still walks. */
const MOST_ROUNDS = 32;

const call = (harness: Harness, request: CallRequest, answers: AnswerFunction, signal: AbortSignal) =>
  makeCall(harness, request, { answers, signal, sendInvalid: true, maxRounds: MOST_ROUNDS });

function rawOf(outcome: CallOutcome<unknown>): { result: unknown } | { error: { code: number; message: string } } {
  if (outcome.kind === 'result') return { result: outcome.result };
  const { code, message } = outcome;
  return { error: { code, message, ...('data' in outcome && { data: outcome.data }) } };
}

/**
 * A conversation on 2025-11-25, where a call stays open while the server asks. Each ask is a round of its own here, and its key
 * stands for its form: the wire has none. An ask that was answered once is reached again by a call with the same answers.
 */
export class LegacyConversation implements Conversation {
  readonly harness: Harness;
  readonly request: CallRequest;
  readonly #parts: ConversationParts;
  readonly #ways = new WeakMap<CaseResponse, WayToAsk>();
  readonly #questions: Ask[] = [];
  #call: OpenCall | undefined;
  #open: { readonly asked: Asked; readonly event: OpenAsk } | undefined;

  constructor(parts: ConversationParts) {
    this.harness = parts.harness;
    this.request = parts.request;
    this.#parts = parts;
  }

  async first({ label = 'call' }: RequestVariant = {}): Promise<CaseResponse> {
    const started = performance.now();
    const { method, params } = this.request;
    const event = await (await this.#start()).next();
    const response = this.#read(event, { label, method, params, started });
    this.#parts.firsts.push(response);
    return response;
  }

  firstWith(): Promise<CaseResponse> {
    throw new NotTestable('on 2025-11-25 no call carries answers');
  }

  say(): Promise<CaseResponse> {
    throw new NotTestable('on 2025-11-25 no request is sent beside the call');
  }

  async retry(
    asked: Asked,
    responses: Responses | undefined,
    { label = `answer ${roundOf(asked)}` }: RequestVariant = {},
  ): Promise<CaseResponse> {
    const { known } = this.#parts;
    const [ask] = known.asCame(asked);
    const sent = toWire(responses ?? {}, known.namesIn(asked));
    const answer = ask !== undefined && Object.hasOwn(sent, ask.key) ? sent[ask.key] : undefined;
    if (ask === undefined || !isObject(answer)) {
      throw new NotTestable('on 2025-11-25 every ask is answered, and with an object', asked);
    }
    const { call, event } = await this.#leadTo(asked);
    const started = performance.now();
    event.answer(answer);
    const params = { inputResponses: { [ask.key]: answer } };
    return this.#read(await call.next(), { label, method: 'answer', params, started }, { asked, answer });
  }

  async answersTo(asked: Asked): Promise<Responses> {
    const { answers, known } = this.#parts;
    const asks = this.#waysTo(asked).map((way) => way.asked);
    const key = known.asCame(asked)[0]?.key ?? '';
    return fromWire({ [key]: await answers.answerKeyless(asks, key) }, known.namesIn(asked));
  }

  /** What led to this ask, from the first ask of its call on. */
  #waysTo(asked: Asked): readonly WayToAsk[] {
    const ways: WayToAsk[] = [];
    for (let at: CaseResponse | undefined = asked; at !== undefined; at = at.from) {
      const way = this.#ways.get(at);
      if (way !== undefined) ways.unshift(way);
    }
    return ways;
  }

  async #start(): Promise<OpenCall> {
    await this.#call?.drop();
    this.#open = undefined;
    this.#call = new OpenCall((answers, signal) => call(this.harness, this.request, answers, signal));
    return this.#call;
  }

  /** The open call at this ask, or another call that is led there in the same way. */
  async #leadTo(asked: Asked): Promise<{ readonly call: OpenCall; readonly event: OpenAsk }> {
    if (this.#call !== undefined && this.#open?.asked === asked) return { call: this.#call, event: this.#open.event };
    const answers = this.#waysTo(asked).flatMap(({ answer }) => (answer === undefined ? [] : [answer]));
    const open = await this.#start();
    let event = await open.next();
    for (const answer of answers) {
      if (event.kind !== 'ask') break;
      event.answer(answer);
      event = await open.next();
    }
    if (event.kind === 'ask') return { call: open, event };
    throw new NotTestable('the same answers should lead to the same question again', asked);
  }

  #read(
    event: OpenCallEvent,
    request: Pick<Exchange, 'label' | 'method' | 'params' | 'started'>,
    before?: { readonly asked: Asked; readonly answer: JsonObject },
  ): CaseResponse {
    const { known, transcript } = this.#parts;
    const ask = event.kind === 'ask' ? this.#named(event.ask) : undefined;
    const raw = event.kind === 'end' ? rawOf(event.outcome) : {};
    const lost = event.kind === 'lost' ? whyLost(event.error) : undefined;
    const reply = ask === undefined ? raw : { result: shown(ask) };
    const received = lost === undefined ? reply : { silent: lost.why };
    const recorded = transcript.record({ ...request, revision: LEGACY, received });
    const from = before?.asked;
    const facts = { raw, recorded, ...(from && { from }) };
    if (lost !== undefined) return { kind: 'silent', ...lost, ...facts };
    if (event.kind !== 'ask' || ask === undefined) {
      return readResponse(raw, { server: this.harness.server, recorded, from });
    }
    const came: Asked = { kind: 'asks', asks: [ask], faults: [], ...facts };
    const asked = known.name(came, roundOf(came), this.request.params);
    const keyless = { ask: event.ask, round: event.round };
    this.#ways.set(asked, { asked: keyless, ...(before && { answer: before.answer }) });
    this.#open = { asked, event };
    return asked;
  }

  /** A question keeps its key when it is asked again. */
  #named(ask: Ask): Ask {
    const form = canonicalJson([ask.kind, ask.requestedSchema]);
    const known = this.#questions.find((one) => canonicalJson([one.kind, one.requestedSchema]) === form);
    const taken = this.#questions.some(({ key }) => key === ask.key);
    const key = known?.key ?? (taken ? `ask${this.#questions.length + 1}` : ask.key);
    const named = { ...ask, key };
    if (known === undefined) this.#questions.push(named);
    return named;
  }
}

function whyLost(error: unknown): { readonly why: string; readonly code: VueltaErrorCode } {
  if (error instanceof VueltaError) return { why: `gave no response that counts: ${error.message}`, code: error.code };
  throw error;
}

const shown = ({ key, kind, message, url, requestedSchema }: Ask): JsonObject =>
  JSON.parse(JSON.stringify({ asks: key, kind, message, url, requestedSchema })) as JsonObject;
