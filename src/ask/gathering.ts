import type { FormIssue } from '../form/index.js';
import { endOfTick, Suspension, type Gate } from './gate.js';
import type { Question } from './question/question.js';

/** An ask that waits for its answer. */
export interface PendingAsk {
  readonly question: Question<unknown>;
  readonly digest: string;
  /** Why the answer that came is none. */
  readonly issues: readonly FormIssue[];
}

/** The asks of one round, while they come together (A3: one tick, one round). */
export class Gathering {
  readonly pending = new Map<string, PendingAsk>();
  readonly #gate: Gate;
  readonly #rejects: ((signal: Suspension) => void)[] = [];
  readonly #waiting: (() => void)[] = [];
  #looking = 0;

  constructor(gate: Gate) {
    this.#gate = gate;
  }

  /** Whether an ask is being looked up: nobody knows yet whether it will be pending. */
  get looking(): boolean {
    return this.#looking > 0;
  }

  /** Begins a lookup, and returns what ends it. */
  look(): () => void {
    this.#looking += 1;
    let looking = true;
    return () => {
      if (!looking) return;
      looking = false;
      this.#looking -= 1;
      if (this.#looking === 0) for (const go of this.#waiting.splice(0)) go();
    };
  }

  /** Resolves when the lookups of this moment have ended. */
  async lookedUp(): Promise<void> {
    if (!this.looking) return;
    await new Promise<void>((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  /** Makes an ask pending: it is rejected when the run suspends. */
  wait(key: string, ask: PendingAsk): Promise<never> {
    this.pending.set(key, ask);
    if (this.pending.size === 1) endOfTick(() => this.#suspend());
    return new Promise((_resolve, reject) => {
      this.#rejects.push(reject);
    });
  }

  #suspend(): void {
    if (this.looking) {
      this.#waiting.push(() => endOfTick(() => this.#suspend()));
      return;
    }
    this.#gate.suspend();
    for (const reject of this.#rejects) reject(new Suspension());
  }
}
