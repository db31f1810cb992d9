import type { Held } from '../flow.js';
import type { Pulse } from './timers.js';

/** How a round or a step is held, and for how long. */
interface Terms {
  readonly leaseMs: number;
  /** Extends the lease from now on; false when it is somebody else's by now. */
  readonly renew: (leaseMs: number) => Promise<boolean>;
  /**
   * For how long it is renewed, in milliseconds: after that nobody new can ask for it, because its state has expired. Whoever waits for it
   * already goes on waiting for as long as the record lives.
   */
  readonly renewMs: number;
  /** How long the record lives after that, in milliseconds. */
  readonly restMs: number;
}

/** A round or a step that this process holds, for as long as it renews in time. */
export class HeldLease implements Held {
  readonly #terms: Terms;
  readonly #stop: () => void;
  readonly #renewUntil: number;
  #lost = false;
  /** Until then, by the clock of this process, nobody else can have it. */
  #sureUntil: number;

  /** `asked`: when the claim was sent, by `performance.now()`. The lease began after it. */
  constructor(terms: Terms, asked: number, pulse: Pulse) {
    this.#terms = terms;
    this.#sureUntil = asked + sure(terms.leaseMs);
    this.#renewUntil = asked + terms.renewMs;
    this.#stop = pulse.add(() => this.#beat());
  }

  /**
   * Whether it is still ours. A process that was stopped, or cut off from the store, does not know: its lease may have run out before the next
   * beat tells. So it asks first.
   */
  async confirm(): Promise<boolean> {
    if (!this.#lost && performance.now() >= this.#sureUntil) await this.#renew(this.#terms.leaseMs);
    return !this.#lost;
  }

  /** Stops renewing; the lease runs out by itself unless it is ended. */
  stop(): void {
    this.#stop();
  }

  /** A handler that never ends must not keep the store busy for ever: past the end of its state one lease lasts for the rest. */
  async #beat(): Promise<void> {
    const past = performance.now() - this.#renewUntil;
    const { leaseMs, restMs } = this.#terms;
    if (past < 0) return this.#renew(leaseMs);
    if (past < restMs) await this.#renew(restMs - past + leaseMs);
    this.#stop();
  }

  async #renew(leaseMs: number): Promise<void> {
    const asked = performance.now();
    if (await this.#terms.renew(leaseMs)) {
      this.#sureUntil = Math.max(this.#sureUntil, asked + sure(leaseMs));
      return;
    }
    this.#lost = true;
    this.#stop();
  }
}

/** Two beats of the pulse: a lease that is renewed in time is never in doubt. */
function sure(leaseMs: number): number {
  return (leaseMs * 2) / 3;
}
