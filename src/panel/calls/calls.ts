import { PanelCall } from './call.js';
import type { PanelServer } from './server.js';
import type { Questions } from './questions.js';
import { Refusal } from '../serve/refusal.js';
import type { Called } from './request.js';
import type { CallView, Tamper } from '../view.js';
import { MODERN } from '../../protocol/revision.js';

/** More are forgotten, the oldest that have ended first. */
const MAX_CALLS = 50;
/** A page that calls in a loop is stopped here. */
const MAX_RUNNING = 16;

/** The calls of the page, in the order in which they began. */
export class Calls {
  readonly #server: PanelServer;
  readonly #questions: Questions;
  readonly #changed: () => void;
  #calls: readonly PanelCall[] = [];
  readonly #running = new Set<Promise<unknown>>();

  constructor(server: PanelServer, questions: Questions, changed: () => void) {
    this.#server = server;
    this.#questions = questions;
    this.#changed = changed;
  }

  view(): CallView[] {
    const canReplay = this.#canReplay;
    return this.#calls.map((call) => call.view(canReplay));
  }

  find(id: unknown): PanelCall {
    const call = this.#calls.find((call) => call.id === id);
    if (call === undefined) throw new Refusal(404, 'There is no such call.');
    return call;
  }

  /** Begins a call and gives its id. */
  async begin(called: Called): Promise<string> {
    if (this.#running.size >= MAX_RUNNING) throw new Refusal(429, 'Too many calls run. Answer or stop some first.');
    const connection = await this.#server.take();
    const parts = {
      called: this.#server.callables.exactly(called),
      settings: connection.settings,
      harness: connection.harness,
      questions: this.#questions,
      changed: this.#changed,
      lost: () => this.#server.lost(connection),
    };
    const call = new PanelCall(parts);
    this.#keep(call);
    const running = call.run(parts).then(() => connection.release());
    this.#running.add(running);
    void running.then(() => this.#running.delete(running));
    this.#changed();
    return call.id;
  }

  async replay(id: unknown, round: number, tamper: Tamper): Promise<void> {
    const call = this.find(id);
    const { harness, callables } = this.#server;
    if (harness === undefined || !this.#canReplay || call.settings.revision !== MODERN) {
      throw new Refusal(409, 'Rounds can be sent again on 2026-07-28 only, while the page is connected with it.');
    }
    await call.replay(harness, round, tamper, callables.inputSchema(call.called.name));
  }

  forget(): void {
    this.#calls = this.#calls.filter((call) => !call.ended);
    this.#changed();
  }

  async close(): Promise<void> {
    for (const call of this.#calls) call.stop();
    await Promise.allSettled(this.#running);
  }

  get #canReplay(): boolean {
    return this.#server.harness?.revision === MODERN;
  }

  #keep(call: PanelCall): void {
    const calls = [...this.#calls, call];
    const excess = calls.length - MAX_CALLS;
    const old = new Set(calls.filter((one) => one.ended).slice(0, Math.max(0, excess)));
    this.#calls = calls.filter((one) => !old.has(one));
  }
}
