import { waitFor } from '../call/recursion.js';
import { onAbort } from '../abort.js';

interface Waiting {
  readonly begin: () => void;
}

/** How long a port may take to clear a question away that nobody waits for any more. */
const GRACE_MS = 1_000;

/**
 * One person, one question at a time.
 *
 * INVARIANT: every turn ends. One whose signal aborts leaves the line at once, or, if it has begun, makes way when its work
 * has ended or the grace is over.
 */
export class Turns {
  readonly #queue: Waiting[] = [];
  #busy = false;

  /**
   * Waits for its turn and works. Rejects with the signal's reason as soon as it aborts, and with `answer_recursive` within the work of
   * another turn, which would wait for this one while this one waits for it.
   */
  take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return waitFor(this, () => this.#take(signal, work));
  }

  #take<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      let begun = false;
      let over = false;
      let forget = (): void => {};
      const end = (): void => {
        if (over) return;
        over = true;
        forget();
        if (begun) this.#next();
      };
      const begin = (): void => {
        begun = true;
        // `work` may throw before it returns a promise.
        void (async () => work())().then(resolve, reject).finally(end);
      };
      const waiting: Waiting = { begin };
      forget = onAbort(signal, (reason) => {
        reject(reason);
        if (begun) setTimeout(end, GRACE_MS).unref();
        else {
          this.#leave(waiting);
          over = true;
        }
      });
      if (!over) this.#join(waiting);
    });
  }

  #join(waiting: Waiting): void {
    this.#queue.push(waiting);
    if (!this.#busy) this.#next();
  }

  #leave(waiting: Waiting): void {
    const at = this.#queue.indexOf(waiting);
    if (at !== -1) this.#queue.splice(at, 1);
  }

  #next(): void {
    const next = this.#queue.shift();
    this.#busy = next !== undefined;
    next?.begin();
  }
}
