import { builtinModule } from '../runtime.js';
import { whoWaits } from './waiting.js';

/** The function of a step. */
interface Acting {
  readonly of: object;
  running: boolean;
}

interface Storage {
  run<T>(acting: Acting, work: () => T): T;
  getStore(): Acting | undefined;
}

let storage: Storage | undefined;

/** Where the runtime has it, it follows what a step starts through timers and callbacks too, which no stack shows. */
function storageOf(): Storage | undefined {
  const module = builtinModule('node:async_hooks') as { AsyncLocalStorage: new () => Storage } | undefined;
  return (storage ??= module === undefined ? undefined : new module.AsyncLocalStorage());
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
  return storageOf() !== undefined || whoWaits() === 'handler';
}
