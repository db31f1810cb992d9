import type { Store } from '../../store/index.js';
import type { TellFilling } from '../events/filling.js';
import type { Flow } from '../flow.js';
import { HeldLease } from './lease.js';
import { pause, type Pulse } from './timers.js';

export interface StepRecordsParts {
  readonly store: Store;
  readonly tellFilling: TellFilling;
  readonly leaseMs: number;
  readonly pulse: Pulse;
  readonly ttlMs: number;
  /** How long a record must live beyond the state of its round, in milliseconds: the longest life of a flow. */
  readonly lifeMs: number;
  readonly now: () => number;
}

export interface StepInHand {
  /** It had been begun before, and may have been done. */
  readonly again: boolean;
  /** Whether nobody else has taken the step over. */
  confirm(): Promise<boolean>;
  /** Records the result, and gives the one that is kept. */
  end(value: string): Promise<string>;
  /** The step was not done, or failed: whoever waits for it may do it now. */
  giveUp(): void;
}

/** What is known of a step: its result, or that it is to be done here. */
export type StepRecord = { readonly value: string } | StepInHand;

/**
 * The steps of flows, as the store remembers them. A round that is claimed runs once; a prompt, a resource, a tool that only reads and a first
 * round are not, and a step may outlive its round. So a step has a lease of its own: one effect a flow, however its requests come.
 */
export class StepRecords {
  readonly #parts: StepRecordsParts;

  constructor(parts: StepRecordsParts) {
    this.#parts = parts;
  }

  /** Waits while somebody else does the step. @throws VueltaError `request_cancelled` when the client goes meanwhile; what the store throws. */
  async begin(flow: Flow, step: string, signal: AbortSignal): Promise<StepRecord> {
    const { store, tellFilling, leaseMs, pulse, ttlMs, lifeMs, now } = this.#parts;
    const stateEnd = flow.expiresAt ?? now() + ttlMs;
    const expiresAt = stateEnd + lifeMs;
    const owner = globalThis.crypto.randomUUID();
    const take = (ms: number) => store.beginStep(flow.id, step, expiresAt, { owner, leaseMs: ms });
    for (let look = 0; ; look += 1) {
      const asked = performance.now();
      const found = await take(leaseMs);
      if (found.kind === 'done') return { value: found.value };
      if (found.kind === 'busy') {
        await pause(look, signal);
        continue;
      }
      tellFilling(flow);
      const renew = async (ms: number) => (await take(ms)).kind === 'begun';
      const holding = new HeldLease({ leaseMs, renew, renewMs: stateEnd - now(), restMs: lifeMs }, asked, pulse);
      return {
        again: found.kind === 'begun',
        confirm: () => holding.confirm(),
        end: async (value) => {
          holding.stop();
          return store.endStep(flow.id, step, value, expiresAt);
        },
        giveUp: () => {
          holding.stop();
          // A store that fails lets the lease run out by itself.
          take(0).catch(() => undefined);
        },
      };
    }
  }
}
