import type { Revision } from '../protocol/revision.js';
import type { ServerIdentity } from '../client/harness-types.js';
import type { Family, Level } from './check.js';
import type { FailOn } from './case/config.js';
import type { Step } from './evidence/step.js';
import type { SpecSection } from '../protocol/spec.js';

/**
 * What became of one rule on one case.
 *
 * - `pass`: it holds. `fail`: it is broken.
 * - `not-testable`: something that it stands on did not hold; it counts as a failure.
 * - `not-applicable`: it says nothing about this server or case, and the reason is given.
 */
export type Status = 'pass' | 'fail' | 'not-testable' | 'not-applicable';

/** One line of a report. */
export interface CheckResult {
  readonly id: string;
  readonly family: Family;
  readonly level: Level;
  readonly title: string;
  readonly spec: SpecSection;
  /** The case, by name. */
  readonly case: string;
  readonly status: Status;
  /** What was found, or why there is nothing to find; empty for a pass. */
  readonly message: string;
  readonly fix: string;
  /** Requests and responses that show it, the telling one last; answers redacted, states masked. */
  readonly evidence: readonly Step[];
  readonly ms: number;
}

/** What `checkServer` returns. Everything in it may be printed. */
export interface Report {
  /** The target, without query and credentials. */
  readonly target: string;
  /** The names of the headers that every request carried; their values may be secrets. */
  readonly headers: readonly string[];
  readonly server: ServerIdentity;
  /** The revision that the server was held to. */
  readonly revision: Revision;
  /** ISO 8601. */
  readonly startedAt: string;
  readonly ms: number;
  readonly failOn: FailOn;
  readonly results: readonly CheckResult[];
}

const RANK = { advice: 0, SHOULD: 1, MUST: 2 } as const;

/** Whether a result is one that fails the run. */
export function isFailure({ status, level }: CheckResult, failOn: FailOn): boolean {
  return (status === 'fail' || status === 'not-testable') && RANK[level] >= RANK[failOn];
}

/** The results that fail the run. */
export function failures({ results, failOn }: Report): readonly CheckResult[] {
  return results.filter((result) => isFailure(result, failOn));
}
