import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ConnectOptions } from '../client/connect.js';
import type { Target } from '../client/target.js';

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
 * Runs work while `Date` is ahead by `ms`, so that a server in this process sees its states grow old. Timers keep their pace.
 */
export async function ahead<T>(ms: number, work: () => Promise<T>): Promise<T> {
  const Real = globalThis.Date;
  const now = (): number => Real.now() + ms;
  class Shifted extends Real {
    constructor(...args: readonly unknown[]) {
      super(...((args.length === 0 ? [now()] : args) as [number]));
    }

    static override now(): number {
      return now();
    }
  }
  globalThis.Date = Shifted as DateConstructor;
  try {
    return await work();
  } finally {
    globalThis.Date = Real;
  }
}
