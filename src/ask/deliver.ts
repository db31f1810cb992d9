import { VueltaError } from '../errors.js';
import { endOfTick, Ending, Suspension, type Gate } from './gate.js';
import { tellsWhoWaits, whoWaits } from './waiting.js';

/** How long an error of a step is kept for somebody who will await it, in milliseconds. */
const KEPT_MS = 1000;

/** The longest wait between two looks at who waits. */
const LOOK_MS = 64;

/**
 * Hands what came of an ask or a step to the code that started it (A4: nobody gets a rejection that they do not wait for). What is thrown is thrown only into a chain of awaits that ends at the
 * run. To anybody else it would be a rejection that nobody handles: there the promise stays open. When the run is over, that is all. An error of
 * the author's own step waits for somebody to await it; if nobody does, it ends the call, not the process.
 */
export function deliver<T>(gate: Gate, work: () => Promise<T>): Promise<T> {
  const listeners: Listeners = { heard: false, expectNone: () => void delivered.catch(() => undefined) };
  const delivered: Promise<T> = handOver(gate, work, listeners);
  // An `await` does not come by here. Compiled to an older JavaScript, it does, with a function that takes what is thrown.
  const listen: Promise<T>['then'] = delivered.then.bind(delivered);
  const then: Promise<T>['then'] = (onValue, onError) => {
    if (isWritten(onError)) listeners.heard = true;
    return listen(onValue, onError);
  };
  // oxlint-disable-next-line no-thenable -- it is a promise already, and this is the one way to learn who listens
  return Object.defineProperty(delivered, 'then', { value: then });
}

interface Listeners {
  /** Somebody has given a function for what is thrown. */
  heard: boolean;
  expectNone(): void;
}

async function handOver<T>(gate: Gate, work: () => Promise<T>, listeners: Listeners): Promise<T> {
  let error: unknown;
  try {
    return await work();
  } catch (thrown) {
    error = thrown;
  }
  const isOwn = !(error instanceof Suspension || error instanceof Ending);
  if (!(await tellsWhoWaits())) return handOverBlindly(gate, isOwn, error, listeners);
  for (let waited = 0, next = 0; !gate.closed; waited += next, next = Math.min(2 * next + 1, LOOK_MS)) {
    const waiting = whoWaits();
    if (waiting !== undefined || !listeners.heard) gate.mayUnwind = true;
    if (waiting === 'handler') throw error;
    if (waiting === 'step') throw error instanceof Suspension ? gate.fail(insideStep()) : error;
    if (gate.open && isOwn && listeners.heard) {
      listeners.expectNone();
      throw error;
    }
    if (gate.open && isOwn && waited >= KEPT_MS) gate.endWith({ error });
    await pause(next);
  }
  return new Promise(() => undefined);
}

/**
 * Where the engine cannot tell who waits, what ends a run is thrown to nobody. An error of the author's own step is thrown as any promise does it:
 * a handler that catches it is worth more than one that forgets to await it.
 */
function handOverBlindly(gate: Gate, isOwn: boolean, error: unknown, listeners: Listeners): Promise<never> {
  if (!gate.open || !isOwn) return new Promise(() => undefined);
  listeners.expectNone();
  return Promise.reject(error);
}

/** A function of somebody's, and not one that a promise was given to resolve another. */
function isWritten(onError: unknown): boolean {
  return typeof onError === 'function' && !Function.prototype.toString.call(onError).includes('[native code]');
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    if (ms === 0) endOfTick(resolve);
    else setTimeout(resolve, ms);
  });
}

export function insideStep(): VueltaError {
  return new VueltaError('inside_step');
}
