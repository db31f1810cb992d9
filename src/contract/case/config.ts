import type { Revision } from '../../protocol/revision.js';
import type { JsonObject } from '../../json.js';
import { printable } from '../../shown/line.js';
import type { CommandTarget, Target } from '../../client/connection/target.js';
import { type ContractCase, nameOf, requireCase } from './case.js';
import type { OpenedServer } from './opened-server.js';
import { requireConfigShape } from './validate.js';

/** Other ways to the same server, for the parity of transports and for what only one transport shows. */
export interface Transports {
  readonly stdio?: CommandTarget;
  /** Its address, or a function that opens it; what that gives is closed after use. */
  readonly http?: URL | string | (() => OpenedServer | Promise<OpenedServer>);
}

/** From which level on a broken rule fails the run. */
export type FailOn = 'MUST' | 'SHOULD' | 'advice';

/** What to check, and how. */
export interface ContractConfig {
  /** A server factory, an http(s) URL, or a command that serves stdio. */
  readonly target?: Target;
  /** Opens a server that nobody has used, for each check; in place of `target`. */
  readonly open?: () => OpenedServer | Promise<OpenedServer>;
  /** Puts the world back before each check. Without it and without `open`, checks see what earlier checks did. */
  readonly reset?: () => unknown;
  readonly cases: readonly ContractCase[];
  /** Check ids or families to run; all by default. */
  readonly only?: readonly string[];
  /** Check ids or families to leave out. They are not reported. */
  readonly skip?: readonly string[];
  /** `SHOULD` by default: advice is reported and fails nothing. */
  readonly failOn?: FailOn;
  /** The revision to hold the server to; by default 2026-07-28, or 2025-11-25 for a server that speaks only that one. */
  readonly revision?: Revision;
  /** Headers for every request to a URL. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Milliseconds that a response may take; 10 000 by default. */
  readonly roundTimeoutMs?: number;
  /**
   * Milliseconds after which the server's states are no longer good. A server in this process is looked at with its clock moved
   * forward, by a year when this is not given; any other is waited for, and only when this is given.
   */
  readonly expiresAfterMs?: number;
  /** Rounds after which a call that nobody answers should be over; 32 by default. */
  readonly maxRounds?: number;
  /** A server of the same kind and keys under another name, whose states must not count here. */
  readonly otherServer?: Target;
  readonly transports?: Transports;
}

const FAIL_ON: ReadonlySet<unknown> = new Set([undefined, 'MUST', 'SHOULD', 'advice']);

/**
 * Checks a configuration and gives it back, typed: for `vuelta.contract.mjs`.
 *
 * @throws TypeError or RangeError for what could not be run.
 * @example
 * ```ts
 * export default defineContract({
 *   cases: [{ tool: 'book', args: { id: 'a' }, answers: { confirm: accept({ confirm: true }) } }],
 * });
 * ```
 */
export function defineContract<C extends Partial<ContractConfig>>(config: C): C {
  requireConfigShape(config);
  const { cases, failOn, target, open } = config;
  if (cases !== undefined && !Array.isArray(cases)) throw new TypeError('cases must be a list.');
  for (const contractCase of (cases ?? []) as readonly ContractCase[]) requireCase(contractCase);
  const names = ((cases ?? []) as readonly ContractCase[]).map(nameOf);
  const twice = names.find((name, index) => names.indexOf(name) !== index);
  if (twice !== undefined) {
    throw new TypeError(
      `Two cases are called '${printable(twice)}', and a report could not tell them apart. Give one of them a name: { name: 'another', … }.`,
    );
  }
  if (!FAIL_ON.has(failOn)) throw new RangeError("failOn must be 'MUST', 'SHOULD' or 'advice'.");
  if (target !== undefined && open !== undefined) throw new TypeError('Give target or open, not both.');
  return config;
}

/** The arguments of a case, made anew when it makes them. */
export function argsOf({ args }: ContractCase, fresh: number): JsonObject | undefined {
  return typeof args === 'function' ? args(fresh) : args;
}
