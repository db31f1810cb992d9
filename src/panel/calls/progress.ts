import type { Progress } from '@modelcontextprotocol/client';
import type { Ask, AskingServer, RawReply, Received, Round } from '../../client/index.js';
import { rawJson } from './ending.js';
import { isObject } from '../../json.js';
import { maskState } from '../../shown/state-fingerprint.js';
import type { Question } from '../../client/ports/port.js';
import { shownLine } from '../../shown/terminal.js';
import { readReply } from '../../protocol/reply.js';
import { Mask } from '../../shown/mask.js';
import { type Called, requestOf } from './request.js';
import { ShownRound } from './round.js';
import { short, shortKeys, Timeline } from './timeline.js';
import type { CallView, PanelSettings, RoundView } from '../view.js';
import { MODERN } from '../../protocol/revision.js';

/** Whether the client goes on after a round. */
const goesOn = ({ asks, state }: Round): boolean => asks.length > 0 || state !== undefined;

/** What is seen of a call while it goes from round to round. */
export class CallProgress {
  readonly timeline = new Timeline();
  readonly mask: Mask;
  readonly #called: Called;
  readonly #method: string;
  readonly #revision: PanelSettings['revision'];
  readonly #server: AskingServer;
  readonly #rounds = new Map<number, ShownRound>();
  readonly #closed: Round[] = [];
  #current = 1;
  #sentAt = 0;
  #lastState: string | undefined;
  #first: CallView['first'];
  #raw: string | undefined;
  #progress: string | undefined;

  constructor(called: Called, revision: PanelSettings['revision'], server: AskingServer) {
    this.#called = called;
    this.#method = requestOf(called).method;
    this.mask = new Mask(called);
    this.#revision = revision;
    this.#server = server;
  }

  /** The last message of the server, states masked. */
  get raw(): string | undefined {
    return this.#raw;
  }

  /** Rounds that are over, with their answers and states behind methods: to send them again, and for nothing else. */
  get closed(): readonly Round[] {
    return this.#closed;
  }

  /** The numbers of the requests that went out. */
  get sent(): readonly number[] {
    return [1, ...this.#closed.filter(goesOn).map(({ number }) => number + 1)];
  }

  begin(): void {
    this.timeline.add('client', 'server', 'request', {
      is: 'call',
      method: this.#method,
      name: short(this.#called.name),
    });
  }

  received({ round: number, ...message }: Received): void {
    this.#current = number;
    this.#progress = undefined;
    const { status, ...body } = message as RawReply;
    if (isObject(body.result)) this.mask.learn(body.result['requestState']);
    const raw = rawJson('request' in message ? message.request : body, this.mask);
    this.#raw = raw;
    this.#first ??= { raw, ms: this.timeline.now(), ...(status !== undefined && { status }) };
    if ('request' in message) this.#requested(message.request);
    else this.#replied(message);
  }

  told({ progress, total, message }: Progress): void {
    const count = total === undefined ? `${progress}` : `${progress}/${total}`;
    this.#progress = shownLine(message === undefined ? count : this.mask.text(`${count} ${message}`));
  }

  asked({ ask, round }: Question): void {
    if (this.#revision !== MODERN) this.#round(round).asks([ask]);
    this.timeline.add('client', 'person', 'ask', { is: 'question', key: short(ask.key) });
  }

  answered(ask: Ask, action: string): void {
    this.#round(this.#current).answered(ask.key, action);
    this.timeline.add('person', 'client', 'answer', { is: 'answer', key: short(ask.key), action });
  }

  /** An ask that nobody was shown. */
  refused({ ask, round }: Question, why: string): void {
    const shown = this.#round(round);
    if (this.#revision !== MODERN) shown.asks([ask]);
    shown.answered(ask.key, 'cancel');
    this.timeline.add('client', 'client', 'error', { is: 'refused', key: short(ask.key), why: shownLine(why) });
  }

  /** How many questions of the round come after the one that is shown. */
  get more(): number {
    return this.#round(this.#current).left;
  }

  close(round: Round): void {
    this.#round(round.number).close(round);
    this.#closed.push(round);
    const sent = round.sent();
    for (const ask of round.asks) this.mask.add(ask.key, sent[ask.key] ?? {}, ask);
    if (!goesOn(round)) return;
    this.#sentAt = this.timeline.now();
    const keys = shortKeys(Object.keys(round.answers));
    if (this.#revision !== MODERN) this.timeline.add('client', 'server', 'answer', { is: 'answers', keys });
    else {
      const state = round.state !== undefined;
      this.timeline.add('client', 'server', 'request', { is: 'again', method: this.#method, keys, state });
    }
  }

  view(): { first?: NonNullable<CallView['first']>; rounds: RoundView[]; progress?: string } {
    return {
      ...(this.#first !== undefined && { first: this.#first }),
      rounds: [...this.#rounds.values()].map((round) => round.view()),
      ...(this.#progress !== undefined && { progress: this.#progress }),
    };
  }

  end(): void {
    this.#progress = undefined;
  }

  #round(number: number): ShownRound {
    const known = this.#rounds.get(number);
    if (known !== undefined) return known;
    const round = new ShownRound(number, this.mask);
    this.#rounds.set(number, round);
    return round;
  }

  #arrived(): ShownRound {
    const round = this.#round(this.#current);
    round.arrived(this.timeline.now() - this.#sentAt);
    return round;
  }

  #requested({ method }: Readonly<Record<string, unknown>>): void {
    const round = this.#arrived();
    round.expected += 1;
    this.timeline.add('server', 'client', 'ask', { is: 'request', method: short(String(method)) });
  }

  #replied(reply: RawReply): void {
    const round = this.#arrived();
    const asking = this.#revision === MODERN ? this.#readAsks(reply) : undefined;
    if (asking !== undefined) {
      const { asks, requestState } = asking;
      round.asks(asks);
      round.expected = asks.length;
      if (requestState !== undefined) round.keepState({ ...maskState(requestState, this.#lastState), at: Date.now() });
      this.#lastState = requestState;
      this.timeline.add('server', 'client', 'ask', { is: 'asks', keys: shortKeys(asks.map(({ key }) => key)) });
    } else if (reply.error !== undefined) {
      this.timeline.add('server', 'client', 'error', { is: 'error', code: reply.error.code });
    } else {
      const isError = isObject(reply.result) && reply.result['isError'] === true;
      this.timeline.add('server', 'client', 'result', { is: 'result', isError });
    }
  }

  /** A response that breaks the rules is the harness's to judge. */
  #readAsks(reply: RawReply): { asks: readonly Ask[]; requestState?: string } | undefined {
    try {
      const reading = readReply(reply, this.#server);
      return reading.kind === 'input_required' ? reading : undefined;
    } catch {
      return undefined;
    }
  }
}
