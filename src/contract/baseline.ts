import { type ContractCase, nameOf } from './case/case.js';
import { findCheck } from './catalogue.js';
import { type CheckResult, isFailure, type Report } from './result.js';
import { pairsOf } from './chosen-checks.js';

export interface KnownFailure {
  readonly check: string;
  readonly case: string;
}

/** An entry of a baseline that is no longer true. It fails the run, so that a baseline can only shrink. */
export interface StaleEntry extends KnownFailure {
  readonly why: string;
}

export interface Verdict {
  readonly failures: readonly CheckResult[];
  readonly known: readonly CheckResult[];
  /** Broken rules below the level that fails the run. */
  readonly advice: readonly CheckResult[];
  readonly stale: readonly StaleEntry[];
}

export const isBroken = ({ status }: CheckResult): boolean => status === 'fail' || status === 'not-testable';

/** Why an entry is no longer true; `undefined` while it is, and for one that this run does not judge. */
function whyStale(
  { check, case: name }: KnownFailure,
  report: Report,
  cases: readonly ContractCase[],
): string | undefined {
  if (findCheck(check) === undefined) return 'there is no such check';
  const contractCase = cases.find((each) => nameOf(each) === name);
  if (contractCase === undefined) return 'there is no such case';
  if (contractCase.server !== undefined && contractCase.server !== report.server.name) return undefined;
  const result = report.results.find((each) => each.id === check && each.case === name);
  if (result !== undefined)
    return isBroken(result) ? undefined : result.status === 'pass' ? 'it passes' : 'it does not apply';
  const here = cases.filter(({ server }) => server === undefined || server === report.server.name);
  const runs = pairsOf({ cases: here }).some((pair) => pair.check.id === check && pair.case === contractCase);
  return runs ? undefined : 'it is not run on this case';
}

/**
 * Sorts the results of a report: what fails the run, what a baseline knows, what is advice, and which entries of the baseline are
 * stale. `cases` are all that the configuration has, also those for other servers.
 */
export function judgeReport(
  report: Report,
  cases: readonly ContractCase[],
  baseline: readonly KnownFailure[] = [],
): Verdict {
  const isKnown = (result: CheckResult): boolean =>
    baseline.some((entry) => entry.check === result.id && entry.case === result.case);
  const broken = report.results.filter(isBroken);
  const unknown = broken.filter((result) => !isKnown(result));
  return {
    failures: unknown.filter((result) => isFailure(result, report.failOn)),
    advice: unknown.filter((result) => !isFailure(result, report.failOn)),
    known: broken.filter(isKnown),
    stale: baseline.flatMap((entry) => {
      const why = whyStale(entry, report, cases);
      return why === undefined ? [] : [{ ...entry, why }];
    }),
  };
}

/** Reads the text of a baseline file. Throws `TypeError` for anything else. */
export function parseBaseline(text: string): KnownFailure[] {
  let found: unknown;
  try {
    found = (JSON.parse(text) as { known?: unknown } | null)?.known;
  } catch {
    throw new TypeError('it is not JSON');
  }
  if (!Array.isArray(found)) throw new TypeError('it must be { "known": [ { "check", "case" } ] }');
  return (found as readonly (Partial<KnownFailure> | null)[]).map((entry) => {
    const { check, case: name } = entry ?? {};
    if (typeof check !== 'string' || typeof name !== 'string')
      throw new TypeError('each entry needs check and case, both texts');
    return { check, case: name };
  });
}

/** The text of a baseline file after a run: what fails now, and the entries that this run did not judge. */
export function renderBaseline(verdict: Verdict, before: readonly KnownFailure[] = []): string {
  const stale = new Set(verdict.stale.map(keyOf));
  const failing = [...verdict.known, ...verdict.failures].map(({ id, case: name }) => ({ check: id, case: name }));
  const kept = before.filter((entry) => !stale.has(keyOf(entry)));
  const all = new Map([...kept, ...failing].map((entry) => [keyOf(entry), entry]));
  const known = [...all.keys()].toSorted().map((key) => all.get(key));
  return `${JSON.stringify({ known }, null, 2)}\n`;
}

const keyOf = ({ check, case: name }: KnownFailure): string => `${check} ${name}`;
