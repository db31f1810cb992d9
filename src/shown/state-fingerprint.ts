import { createHash } from 'node:crypto';

/** What may be shown of a `requestState`: enough to see that it grew or changed, too little to replay it. */
export interface MaskedState {
  /** Size in bytes of UTF-8. */
  readonly bytes: number;
  /** Whether it differs from the state of the round before; a first state does. */
  readonly changed: boolean;
  /** The first 8 hex digits of its SHA-256. */
  readonly fingerprint: string;
}

export function maskState(state: string, previous: string | undefined): MaskedState {
  return {
    bytes: Buffer.byteLength(state),
    changed: state !== previous,
    fingerprint: createHash('sha256').update(state).digest('hex').slice(0, 8),
  };
}
