/** Who waits, in the end, for the function that looks: a run or a step, which take whatever is thrown; or nobody that the engine can tell. */
export type Waiting = 'handler' | 'step' | undefined;

/** What became of something that an author wrote. */
export type Outcome<T> = { readonly value: T } | { readonly error: unknown };

const TAKERS: ReadonlyMap<unknown, Waiting> = new Map<string, Waiting>([
  ['vuelta handler', 'handler'],
  ['vuelta step', 'step'],
]);

/** Runs a handler, and takes whatever it throws. */
export const takeHandler = taker('vuelta handler');

/** Runs the function of a step, and takes whatever it throws. */
export const takeStep = taker('vuelta step');

function taker(name: string) {
  const take = async <T>(work: () => T | Promise<T>): Promise<Outcome<T>> => {
    try {
      return { value: await work() };
    } catch (error) {
      return { error };
    }
  };
  // The name is what a stack shows of it, and no minifier changes it here.
  return Object.defineProperty(take, 'name', { value: name });
}

/** Deeper than any handler awaits. */
const FRAMES = 1000;

/**
 * A promise does not tell whether anybody listens to it, and rejecting one to which nobody does ends the process. The engine knows: for the
 * stack of an error it follows the awaits from the running function up. An unbroken chain of awaits, `Promise.all` and the like, each with one
 * listener, ends at one of our takers, and then a rejection reaches it. Engines without such stacks, and code that was compiled to an older
 * JavaScript, give nothing.
 */
export function whoWaits(): Waiting {
  const { stackTraceLimit } = Error;
  const prepareStackTrace: unknown = Reflect.get(Error, 'prepareStackTrace');
  // Where the intrinsics are frozen, setting fails, and nothing is known.
  Reflect.set(Error, 'stackTraceLimit', FRAMES);
  Reflect.set(Error, 'prepareStackTrace', readFrames);
  try {
    const { stack } = new Error() as { stack?: unknown };
    return Array.isArray(stack) ? (stack[0] as Waiting) : undefined;
  } finally {
    Reflect.set(Error, 'stackTraceLimit', stackTraceLimit);
    Reflect.set(Error, 'prepareStackTrace', prepareStackTrace);
  }
}

let canTell: boolean | undefined;

/** Whether the engine can tell who waits: tried once, with a chain that is known. */
export async function tellsWhoWaits(): Promise<boolean> {
  if (canTell === undefined) {
    await takeHandler(async () => {
      await Promise.resolve();
      canTell = whoWaits() === 'handler';
    });
  }
  return canTell === true;
}

interface Frame {
  getFunctionName(): unknown;
}

function readFrames(_error: Error, frames: readonly Frame[]): [Waiting] {
  const taker = frames.find((frame) => TAKERS.has(frame.getFunctionName()));
  return [TAKERS.get(taker?.getFunctionName())];
}
