import { VueltaError } from '../errors.js';
import type { Store } from './store.js';

/**
 * A store whose every failure is coded and in time: an operation that takes longer than `timeoutMs` rejects with `store_timeout`, and
 * whatever else goes wrong with `store_unavailable`. The driver's own error is the `cause`; the message never quotes it, since drivers put
 * addresses and passwords into theirs.
 */
export function withDeadline(store: Store, timeoutMs: number): Store {
  const guard = async <T>(operation: string, work: () => Promise<T>): Promise<T> => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const late = new Promise<never>((_resolve, reject) => {
      timer = setTimeout(() => reject(tooLate(operation, timeoutMs)), timeoutMs);
    });
    try {
      return await Promise.race([work(), late]);
    } catch (error) {
      throw error instanceof VueltaError ? error : unavailable(operation, error);
    } finally {
      clearTimeout(timer);
    }
  };
  return {
    get filled() {
      return store.filled;
    },
    claim: (claim) => guard('claim', () => store.claim(claim)),
    renew: (lease, leaseMs) => guard('renew', () => store.renew(lease, leaseMs)),
    settle: (lease, outcome, expiresAt) => guard('settle', () => store.settle(lease, outcome, expiresAt)),
    release: (lease) => guard('release', () => store.release(lease)),
    beginStep: (...step) => guard('beginStep', () => store.beginStep(...step)),
    endStep: (flow, step, value, expiresAt) => guard('endStep', () => store.endStep(flow, step, value, expiresAt)),
    close: () => store.close(),
  };
}

function tooLate(operation: string, timeoutMs: number): VueltaError {
  return new VueltaError(
    'store_timeout',
    `The store did not answer "${operation}" within ${timeoutMs} ms (storeTimeoutMs). ${whatNow(operation)}`,
  );
}

function unavailable(operation: string, cause: unknown): VueltaError {
  return new VueltaError('store_unavailable', `The store failed at "${operation}". ${whatNow(operation)}`, { cause });
}

function whatNow(operation: string): string {
  if (operation !== 'endStep') return 'Nothing that depends on it was done; the request may be sent again.';
  return 'The step was done and may not be recorded; sent again, the request does it again with the same idempotencyKey.';
}
