import { builtinModule } from '../../runtime.js';
import { whoWaits } from '../waiting.js';

/** The function of a step. */
interface Acting {
  readonly of: object;
  running: boolean;
}

interface Storage {
  run<T>(acting: Acting, work: () => T): T;
  getStore(): Acting | undefined;
}

/** `null`: the runtime has none that works. */
let storage: Storage | null | undefined;

/** Where the runtime has it, it follows what a step starts through timers and callbacks too, which no stack shows. */
function storageOf(): Storage | null {
  if (storage === undefined) storage = working(builtinModule('node:async_hooks'));
  return storage;
}

/** Bundles for the edge put stubs in the place of built-in modules: one that does not keep what it is given is not used. */
function working(module: unknown): Storage | null {
  try {
    const made = new (module as { AsyncLocalStorage: new () => Storage }).AsyncLocalStorage();
    const acting: Acting = { of: made, running: true };
    return made.run(acting, () => made.getStore() === acting) ? made : null;
  } catch {
    return null;
  }
}

/** Runs the function of a step of these steps. */
export async function actInside<T>(of: object, work: () => Promise<T>): Promise<T> {
  const acting: Acting = { of, running: true };
  try {
    return await (storageOf()?.run(acting, work) ?? work());
  } finally {
    acting.running = false;
  }
}

/** Whether the caller was started by the function of a step of these steps, and that still runs. */
export function isInside(of: object): boolean {
  const acting = storage?.getStore();
  if (acting?.of === of) return acting.running;
  return whoWaits() === 'step';
}

/** Whether a caller who is not known to be inside a step is certain not to be. */
export function isSurelyBeside(): boolean {
  return storageOf() !== null || whoWaits() === 'handler';
}
