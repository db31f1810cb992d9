import { setTimeout as pause } from 'node:timers/promises';
import { Ledger } from './ledger.mjs';
import { requestBody, send } from './request.mjs';

const PATIENCE_MS = 20_000;
const MAX_ATTEMPTS = 120;
const MAX_WAIT_MS = 500;

/** Plays the client and the person of one flow after another. */
export class Driver {
  sent = 0;
  retried = 0;
  repeated = 0;
  raced = 0;
  hungUp = 0;
  #url;
  #deadline;

  /** Nothing is sent after `deadline`, in milliseconds since 1970. */
  constructor({ url, deadline }) {
    this.#url = url;
    this.#deadline = deadline;
  }

  /** Goes through a flow and sends every round again when it is over. Resolves to the last text and what was asked on the way. */
  async run(plan) {
    const bodies = [requestBody(1, plan.args)];
    const questions = [];
    for (;;) {
      const round = bodies.length;
      const { kind, result, why } = await this.#round(plan, round, bodies[round - 1]);
      if (kind === 'refused') throw new Error(`round ${round} was refused: ${why}`);
      if (kind === 'ended') {
        await this.#repeat(plan, bodies);
        return { text: result.content?.[0]?.text ?? '', rounds: round, questions };
      }
      const step = plan.answers[round - 1];
      const ask = result.inputRequests?.[step?.key];
      if (ask === undefined) throw new Error(`round ${round} asked something else`);
      questions.push(ask.params.message);
      const { requestState } = result;
      bodies.push(requestBody(round + 1, plan.args, { inputResponses: { [step.key]: step.answer }, requestState }));
    }
  }

  /** One round with what goes wrong in it, and once more when it is done. */
  async #round(plan, round, body) {
    const place = Ledger.place(plan.number, round);
    const { kind, patienceMs } = plan.faults[round - 1];
    if (kind === 'impatient') {
      this.hungUp += 1;
      await this.#send(body, { place, fault: 'none', patienceMs });
    }
    const [reply] = await Promise.all(kind === 'race' ? this.#race(place, body) : [this.#deliver(place, body, kind)]);
    this.repeated += 1;
    await this.#deliver(place, body);
    return reply;
  }

  #race(place, body) {
    this.raced += 1;
    return [this.#deliver(place, body), this.#deliver(place, body)];
  }

  async #repeat({ number }, bodies) {
    this.repeated += bodies.length;
    await Promise.all(bodies.map((body, index) => this.#deliver(Ledger.place(number, index + 1), body)));
  }

  /** Sends the same request until it is answered. What goes wrong goes wrong once. */
  async #deliver(place, body, fault = 'none') {
    let why = 'out of time';
    for (let attempt = 0; attempt < MAX_ATTEMPTS && Date.now() < this.#deadline; attempt += 1) {
      const options = { place, fault: attempt === 0 ? fault : 'none', patienceMs: PATIENCE_MS };
      const reply = await this.#send(body, options);
      if (reply.kind !== 'again') return reply;
      why = reply.why;
      this.retried += 1;
      await pause(Math.min(25 * 2 ** attempt, MAX_WAIT_MS));
    }
    throw new Error(`${place} was never answered: ${why}`);
  }

  #send(body, options) {
    this.sent += 1;
    return send(this.#url, body, options);
  }
}
