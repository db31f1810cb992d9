import type { Result } from '@modelcontextprotocol/server';
import type { Store } from '../../store/index.js';
import type { EventSink } from '../events/events.js';
import type { Filling } from '../events/filling.js';
import type { Flow, Held } from '../flow.js';
import type { Pulse } from './timers.js';

/** A request to run a round. */
export interface Turn {
  readonly flow: Flow;
  /** The state as it came: authentic, and known to nobody who reads the store. */
  readonly state: string;
  /** The expiry of the state, in milliseconds since 1970. */
  readonly expiresAt: number;
  readonly signal: AbortSignal;
}

/** Runs the handler while the round is held; what the round learns on the way is in `flow.marks`. */
export type RunHandler = (held: Held) => Promise<Result>;

export interface AttemptParts {
  /** Every operation rejects with a coded error, and in time. */
  readonly store: Store;
  readonly emit: EventSink;
  readonly filling: Filling;
  readonly leaseMs: number;
  /** Beats three times a lease. */
  readonly pulse: Pulse;
  /** How long a settled round outlives its state: for clocks that differ, and for whoever waits for it right then. */
  readonly graceMs: number;
  /** How long a round may run on after its state has expired. */
  readonly runMs: number;
  /** The clock, in milliseconds since 1970. */
  readonly now: () => number;
}
