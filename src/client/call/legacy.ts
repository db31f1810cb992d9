import { AsyncResource } from 'node:async_hooks';
import { type Ask, type AskingServer, readAsk, violation } from '../../protocol/ask.js';
import type { Exchange, InboundAsk } from '../connection/request.js';
import { close, type Flow, requireDeclared, requireRoundsLeft, roundOptions } from './transcript.js';
import { answerAsk } from '../answers/answer-ask.js';
import { type Ending, readLegacy } from '../../protocol/reply.js';
import { OpenRound } from './round.js';
import { followSignal, type Stop } from '../abort.js';
import { NO_SESSION, SERVE_BOTH } from './way-back.js';

/** Asks that arrive within this time are one round: a server sends those of a round together, in messages of their own. */
export const GATHER_MS = 15;

interface Waiting {
  readonly id: string | number;
  readonly ask: Ask;
  readonly stop: Stop;
  withdrawn: boolean;
}

/** Reads an ask of 2025-11-25, the `position`-th of its call, and gives it a key that is not taken. */
export function readInbound(
  { method, message }: InboundAsk,
  server: AskingServer,
  position: number,
  taken: readonly Ask[],
): Ask {
  const entry = { method, ...('params' in message && { params: message['params'] }) };
  const ask = readAsk(entry, { key: '', path: method, server });
  return { ...ask, key: keyOf(ask, position, taken) };
}

function keyOf(ask: Ask, position: number, taken: readonly Ask[]): string {
  const [only, ...more] = Object.keys(ask.requestedSchema?.properties ?? {});
  const key = only !== undefined && more.length === 0 ? only : `ask${position}`;
  return taken.some((other) => other.key === key) ? `ask${position}` : key;
}

/**
 * Answers the server→client requests that arrive while one call of 2025-11-25 is open, round by round and one after the
 * other. While a person has the turn, the clock of the call stands still.
 */
class Desk {
  readonly #flow: Flow;
  #round = new OpenRound(1);
  #asked = 0;
  #queue: Waiting[] = [];
  #current: Waiting | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #working = false;

  constructor(flow: Flow) {
    this.#flow = flow;
  }

  get round(): OpenRound {
    return this.#round;
  }

  receive(inbound: InboundAsk, exchange: Exchange): void {
    try {
      this.#flow.onReceive?.({ round: this.#round.number, request: inbound.message });
      this.#queue.push(this.#read(inbound));
    } catch (error) {
      exchange.stop(error as Error);
      return;
    }
    exchange.hold();
    if (this.#working || this.#gathering !== undefined) return;
    this.#round.arrived();
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      this.#work(exchange).catch((error: unknown) => exchange.stop(error as Error));
    }, GATHER_MS);
  }

  /** The server takes an ask back: it leaves the queue, and the next one is shown. */
  withdraw(id: unknown): void {
    const waiting = [...this.#queue, this.#current].find((entry) => entry?.id === id);
    if (waiting === undefined) return;
    waiting.withdrawn = true;
    waiting.stop.abort(new Error('The server took the ask back.'));
  }

  close(): void {
    clearTimeout(this.#gathering);
    const error = new Error('The call is over.');
    for (const waiting of [...this.#queue, this.#current]) waiting?.stop.abort(error);
    this.#queue = [];
  }

  #read(inbound: InboundAsk): Waiting {
    const { session, signal } = this.#flow;
    if (!session.wire.hasBackChannel) {
      throw violation('message', `${inbound.method} came, and ${NO_SESSION}. ${SERVE_BOTH}`);
    }
    this.#asked += 1;
    const taken = [...this.#round.asks, ...this.#queue.map((waiting) => waiting.ask)];
    const ask = readInbound(inbound, session.server, this.#asked, taken);
    requireDeclared(this.#flow, ask, inbound.method);
    return { id: inbound.id, ask, stop: followSignal(signal), withdrawn: false };
  }

  async #work(exchange: Exchange): Promise<void> {
    const round = this.#round;
    this.#working = true;
    requireRoundsLeft(this.#flow, round.number);
    this.#flow.person.book.begin([], false);
    round.handOver();
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      this.#current = next;
      await this.#answer(next, round, exchange);
      this.#current = undefined;
    }
    this.#working = false;
    if (!exchange.open) return;
    round.answered();
    this.#round = new OpenRound(round.number + 1);
    exchange.resume();
    close(this.#flow, round);
  }

  async #answer(waiting: Waiting, round: OpenRound, exchange: Exchange): Promise<void> {
    if (waiting.withdrawn) return;
    try {
      const { ask, answer } = await answerAsk(waiting.ask, this.#flow.person, round.number, waiting.stop.signal);
      round.asks.push(ask);
      round.keep(ask, answer);
      await this.#flow.session.wire.respond(waiting.id, answer, this.#flow.label);
    } catch (error) {
      if (!waiting.withdrawn && exchange.open) throw error;
    } finally {
      waiting.stop.release();
    }
  }
}

/** The loop of 2025-11-25: one request stays open, and the server's own requests are answered meanwhile. */
export async function runLegacy(flow: Flow): Promise<Ending> {
  const { session, method, params } = flow;
  const desk = new Desk(flow);
  const exchange = session.exchange(method, params, {
    ...roundOptions(flow, 1),
    label: flow.label,
    // It comes from a socket; who answers must still be seen as part of this call.
    onAsk: AsyncResource.bind((inbound: InboundAsk, asked: Exchange) => desk.receive(inbound, asked)),
    onWithdrawn: (id) => desk.withdraw(id),
  });
  try {
    const reply = await exchange.reply;
    const last = desk.round;
    if (last.asks.length === 0) last.arrived();
    flow.onReceive?.({ round: last.number, ...reply });
    const ending = readLegacy(reply);
    close(flow, last);
    return ending;
  } finally {
    desk.close();
  }
}
