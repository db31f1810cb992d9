import type { Store } from '../../store/index.js';
import type { CallRef, EventSink } from './events.js';

/** How full a store is when the event comes, and how empty it has to get before it can come again. */
const FULL = 0.8;
const EMPTY = 0.7;

export type TellFilling = (call: CallRef) => void;

/** Tells once that a store fills up, well before it refuses to begin anything. */
export function fillingTeller(store: Store, emit: EventSink): TellFilling {
  let told = false;
  return ({ method, target }) => {
    const { filled = 0 } = store;
    if (filled >= FULL && !told) emit({ type: 'store_filling', method, target, filled });
    if (filled >= FULL) told = true;
    else if (filled < EMPTY) told = false;
  };
}
