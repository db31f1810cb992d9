import type { AnswerFunction } from '../../client/answers/answers.js';
import type { Ask } from '../../protocol/ask.js';
import type { Harness } from '../../client/harness-types.js';
import { isObject, type JsonObject } from '../../json.js';
import type { CallOutcome } from '../../client/call/outcome.js';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import type { AnswerSource, KeylessAsk, Responses } from './answers.js';
import { canonicalJson } from '../../json.js';
import type { CaseRequest } from '../case/case.js';
import { NotTestable } from './finding.js';
import { type Client, Conversation, roundOf, type Twist } from './conversation.js';
import type { Redactor, Step } from './steps.js';
import { type Asked, type Heard, readHeard } from './response.js';
import { fromWire, toWire } from './known-asks.js';
import { type HeldAsk, HeldCall, type HeldEvent } from './open-call.js';

/** What led to an ask: the call's own asks, and the answers to those before it. */
interface Trail {
  readonly asked: KeylessAsk;
  /** The answer to the ask before; absent for the first. */
  readonly answer?: JsonObject;
}

/** The harness must not end a call that a check still walks. */
const MOST_ROUNDS = 32;

function call(harness: Harness, { method, params }: CaseRequest, answers: AnswerFunction, signal: AbortSignal) {
  const options = { answers, signal, sendInvalid: true, maxRounds: MOST_ROUNDS };
  const name = String(params['name']);
  const args = params['arguments'];
  if (method === 'tools/call') return harness.call(name, args as JsonObject | undefined, options);
  if (method === 'resources/read') return harness.readResource(String(params['uri']), options);
  return harness.getPrompt(name, args as Record<string, string> | undefined, options);
}

function rawOf(outcome: CallOutcome<unknown>): { result: unknown } | { error: { code: number; message: string } } {
  if (outcome.kind === 'result') return { result: outcome.result };
  const { code, message } = outcome;
  return { error: { code, message, ...('data' in outcome && { data: outcome.data }) } };
}

/**
 * One client of a server on 2025-11-25, where a call stays open while the server asks. Each ask is a round of its own here, and
 * its key stands for its form: the wire has none. An ask that was answered once is reached again by a call with the same answers.
 */
export class LegacyConversation extends Conversation {
  readonly #answers: AnswerSource;
  readonly #redactor: Redactor;
  readonly #trails = new WeakMap<Heard, Trail>();
  readonly #questions: Ask[] = [];
  #call: HeldCall | undefined;
  /** The ask that the open call waits for. */
  #open: { readonly asked: Asked; readonly event: HeldAsk } | undefined;

  constructor(
    harness: Harness,
    request: CaseRequest,
    answers: AnswerSource,
    redactor: Redactor,
    steps: Step[],
    client: Client = {},
  ) {
    super(harness, request, answers, redactor, steps, client);
    this.#answers = answers;
    this.#redactor = redactor;
  }

  override async first({ label = 'call' }: Twist = {}): Promise<Heard> {
    const started = performance.now();
    const { method, params } = this.request;
    const event = await (await this.#start()).next();
    const heard = this.#hear(event, { label, method, params: this.#redactor.sent(params), started });
    this.noteFirst(heard);
    return heard;
  }

  override async retry(asked: Asked, responses: Responses | undefined, { label }: Twist = {}): Promise<Heard> {
    const [ask] = this.known.asCame(asked);
    const sent = toWire(responses ?? {}, this.known.namesIn(asked));
    const answer = ask !== undefined && Object.hasOwn(sent, ask.key) ? sent[ask.key] : undefined;
    if (ask === undefined || !isObject(answer)) {
      throw new NotTestable('on 2025-11-25 every ask is answered, and with an object', asked);
    }
    const event = await this.#reach(asked);
    const started = performance.now();
    event.answer(answer);
    const said = {
      label: label ?? `answer ${roundOf(asked)}`,
      method: 'answer',
      params: this.#redactor.sent({ inputResponses: { [ask.key]: answer } }),
      started,
    };
    return this.#hear(await (this.#call as HeldCall).next(), said, asked, answer);
  }

  override async answersTo(asked: Asked): Promise<Responses> {
    const asks: KeylessAsk[] = [];
    for (let at: Heard | undefined = asked; at !== undefined; at = at.from) {
      const trail = this.#trails.get(at);
      if (trail !== undefined) asks.unshift(trail.asked);
    }
    const key = this.known.asCame(asked)[0]?.key ?? '';
    return fromWire({ [key]: await this.#answers.answerKeyless(asks, key) }, this.known.namesIn(asked));
  }

  async #start(): Promise<HeldCall> {
    await this.#call?.drop();
    this.#open = undefined;
    this.#call = new HeldCall((answers, signal) => call(this.harness, this.request, answers, signal));
    return this.#call;
  }

  /** The open call at this ask, or another call that is led there in the same way. */
  async #reach(asked: Asked): Promise<HeldAsk> {
    if (this.#open?.asked === asked) return this.#open.event;
    const answers: JsonObject[] = [];
    for (let at: Heard | undefined = asked; at !== undefined; at = at.from) {
      const answer = this.#trails.get(at)?.answer;
      if (answer !== undefined) answers.unshift(answer);
    }
    const held = await this.#start();
    let event = await held.next();
    for (const answer of answers) {
      if (event.kind !== 'ask') break;
      event.answer(answer);
      event = await held.next();
    }
    if (event.kind === 'ask') return event;
    throw new NotTestable('the same answers should lead to the same question again', asked);
  }

  #hear(
    event: HeldEvent,
    said: { readonly label: string; readonly method: string; readonly params: JsonObject; readonly started: number },
    from?: Asked,
    answer?: JsonObject,
  ): Heard {
    const { label, method, params, started } = said;
    const ask = event.kind === 'ask' ? this.#named(event.ask) : undefined;
    const raw = event.kind === 'end' ? rawOf(event.outcome) : {};
    const lost = event.kind === 'lost' ? whyLost(event.error) : undefined;
    const why = lost?.why;
    const step: Step = {
      number: this.steps.length + 1,
      label,
      revision: '2025-11-25',
      sent: { method, params },
      received:
        why === undefined ? this.#redactor.received(ask === undefined ? raw : { result: shown(ask) }) : { silent: why },
      ms: Math.round(performance.now() - started),
    };
    this.steps.push(step);
    const facts = { raw, step, ...(from && { from }) };
    if (lost !== undefined) return { kind: 'silent', ...lost, ...facts };
    if (event.kind !== 'ask' || ask === undefined) return readHeard(raw, this.harness.server, step, from);
    const came: Asked = { kind: 'asks', asks: [ask], faults: [], ...facts };
    const asked = this.known.name(came, roundOf(came), this.request.params);
    this.#trails.set(asked, { asked: { ask: event.ask, round: event.round }, ...(answer && { answer }) });
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
