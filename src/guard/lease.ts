import type { Lease, Store } from '../store/index.js';
import type { Held } from './flow.js';
import type { Pulse } from './time.js';

/** A round that this process holds, for as long as it renews in time. */
export class Holding implements Held {
  readonly #store: Store;
  readonly #lease: Lease;
  readonly #leaseMs: number;
  readonly #stop: () => void;
  #lost = false;
  /** By this process's own clock: until then nobody else can have the round. */
  #sureUntil: number;

  /** `asked`: when the claim was sent, by `performance.now()`. The lease began after it. */
  constructor(store: Store, lease: Lease, leaseMs: number, asked: number, pulse: Pulse) {
    this.#store = store;
    this.#lease = lease;
    this.#leaseMs = leaseMs;
    this.#sureUntil = asked + sure(leaseMs);
    this.#stop = pulse.add(() => this.#renew());
  }

  /**
   * Whether the round is still ours. A process that was stopped, or cut off from the store, does not know: its lease may have run out
   * before the next beat tells. So it asks first.
   */
  async confirm(): Promise<boolean> {
    if (!this.#lost && performance.now() >= this.#sureUntil) await this.#renew();
    return !this.#lost;
  }

  /** Renews no more. */
  stop(): void {
    this.#stop();
  }

  async #renew(): Promise<void> {
    const asked = performance.now();
    if (await this.#store.renew(this.#lease, this.#leaseMs)) this.#sureUntil = asked + sure(this.#leaseMs);
    else this.#lost = true;
  }
}

/** Two beats: a lease that is renewed as it should be is never in doubt. */
function sure(leaseMs: number): number {
  return (leaseMs * 2) / 3;
}
