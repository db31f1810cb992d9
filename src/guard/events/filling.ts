import type { Store } from '../../store/index.js';
import type { CallRef, EventSink } from './events.js';

/** How full a store is when it is said, and how empty it has to get before it is said again. */
const FULL = 0.8;
const EMPTY = 0.7;

/** Tells once that a store fills up, well before it refuses to begin anything. */
export class Filling {
  readonly #store: Store;
  readonly #emit: EventSink;
  #told = false;

  constructor(store: Store, emit: EventSink) {
    this.#store = store;
    this.#emit = emit;
  }

  look({ method, target }: CallRef): void {
    const { filled = 0 } = this.#store;
    if (filled >= FULL && !this.#told) this.#emit({ type: 'store_filling', method, target, filled });
    if (filled >= FULL) this.#told = true;
    else if (filled < EMPTY) this.#told = false;
  }
}
