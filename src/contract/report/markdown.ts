import { harmless } from '../../client/printable.js';
import type { CheckResult } from '../report.js';
import {
  changeFor,
  eraNote,
  groupBroken,
  groupReasons,
  leftOut,
  type ReportView,
  reproductionOf,
  summarize,
  summaryLine,
} from './view.js';

/** Text that is shown as it is: in a code span no markup, link or mention works. */
function code(text: string): string {
  const line = harmless(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const room = line.startsWith('`') || line.endsWith('`') || line.trim() === '' ? ' ' : '';
  return `${fence}${room}${line}${room}${fence}`;
}

/** Text of the catalogue, with nothing in it read as markup. */
const prose = (text: string): string => text.replaceAll(/[\\`*_{}<>[\]#|]/g, String.raw`\$&`);

/** In a table, a bar ends the cell, also inside a code span. */
const cell = (text: string): string => code(text).replaceAll('|', String.raw`\|`);

function block(lines: readonly string[]): string[] {
  const shown = lines.map(harmless);
  const longest = Math.max(2, ...shown.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}sh`, ...shown, fence];
}

function broken(view: ReportView, group: readonly [CheckResult, ...CheckResult[]]): string[] {
  const [result] = group;
  const alone = group.length === 1;
  const lines = reproductionOf(view, result);
  const title = alone ? `${code(result.id)} (${result.level})` : `${group.length} checks`;
  return [
    `### ${title}, case ${code(result.case)}`,
    '',
    ...(alone ? [`Rule: ${prose(result.title)}`, ''] : [`Checks: ${group.map(({ id }) => code(id)).join(', ')}`, '']),
    `Found: ${code(result.message)}`,
    '',
    `Change: ${prose(changeFor(view, result))}`,
    '',
    ...(lines.length > 0 ? ['<details><summary>Reproduce</summary>', '', ...block(lines), '', '</details>', ''] : []),
  ];
}

function table(results: readonly CheckResult[]): string[] {
  const rows = results.map(
    ({ id, level, message, case: name }) => `| ${cell(id)} | ${level} | ${cell(name)} | ${cell(message)} |`,
  );
  return ['| check | level | case | found |', '| --- | --- | --- | --- |', ...rows, ''];
}

const section = (title: string, lines: readonly string[]): string[] =>
  lines.length === 0 ? [] : [`## ${title}`, '', ...lines];

/** A report for a job summary or a comment. Texts of the server are in code spans, where nothing of them is markup. */
export function markdownReport(view: ReportView): string {
  const { report, verdict } = view;
  const { failures, advice, known, stale } = verdict;
  const { failed, stale: old } = summarize(view);
  const staleLines = stale.map(({ check, case: name, why }) => `- ${code(check)}, case ${code(name)}: ${why}`);
  const reasons = [...groupReasons(report.results)].map(
    ([reason, ids]) => `- ${code(reason)}: ${ids.map((id) => code(id)).join(', ')}`,
  );
  const note = eraNote(view);
  const left = leftOut(view).map(({ name, why }) => `- ${code(name)}: ${code(why)}`);
  return [
    `# ${failed + old === 0 ? '✅' : '❌'} ${code(report.server.name)} ${code(report.target)}`,
    '',
    summaryLine(view),
    '',
    ...(note === undefined ? [] : [note, '']),
    ...section(
      'Broken',
      groupBroken(failures).flatMap((group) => broken(view, group)),
    ),
    ...section('Stale entries of the baseline', staleLines.length > 0 ? [...staleLines, ''] : []),
    ...section('Advice', advice.length > 0 ? table(advice) : []),
    ...section('Known failures', known.length > 0 ? table(known) : []),
    ...section('Does not apply', reasons.length > 0 ? [...reasons, ''] : []),
    ...section('Not checked, since no configuration says how', left.length > 0 ? [...left, ''] : []),
  ].join('\n');
}
