import { harmless } from '../../client/printable.js';
import type { CheckResult } from '../report.js';
import { paint, type Paint } from './paint.js';
import {
  changeFor,
  eraNote,
  groupBroken,
  groupReasons,
  leftOut,
  type ReportView,
  reproductionOf,
  summaryLine,
} from './view.js';

const INDENT = '   ';

const field = (name: string, text: string): string => `${INDENT}${name.padEnd(9)}${harmless(text)}`;

const idsOf = (results: readonly CheckResult[]): string => results.map(({ id }) => id).join(', ');

/** Whether what keeps this rule from being tried is told already, where it fails the run. */
const isTold = ({ verdict }: ReportView, result: CheckResult): boolean =>
  result.status === 'not-testable' &&
  !verdict.failures.includes(result) &&
  verdict.failures.some((failed) => failed.case === result.case && failed.message === result.message);

function broken(
  view: ReportView,
  group: readonly [CheckResult, ...CheckResult[]],
  color: Paint,
  mark: string,
): string[] {
  const [result] = group;
  const { id, level, title, message } = result;
  const alone = group.length === 1;
  const told = isTold(view, result);
  const head = alone ? `${color.bold(id)} ${color.dim(level)}` : color.bold(`${group.length} checks`);
  const lines = told ? [] : reproductionOf(view, result);
  return [
    `${mark} ${head} · ${harmless(result.case)}`,
    ...(alone ? [field('Rule', title)] : []),
    field('Found', message),
    ...(alone ? [] : [field('Checks', idsOf(group))]),
    ...(told ? [] : [field('Change', changeFor(view, result))]),
    ...(lines.length > 0 ? [`${INDENT}Reproduce`, ...lines.map((line) => color.dim(`${INDENT}  ${line}`))] : []),
    '',
  ];
}

function section(title: string, lines: readonly string[], color: Paint): string[] {
  return lines.length === 0 ? [] : [color.bold(title), '', ...lines];
}

function head({ report }: ReportView): string {
  const { name, version } = report.server;
  return harmless(`${[name, version].filter((part) => part !== '').join(' ')} · ${report.target}`);
}

function reasons({ report }: ReportView): string[] {
  const lines = [...groupReasons(report.results)].map(
    ([reason, ids]) => `${INDENT}${harmless(reason)}: ${ids.join(', ')}`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

/**
 * A report for a person: what fails first, then advice, then what does not apply, and one line at the end. Texts of the server
 * are shown without control characters and bidi overrides.
 */
export function textReport(view: ReportView, { color: wanted = false }: { readonly color?: boolean } = {}): string {
  const color = paint(wanted);
  const { failures, advice, known, stale } = view.verdict;
  const cross = color.red('✗');
  const list = (results: readonly CheckResult[], mark: string): string[] =>
    groupBroken(results).flatMap((group) => broken(view, group, color, mark));
  const knownLines = known.map(({ id, message, case: name }) => `${INDENT}${id} · ${harmless(`${name}: ${message}`)}`);
  const staleLines = stale.map(({ check, case: name, why }) => harmless(`${INDENT}${check} · ${name}: ${why}`));
  const leftLines = leftOut(view).map(({ name, why }) => harmless(`${INDENT}${name}: ${why}`));
  const note = eraNote(view);
  const right = failures.length + stale.length === 0;
  return [
    color.bold(head(view)),
    ...(note === undefined ? [] : [note]),
    '',
    ...list(failures, cross),
    ...section('Stale entries of the baseline: take them out', staleLines.length > 0 ? [...staleLines, ''] : [], color),
    ...section('Advice, which fails nothing here', list(advice, color.yellow('!')), color),
    ...section('Known failures', knownLines.length > 0 ? [...knownLines, ''] : [], color),
    ...section('Does not apply', reasons(view), color),
    ...section('Not checked, since no configuration says how', leftLines.length > 0 ? [...leftLines, ''] : [], color),
    `${right ? color.green('✓') : cross} ${summaryLine(view)}`,
    '',
  ].join('\n');
}
