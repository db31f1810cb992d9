import { harmlessJson } from '../../shown/json.js';
import { isBroken } from '../baseline.js';
import { leftOut, type ReportView, reproductionOf, summarize } from './view.js';

/** A report for programs. What nobody sees in texts of the server is escaped. */
export function jsonReport(view: ReportView): string {
  const { report, verdict } = view;
  const known = new Set(verdict.known);
  const results = report.results.map((result) => ({
    ...result,
    ...(isBroken(result) && { known: known.has(result) }),
    ...(isBroken(result) && view.curl === true && { reproduce: reproductionOf(view, result) }),
  }));
  const shown = {
    ...report,
    ok: verdict.failures.length + verdict.stale.length === 0,
    summary: summarize(view),
    results,
  };
  return `${harmlessJson(JSON.stringify({ ...shown, stale: verdict.stale, notChecked: leftOut(view) }, null, 2))}\n`;
}
