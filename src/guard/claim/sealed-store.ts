import { VueltaError } from '../../errors.js';
import type { Sealer } from '../../state/sealer.js';
import type { Store } from '../../store/index.js';

/**
 * A store whose values are sealed at rest, like states: whoever can write to the store cannot make up an outcome or a step's
 * result, nor pass one off as that of another round or step; with encrypted states they cannot read them either.
 */
export function sealedStore(store: Store, sealer: Sealer): Store {
  const open = async (record: string, sealed: string): Promise<string> => {
    const text = await sealer.openRecord(record, sealed);
    if (text === undefined) throw corrupt();
    return text;
  };
  return {
    get filled() {
      return store.filled;
    },
    async claim(claim) {
      const claimed = await store.claim(claim);
      if (claimed.kind !== 'settled') return claimed;
      return { kind: 'settled', outcome: await open(roundRecord(claim), claimed.outcome) };
    },
    renew: (lease, leaseMs) => store.renew(lease, leaseMs),
    async settle(lease, outcome, expiresAt) {
      return store.settle(lease, await sealer.sealRecord(roundRecord(lease), outcome), expiresAt);
    },
    release: (lease) => store.release(lease),
    async beginStep(flow, step, expiresAt, lease) {
      const found = await store.beginStep(flow, step, expiresAt, lease);
      return found.kind === 'done' ? { kind: 'done', value: await open(stepRecord(flow, step), found.value) } : found;
    },
    async endStep(flow, step, value, expiresAt) {
      const record = stepRecord(flow, step);
      return open(record, await store.endStep(flow, step, await sealer.sealRecord(record, value), expiresAt));
    },
    close: () => store.close(),
  };
}

/** The name of the record that a sealed text belongs to; it opens under no other. */
function roundRecord({ flow, round }: { readonly flow: string; readonly round: number }): string {
  return JSON.stringify(['round', flow, round]);
}

function stepRecord(flow: string, step: string): string {
  return JSON.stringify(['step', flow, step]);
}

function corrupt(): VueltaError {
  return new VueltaError(
    'store_corrupt',
    'A record of the store was not sealed by a key of the ring, or not for this place: a key was retired while records under it were ' +
      'in use, or somebody has written to the store. Nothing was done. Begin the call again.',
  );
}
