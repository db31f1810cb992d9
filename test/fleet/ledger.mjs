import { readReply } from './request.mjs';

/**
 * What every round came to, as the replicas gave it, also where the client never got it. A round has one outcome, to the byte; a first
 * request that is repeated is another flow, so there only the question has to be the same.
 */
export class Ledger {
  #outcomes = new Map();
  #wrong = new Map();

  static place(flow, round) {
    return `${flow}/${round}`;
  }

  /** Without a state, so nobody claims it. */
  static isFirst(place) {
    return place.endsWith('/1');
  }

  /** A response that a replica has given. */
  note(place, reply) {
    const { kind, result } = readReply(reply);
    if (kind === 'again') return;
    const outcome = place.endsWith('/1')
      ? JSON.stringify([kind, Object.keys(result?.inputRequests ?? {})])
      : reply.body;
    const known = this.#outcomes.get(place);
    if (known === undefined) this.#outcomes.set(place, outcome);
    else if (known !== outcome) this.wrong(place, 'two outcomes of one round');
  }

  wrong(place, why) {
    if (!this.#wrong.has(place)) this.#wrong.set(place, why);
  }

  /** Rounds with a wrong outcome, and why. */
  get wrongs() {
    return [...this.#wrong].map(([place, why]) => `${place}: ${why}`);
  }
}
