import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { ClientCapabilities } from '@modelcontextprotocol/client';
import type { ConnectOptions } from '../../client/connect.js';
import type { Target } from '../../client/connection/target.js';
import { VueltaError } from '../../errors.js';
import { isObject } from '../../json.js';
import { saysNothing } from '../../protocol/revision.js';

/** A server to check, opened for one check and used by nobody else meanwhile. */
export interface Place {
  readonly target: Target;
  /** How to reach it, where that takes more than the target: headers, an own fetch, the verified token in this process. */
  readonly connect?: Pick<ConnectOptions, 'headers' | 'fetch' | 'authInfo' | 'stderr'>;
  /** Moves the server's clock forward and says so; absent where nothing can. */
  readonly advance?: (ms: number) => void;
  close?(): void | Promise<void>;
}

/** What a client of a case declares: that a person can be asked. */
export const USUAL: ClientCapabilities = { elicitation: { form: {}, url: {} } };

/** Everything that can be asked for. A server may take another way when it sees all of this, so it is declared only on demand. */
export const ALL: ClientCapabilities = { ...USUAL, sampling: { tools: {} }, roots: {} };

/**
 * Whether a server that could not be reached on 2026-07-28 may be one of the revision before. One that breaks there is not: to hold
 * it to the older revision alone would hide that.
 */
export function mayBeOlder(error: unknown): boolean {
  if (!(error instanceof VueltaError) || error.code !== 'connect_failed') return false;
  const { cause } = error;
  const data = cause instanceof Error && 'data' in cause ? cause.data : undefined;
  return !(isObject(data) && saysNothing(data['status']));
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
