import { harmless } from '../../shown/line.js';
import type { CheckResult } from '../result.js';
import { casesOf, foundIn, type Group, groupBroken, idsOf, isOneRule } from './group.js';
import {
  changeFor,
  curlHint,
  revisionNote,
  groupReasons,
  leftOut,
  type ReportView,
  reproductionOf,
  summarize,
  summaryLine,
} from './view.js';

/** Text that is shown as it is: in a code span no markup, link or mention works. One space at each end belongs to the fence. */
function code(text: string): string {
  const line = harmless(text);
  const longest = Math.max(0, ...(line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  const room = /^[` ]|[` ]$|^$/.test(line) ? ' ' : '';
  return `${fence}${room}${line}${room}${fence}`;
}

/** Text of the catalogue, with nothing in it read as markup. */
const prose = (text: string): string => text.replaceAll(/[\\`*_{}<>[\]#|]/g, String.raw`\$&`);

function block(lines: readonly string[]): string[] {
  const shown = lines.map(harmless);
  const longest = Math.max(2, ...shown.flatMap((line) => line.match(/`+/g) ?? []).map(({ length }) => length));
  const fence = '`'.repeat(longest + 1);
  return [`${fence}sh`, ...shown, fence];
}

const codes = (texts: readonly string[]): string => texts.map(code).join(', ');

const named = (cases: readonly string[]): string => `${cases.length === 1 ? 'case' : 'cases'} ${codes(cases)}`;

function head(group: Group): string {
  const [{ id, level }] = group;
  return `${isOneRule(group) ? `${code(id)} (${level})` : `${group.length} checks`}, ${named(casesOf(group))}`;
}

function broken(view: ReportView, group: Group): string[] {
  const [result] = group;
  const founds = foundIn(group);
  const requests = founds.flatMap(({ result: one, cases, isAll }) => {
    const lines = reproductionOf(view, one);
    const title = isAll ? [] : [`Requests, ${named(cases)}:`, ''];
    const folded = ['<details><summary>Reproduce</summary>', '', ...block(lines), '', '</details>', ''];
    return lines.length === 0 ? [] : [...title, ...folded];
  });
  return [
    `### ${head(group)}`,
    '',
    isOneRule(group) ? `Rule: ${prose(result.title)}` : `Checks: ${codes(idsOf(group))}`,
    '',
    ...founds.flatMap(({ result: one, cases, isAll }) => [
      `Found${isAll ? '' : `, ${named(cases)}`}: ${code(one.message)}`,
      '',
    ]),
    `Change: ${prose(changeFor(view, result))}`,
    '',
    ...requests,
  ];
}

/** What fails, a line each: what follows may be long. */
const list = (groups: readonly Group[]): string[] =>
  groups.length < 2 ? [] : [...groups.map((group) => `- ${head(group)}`), ''];

/** A list and not a table: in a cell no code span can hold a backslash before a bar, and what follows would be markup. */
function entries(results: readonly CheckResult[]): string[] {
  const lines = groupBroken(results).flatMap((group) => {
    const levels = [...new Set(group.map(({ level }) => level))].join(', ');
    return foundIn(group).map(
      ({ result, cases }) => `- ${codes(idsOf(group))} (${levels}), ${named(cases)}: ${code(result.message)}`,
    );
  });
  return [...lines, ''];
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
  const groups = groupBroken(failures);
  const note = revisionNote(view);
  const hint = curlHint(view);
  const left = leftOut(view).map(({ name, why }) => `- ${code(name)}: ${code(why)}`);
  return [
    `# ${failed + old === 0 ? '✅' : '❌'} ${code(report.server.name)} ${code(report.target)}`,
    '',
    summaryLine(view),
    '',
    ...(note === undefined ? [] : [note, '']),
    ...section('Broken', [...list(groups), ...groups.flatMap((group) => broken(view, group))]),
    ...section('Stale entries of the baseline', staleLines.length > 0 ? [...staleLines, ''] : []),
    ...section('Advice', advice.length > 0 ? entries(advice) : []),
    ...section('Known failures', known.length > 0 ? entries(known) : []),
    ...section('Does not apply', reasons.length > 0 ? [...reasons, ''] : []),
    ...section('Not checked, since no configuration says how', left.length > 0 ? [...left, ''] : []),
    ...(hint === undefined ? [] : [prose(hint), '']),
  ].join('\n');
}
