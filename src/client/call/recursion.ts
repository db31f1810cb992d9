import { AsyncLocalStorage } from 'node:async_hooks';
import { VueltaError } from '../../errors.js';

/** How many calls may wait for each other through their answers; more are no plan of anybody. */
const MAX_DEPTH = 16;

interface Wait {
  readonly who: unknown;
  over: boolean;
}

/** Who is being waited for, from the outermost call on; it follows the work of an answer into the calls that it makes. */
const waits = new AsyncLocalStorage<readonly Wait[]>();

/**
 * Waits for work of `who`, such as an answer function. Work that makes a call which waits for `who` again would wait for itself, or go
 * on for ever; that call ends with an error instead. What `who` has left running when it is over may wait for it like anybody else.
 *
 * @throws VueltaError `answer_recursive`
 */
export async function waitFor<T>(who: unknown, work: () => T | Promise<T>): Promise<T> {
  const outer = (waits.getStore() ?? []).filter(({ over }) => !over);
  if (outer.some((wait) => wait.who === who) || outer.length >= MAX_DEPTH) {
    throw new VueltaError(
      'answer_recursive',
      'An answer function or a port made a call, and that call asks it in turn while it is being waited for. Give that call answers of its own, or make it after the answer.',
    );
  }
  const wait: Wait = { who, over: false };
  try {
    return await waits.run([...outer, wait], async () => work());
  } finally {
    wait.over = true;
  }
}
