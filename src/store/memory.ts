import { VueltaError } from '../errors.js';
import type { Store } from './store.js';

/** Options of {@link memoryStore}. */
export interface MemoryStoreOptions {
  /** How many records are kept at most. Default 10 000. */
  readonly maxRecords?: number | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

interface StepRecord {
  readonly value: string;
  readonly expiresAt: number;
}

/**
 * A store in this process: for one server, and for effects that may be forgotten when it stops.
 *
 * It is bounded. When it is full of records that have not expired it refuses to write with `store_full`, so that no effect
 * runs that could not be recorded.
 *
 * @throws RangeError when `maxRecords` is not a whole number of 1 or more.
 *
 * @example
 * ```ts
 * const vuelta = createVuelta({ keys, store: memoryStore({ maxRecords: 1000 }) });
 * ```
 */
export function memoryStore(options: MemoryStoreOptions = {}): Store {
  const { maxRecords = 10_000, now = Date.now } = options;
  if (!Number.isSafeInteger(maxRecords) || maxRecords < 1) {
    throw new RangeError('maxRecords: expected a whole number, 1 or more');
  }
  const records = new Map<string, StepRecord>();
  let closed = false;

  const assertOpen = (): void => {
    if (closed) throw new VueltaError('store_closed');
  };
  const sweep = (): void => {
    for (const [key, record] of records) if (record.expiresAt <= now()) records.delete(key);
  };

  return {
    async getStep(flow, step) {
      assertOpen();
      const record = records.get(`${flow}\n${step}`);
      return record === undefined || record.expiresAt <= now() ? undefined : record.value;
    },
    async putStep(flow, step, value, expiresAt) {
      assertOpen();
      const key = `${flow}\n${step}`;
      if (records.size >= maxRecords && !records.has(key)) sweep();
      if (records.size >= maxRecords && !records.has(key)) {
        throw new VueltaError(
          'store_full',
          `The memory store holds ${maxRecords} records that have not expired. Raise maxRecords, or use a store outside the process.`,
        );
      }
      records.set(key, { value, expiresAt });
    },
    async close() {
      closed = true;
      records.clear();
    },
  };
}
