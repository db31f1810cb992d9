import { MODERN } from '../../protocol/revision.js';
import type { Verdict } from '../baseline.js';
import type { LeftOut } from '../case/discover.js';
import type { CheckResult, Report } from '../result.js';
import { quote } from '../../shown/shell.js';
import { reproduce, comment } from './curl.js';

export interface ReportView {
  readonly report: Report;
  readonly verdict: Verdict;
  /** What of the server no case is for, when the cases were found and not given. */
  readonly left?: readonly LeftOut[];
  /** How to get an address for the `curl` lines, where the target has none: one line. */
  readonly serve?: string;
  readonly curl?: boolean;
}

export function summarize({ report, verdict }: ReportView) {
  const count = (status: CheckResult['status']): number =>
    report.results.filter((result) => result.status === status).length;
  return {
    checks: report.results.length,
    passed: count('pass'),
    failed: verdict.failures.length,
    known: verdict.known.length,
    advice: verdict.advice.length,
    notApplicable: count('not-applicable'),
    stale: verdict.stale.length,
  };
}

const plural = (count: number, one: string, more: string): string => `${count} ${count === 1 ? one : more}`;

export function summaryLine(view: ReportView): string {
  const { checks, passed, failed, known, advice, notApplicable, stale } = summarize(view);
  const parts = [
    `${passed} passed`,
    `${failed} failed`,
    ...(known > 0 ? [`${known} known`] : []),
    ...(advice > 0 ? [`${advice} advice`] : []),
    `${notApplicable} not applicable`,
    ...(stale > 0 ? [plural(stale, 'stale baseline entry', 'stale baseline entries')] : []),
  ];
  return `${plural(checks, 'check', 'checks')}: ${parts.join(', ')} · ${(view.report.ms / 1000).toFixed(1)} s`;
}

export function curlHint({ verdict, curl = false }: ReportView): string | undefined {
  const { failures, known, advice } = verdict;
  const hasEvidence = [...failures, ...known, ...advice].some(({ evidence }) => evidence.length > 0);
  return curl || !hasEvidence ? undefined : 'The requests that show each, as curl lines: --curl';
}

/** Reasons why rules say nothing, each with the ids that it goes for. */
export function groupReasons(results: readonly CheckResult[]): ReadonlyMap<string, readonly string[]> {
  const reasons = new Map<string, string[]>();
  for (const { status, message, id } of results) {
    if (status !== 'not-applicable') continue;
    const ids = reasons.get(message) ?? [];
    if (!ids.includes(id)) ids.push(id);
    reasons.set(message, ids);
  }
  return reasons;
}

const isAddress = (target: string): boolean => /^https?:\/\//i.test(target);

const UNTRIED = 'Nothing is known about a rule that could not be tried. Mend this first, in the server or in the case.';
const ONE_WORLD =
  'The checks of an address share one world: give the configuration a reset, or make args a function, so that no check sees what another did.';

/** What a reader can do about a broken rule: what the rule says, or what keeps it from being tried. */
export function changeFor({ report }: ReportView, { status, fix }: CheckResult): string {
  if (status !== 'not-testable') return fix;
  return isAddress(report.target) ? `${UNTRIED} ${ONE_WORLD}` : UNTRIED;
}

/** What a reader must know of a server that does not speak the revision that the rules are of. */
export const revisionNote = ({ report: { revision } }: ReportView): string | undefined =>
  revision === MODERN ? undefined : `Held to what can be held on ${revision}: a connection on ${MODERN} was refused.`;

/** The lines that show a broken rule, after those that set what they need; none unless they are wanted. */
export function reproductionOf(
  { report, serve = 'the server, served over HTTP', curl = false }: ReportView,
  result: CheckResult,
): string[] {
  if (!curl) return [];
  const { target, headers } = report;
  const { lines, needs } = reproduce(result.evidence, headers);
  if (lines.length === 0) return [];
  const url = isAddress(target) ? `URL=${quote(target)}` : `URL=http://127.0.0.1:3000/mcp  # ${comment(serve)}`;
  const set = [...needs].map(([name, what]) => `${name}='…'  # ${comment(what)}`);
  return [url, ...set, ...lines];
}

export const leftOut = ({ left = [] }: ReportView): readonly { readonly name: string; readonly why: string }[] =>
  left.map((one) => ({ name: 'tool' in one ? one.tool : 'prompt' in one ? one.prompt : one.resource, why: one.why }));
