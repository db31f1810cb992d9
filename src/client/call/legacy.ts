import { AsyncResource } from 'node:async_hooks';
import { type Ask, type AskingServer, readAsk, violation } from '../../protocol/ask.js';
import type { OpenRequest, InboundAsk } from '../connection/request.js';
import { close, type Call, requireDeclared, requireRoundsLeft, roundOptions } from './call.js';
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
class InboundAsks {
  readonly #call: Call;
  #round = new OpenRound(1);
  #asked = 0;
  #queue: Waiting[] = [];
  #current: Waiting | undefined;
  #gathering: NodeJS.Timeout | undefined;
  #working = false;

  constructor(call: Call) {
    this.#call = call;
  }

  get round(): OpenRound {
    return this.#round;
  }

  receive(inbound: InboundAsk, request: OpenRequest): void {
    try {
      this.#call.onReceive?.({ round: this.#round.number, request: inbound.message });
      this.#queue.push(this.#read(inbound));
    } catch (error) {
      request.stop(error as Error);
      return;
    }
    request.hold();
    if (this.#working || this.#gathering !== undefined) return;
    this.#round.arrived();
    this.#gathering = setTimeout(() => {
      this.#gathering = undefined;
      this.#work(request).catch((error: unknown) => request.stop(error as Error));
    }, GATHER_MS);
  }

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
    const { requester, signal } = this.#call;
    if (!requester.settings.requests.hasBackChannel) {
      throw violation('message', `${inbound.method} came, and ${NO_SESSION}. ${SERVE_BOTH}`);
    }
    this.#asked += 1;
    const taken = [...this.#round.asks, ...this.#queue.map((waiting) => waiting.ask)];
    const ask = readInbound(inbound, requester.settings.server, this.#asked, taken);
    requireDeclared(this.#call, ask, inbound.method);
    return { id: inbound.id, ask, stop: followSignal(signal), withdrawn: false };
  }

  async #work(request: OpenRequest): Promise<void> {
    const round = this.#round;
    this.#working = true;
    requireRoundsLeft(this.#call, round.number);
    this.#call.answering.lookup.begin([], false);
    round.handOver();
    for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
      this.#current = next;
      await this.#answer(next, round, request);
      this.#current = undefined;
    }
    this.#working = false;
    if (!request.open) return;
    round.answered();
    this.#round = new OpenRound(round.number + 1);
    request.resume();
    close(this.#call, round);
  }

  async #answer(waiting: Waiting, round: OpenRound, request: OpenRequest): Promise<void> {
    if (waiting.withdrawn) return;
    try {
      const { ask, answer } = await answerAsk(waiting.ask, this.#call.answering, round.number, waiting.stop.signal);
      round.asks.push(ask);
      round.keep(ask, answer);
      await this.#call.requester.settings.requests.respond(waiting.id, answer, this.#call.label);
    } catch (error) {
      if (!waiting.withdrawn && request.open) throw error;
    } finally {
      waiting.stop.release();
    }
  }
}

/** The loop of 2025-11-25: one request stays open, and the server's own requests are answered meanwhile. */
export async function runLegacy(call: Call): Promise<Ending> {
  const { requester, method, params } = call;
  const asks = new InboundAsks(call);
  const request = requester.send(method, params, {
    ...roundOptions(call, 1),
    label: call.label,
    // It comes from a socket; who answers must still be seen as part of this call.
    onAsk: AsyncResource.bind((inbound: InboundAsk, asked: OpenRequest) => asks.receive(inbound, asked)),
    onWithdrawn: (id) => asks.withdraw(id),
  });
  try {
    const reply = await request.reply;
    const last = asks.round;
    if (last.asks.length === 0) last.arrived();
    call.onReceive?.({ round: last.number, ...reply });
    const ending = readLegacy(reply);
    close(call, last);
    return ending;
  } finally {
    asks.close();
  }
}
