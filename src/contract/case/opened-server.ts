import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ConnectOptions } from '../../client/connect.js';
import type { Target } from '../../client/connection/target.js';

/** A server to check, opened for one check and used by nobody else meanwhile. */
export interface Place {
  readonly target: Target;
  /** How to reach it, where that takes more than the target: headers, an own fetch, the verified token in this process. */
  readonly connect?: Pick<ConnectOptions, 'headers' | 'fetch' | 'authInfo' | 'stderr'>;
  /** Moves the server's clock forward and says so; absent where nothing can. */
  readonly advance?: (ms: number) => void;
  close?(): void | Promise<void>;
}

const run = promisify(execFile);

/** How long a probe command may take. */
const PROBE_MS = 30_000;

/** What a probe command prints. */
export async function runProbe([file, ...args]: readonly [string, ...string[]]): Promise<string> {
  const { stdout } = await run(file, args, { timeout: PROBE_MS });
  return stdout.trim();
}

/**
 * Runs work in which `Date` can be moved forward. A server that is made meanwhile sees it move, also one that keeps `Date.now` in
 * a variable. Timers keep their pace.
 */
export async function withMovableDate<T>(work: (advance: (ms: number) => void) => Promise<T>): Promise<T> {
  const Real = globalThis.Date;
  const realNow = Real.now;
  let offset = 0;
  const now = (): number => realNow() + offset;
  Real.now = now;
  globalThis.Date = new Proxy(Real, {
    construct: (target, args, made) => Reflect.construct(target, args.length === 0 ? [now()] : args, made) as Date,
    apply: () => new Real(now()).toString(),
  });
  try {
    return await work((ms) => (offset += ms));
  } finally {
    offset = 0;
    Real.now = realNow;
    globalThis.Date = Real;
  }
}
