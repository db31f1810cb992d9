import { CATALOGUE } from '../../../src/contract/catalogue.js';
import { judgeReport } from '../../../src/contract/baseline.js';
import type { CheckResult, Report } from '../../../src/contract/result.js';
import type { ReportView } from '../../../src/contract/report/view.js';

/** A result of a rule of the catalogue, as a run gives it. */
export function resultOf(index: number, change: Partial<CheckResult>): CheckResult {
  const check = CATALOGUE[index];
  if (check === undefined) throw new RangeError('There is no such check.');
  const { id, level, title, spec, fix } = check;
  const family = id.split('.')[0] as CheckResult['family'];
  return {
    id,
    family,
    level,
    title,
    spec,
    case: 'book',
    status: 'fail',
    message: '',
    fix,
    evidence: [],
    ms: 1,
    ...change,
  };
}

/** A report that a server with these texts would get. */
export function viewOf(results: readonly CheckResult[], change: Partial<Report> = {}): ReportView {
  const report: Report = {
    target: 'server.mjs',
    headers: [],
    server: { name: 'classes', version: '1.0.0' },
    revision: '2026-07-28',
    startedAt: '2026-01-01T00:00:00.000Z',
    ms: 10,
    failOn: 'SHOULD',
    results,
    ...change,
  };
  return { report, verdict: judgeReport(report, [], []) };
}
