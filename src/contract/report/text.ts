import { styleText } from 'node:util';
import { harmless } from '../../shown/line.js';
import type { CheckResult } from '../result.js';
import { casesOf, type Found, foundIn, type Group, groupBroken, idsOf, isOneRule } from './group.js';
import {
  changeFor,
  curlHint,
  revisionNote,
  groupReasons,
  leftOut,
  type ReportView,
  reproductionOf,
  summaryLine,
} from './view.js';

type Style = 'bold' | 'dim' | 'red' | 'green' | 'yellow';

type Paint = Readonly<Record<Style, (text: string) => string>>;

function paint(wanted: boolean): Paint {
  // Whether colour is wanted was decided before, also for a text that goes into a file.
  const style = (name: Style) => (text: string) => (wanted ? styleText(name, text, { validateStream: false }) : text);
  return { bold: style('bold'), dim: style('dim'), red: style('red'), green: style('green'), yellow: style('yellow') };
}

const INDENT = '   ';

const field = (name: string, text: string): string => `${INDENT}${name.padEnd(9)}${harmless(text)}`;

const join = (texts: readonly string[]): string => harmless(texts.join(', '));

/** Whether what keeps this rule from being tried is told already, where it fails the run. */
const isTold = ({ verdict }: ReportView, result: CheckResult): boolean =>
  result.status === 'not-testable' &&
  !verdict.failures.includes(result) &&
  verdict.failures.some(({ status, message }) => status === 'not-testable' && message === result.message);

function head(group: Group, { bold, dim }: Paint): string {
  const [{ id, level }] = group;
  const what = isOneRule(group) ? `${bold(id)} ${dim(level)}` : bold(`${group.length} checks`);
  return `${what} · ${join(casesOf(group))}`;
}

const namesOf = ({ cases, isAll }: Found): string => (isAll ? '' : join(cases));

const found = (one: Found): string => [namesOf(one), one.result.message].filter((part) => part !== '').join(': ');

function requests(view: ReportView, group: Group, { dim }: Paint): string[] {
  return foundIn(group).flatMap((one) => {
    const lines = reproductionOf(view, one.result);
    const title = `${INDENT}Reproduce ${namesOf(one)}`.trimEnd();
    const shown = lines.map((line) => dim(`${INDENT}  ${line}`));
    return lines.length === 0 ? [] : [title].concat(shown);
  });
}

function broken(view: ReportView, group: Group, color: Paint, mark: string): string[] {
  const [result] = group;
  const told = isTold(view, result);
  return [
    `${mark} ${head(group, color)}`,
    ...(isOneRule(group) ? [field('Rule', result.title)] : []),
    ...(told ? ['the same as above'] : foundIn(group).map(found)).map((text) => field('Found', text)),
    ...(isOneRule(group) ? [] : [field('Checks', join(idsOf(group)))]),
    ...(told ? [] : [field('Change', changeFor(view, result)), ...requests(view, group, color)]),
    '',
  ];
}

/** What fails, a line each: what follows may be long. */
function list(groups: readonly Group[], count: number, color: Paint): string[] {
  if (groups.length < 2) return [];
  return [color.bold(`${count} failed`), ...groups.map((group) => `${INDENT}${head(group, color)}`), ''];
}

function section(title: string, lines: readonly string[], color: Paint): string[] {
  return lines.length === 0 ? [] : [color.bold(title), '', ...lines];
}

function title({ report }: ReportView): string {
  const { name, version } = report.server;
  return harmless(`${[name, version].filter((part) => part !== '').join(' ')} · ${report.target}`);
}

function reasons({ report }: ReportView): string[] {
  const lines = [...groupReasons(report.results)].map(
    ([reason, ids]) => `${INDENT}${harmless(reason)}: ${ids.join(', ')}`,
  );
  return lines.length === 0 ? [] : [...lines, ''];
}

/** A report for a person: a list of what fails, each of it, then advice, then what does not apply, and one line at the end. */
export function textReport(view: ReportView, { color: wanted = false }: { readonly color?: boolean } = {}): string {
  const color = paint(wanted);
  const { failures, advice, known, stale } = view.verdict;
  const cross = color.red('✗');
  const failed = groupBroken(failures);
  const knownLines = groupBroken(known).flatMap((group) =>
    foundIn(group).map(({ result, cases }) => {
      return harmless(`${INDENT}${join(idsOf(group))} · ${join(cases)}: ${result.message}`);
    }),
  );
  const staleLines = stale.map(({ check, case: name, why }) => harmless(`${INDENT}${check} · ${name}: ${why}`));
  const leftLines = leftOut(view).map(({ name, why }) => harmless(`${INDENT}${name}: ${why}`));
  const adviceLines = groupBroken(advice).flatMap((group) => broken(view, group, color, color.yellow('!')));
  const note = revisionNote(view);
  const hint = curlHint(view);
  const right = failures.length + stale.length === 0;
  return [
    color.bold(title(view)),
    ...(note === undefined ? [] : [note]),
    '',
    ...list(failed, failures.length, color),
    ...failed.flatMap((group) => broken(view, group, color, cross)),
    ...section('Stale entries of the baseline: take them out', staleLines.length > 0 ? [...staleLines, ''] : [], color),
    ...section('Advice, which fails nothing here', adviceLines, color),
    ...section('Known failures', knownLines.length > 0 ? [...knownLines, ''] : [], color),
    ...section('Does not apply', reasons(view), color),
    ...section('Not checked, since no configuration says how', leftLines.length > 0 ? [...leftLines, ''] : [], color),
    ...(hint === undefined ? [] : [hint]),
    `${right ? color.green('✓') : cross} ${summaryLine(view)}`,
    '',
  ].join('\n');
}
