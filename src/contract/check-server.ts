import { type ContractConfig } from './case/config.js';
import { pairsOf } from './chosen-checks.js';
import type { CheckResult, Report } from './result.js';
import { Runner } from './runner.js';
import { isAddress } from './case/opened-server.js';

/** Progress and cancellation of a run. */
export interface RunOptions {
  readonly onResult?: (result: CheckResult, done: number, total: number) => void;
  /** Ends the run, and every server that it opened; `checkServer` throws the reason. */
  readonly signal?: AbortSignal;
}

/** A configuration whose cases are all for other servers. */
export class NoCaseError extends TypeError {}

/** The target of a report: no query, no credentials, no arguments. */
function labelOf({ target, open }: ContractConfig): string {
  if (open !== undefined || typeof target === 'function') return 'server in this process';
  if (target !== undefined && isAddress(target)) {
    const { origin, pathname } = new URL(target);
    return `${origin}${pathname}`;
  }
  return `command ${target?.command ?? ''}`;
}

/**
 * Holds a server to the contract, case by case, and reports each rule (MCP 2026-07-28, multi round-trip requests).
 *
 * It works on any server that speaks the revision. One that speaks only 2025-11-25 is held to what can be held there; the report
 * says so in `revision` and in what does not apply. Each check runs on a server that nobody has used when the target can be opened
 * anew (a command, or `open`); else `reset` puts the world back.
 *
 * @throws TypeError or RangeError for a configuration that could not be run.
 * @throws VueltaError `connect_failed` when the server cannot be reached, `no_way_to_ask` when its questions reach nobody.
 * @example
 * ```ts
 * const report = await checkServer({
 *   target: createServer,
 *   cases: [{ tool: 'book', args: { id: 'a' }, answers: { confirm: accept({ confirm: true }) } }],
 * });
 * console.log(failures(report).map(({ id, message }) => `${id}: ${message}`));
 * ```
 */
export async function checkServer(config: ContractConfig, { onResult, signal }: RunOptions = {}): Promise<Report> {
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const runner = new Runner(config);
  const { server, revision } = await runner.identify();
  const cases = config.cases.filter((one) => one.server === undefined || one.server === server.name);
  if (cases.length === 0) throw new NoCaseError(`There is no case for the server '${server.name}'.`);
  const pairs = pairsOf({ ...config, cases });
  const results: CheckResult[] = [];
  const stop = (): void => void runner.stop();
  signal?.addEventListener('abort', stop);
  try {
    for (const pair of pairs) {
      signal?.throwIfAborted();
      const result = await runner.run(pair);
      signal?.throwIfAborted();
      results.push(result);
      onResult?.(result, results.length, pairs.length);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    if (signal?.aborted === true) await runner.stop();
  }
  const ms = Math.round(performance.now() - started);
  const headers = Object.keys(config.headers ?? {});
  return {
    target: labelOf(config),
    headers,
    server,
    revision,
    startedAt,
    ms,
    failOn: config.failOn ?? 'SHOULD',
    results,
  };
}
