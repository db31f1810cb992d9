import { VueltaError } from '../errors.js';

/** Why a state was refused. For the operator only: the wire carries one text for all of them. */
export type RejectionReason =
  | 'oversized'
  | 'malformed'
  | 'unknown_key'
  | 'signature'
  | 'version'
  | 'place'
  | 'arguments'
  | 'principal'
  | 'future'
  | 'expired'
  | 'replayed';

/**
 * A state that is not ours, not for this request, or too old. Its message is the same for every reason, so that an attacker
 * learns nothing from it.
 *
 * @example
 * ```ts
 * if (error instanceof StateRejection) metrics.count(`state.${error.reason}`);
 * ```
 */
export class StateRejection extends VueltaError {
  readonly reason: RejectionReason;

  constructor(reason: RejectionReason) {
    // As the SDK says it to a client.
    super('state_rejected', 'Invalid or expired requestState');
    this.name = 'StateRejection';
    this.reason = reason;
  }
}
