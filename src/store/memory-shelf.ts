/** What a shelf keeps: a text, once there is one, until its time. */
export interface Kept {
  text: string | undefined;
  expiresAt: number;
  /** After it nobody asks for it, unless a clock was set back. */
  until: number;
  /** When its life is over by a clock that nobody sets. */
  steadyEnd: number;
}

/** What a record takes beside its texts, in bytes: two objects, their numbers, and their places in tables. Measured, and rounded up. */
const RECORD_BYTES = 1024;

/** The most that a character takes, in bytes. */
const CHARACTER_BYTES = 2;

/**
 * Over by the clock and by the time that has passed: a clock that is ahead for a moment, as in a test or a check that moves `Date`, drops
 * nothing that a state can still need when it is back.
 */
const isOver = ({ expiresAt, steadyEnd }: Kept, now: number): boolean =>
  expiresAt <= now && steadyEnd <= performance.now();

/** Records of one kind, by key, and how many bytes they take. */
export class Shelf<R extends Kept> {
  readonly #records = new Map<string, R>();
  #cursor = this.#records.entries();
  /** No record expires before it. */
  #earliest = Number.POSITIVE_INFINITY;
  #bytes = 0;
  /** The latest end of all that was dropped because its time was over. */
  #forgotten = Number.NEGATIVE_INFINITY;

  get size(): number {
    return this.#records.size;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** S9: whether a record with this end, which is not here, may have been here. */
  hasForgotten(until: number): boolean {
    return until <= this.#forgotten;
  }

  get(key: string, now: number): R | undefined {
    const record = this.#records.get(key);
    if (record === undefined || !isOver(record, now)) return record;
    this.#forget(key, record);
    return undefined;
  }

  put(key: string, record: R): void {
    this.drop(key);
    this.#records.set(key, record);
    this.#bytes += bytesOf(key, record);
    this.#earliest = Math.min(this.#earliest, record.expiresAt);
  }

  drop(key: string): void {
    const record = this.#records.get(key);
    if (record === undefined) return;
    this.#records.delete(key);
    this.#bytes -= bytesOf(key, record);
  }

  /** Looks at the next few records, round and round, so that no record that lives long stands before those that do not. */
  sweep(now: number, most: number): void {
    if (now < this.#earliest) return;
    for (let remaining = Math.min(most, this.size); remaining > 0; remaining -= 1) {
      let next = this.#cursor.next();
      if (next.done === true) {
        this.#cursor = this.#records.entries();
        next = this.#cursor.next();
      }
      if (next.done === true) return;
      const [key, record] = next.value;
      if (isOver(record, now)) this.#forget(key, record);
    }
  }

  /** Looks at all records, unless none can have expired. */
  sweepAll(now: number): void {
    if (now < this.#earliest) return;
    this.#earliest = Number.POSITIVE_INFINITY;
    for (const [key, record] of this.#records) {
      if (isOver(record, now)) this.#forget(key, record);
      else this.#earliest = Math.min(this.#earliest, record.expiresAt);
    }
  }

  clear(): void {
    this.#records.clear();
    this.#bytes = 0;
  }

  #forget(key: string, record: R): void {
    this.#forgotten = Math.max(this.#forgotten, record.until);
    this.drop(key);
  }
}

function bytesOf(key: string, { text = '' }: Kept): number {
  return RECORD_BYTES + CHARACTER_BYTES * (key.length + text.length);
}
