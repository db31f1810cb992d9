import { harmless } from '../../shown/line.js';
import type { CheckResult } from '../result.js';
import { changeFor, type ReportView, reproductionOf, summarize } from './view.js';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** What no XML document may hold, not even escaped, is among what is spelled out. */
const escape = (text: string): string => harmless(text).replaceAll(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const seconds = (ms: number): string => (ms / 1000).toFixed(3);

const element = (name: string, message: string, lines: readonly string[] = []): string =>
  lines.length === 0
    ? `<${name} message="${escape(message)}"/>`
    : `<${name} message="${escape(message)}">${lines.map(escape).join('\n')}</${name}>`;

function outcome(view: ReportView, result: CheckResult): string {
  const { failures, known } = view.verdict;
  const { status, message, level } = result;
  if (status === 'pass') return '';
  if (status === 'not-applicable') return element('skipped', message);
  if (known.includes(result)) return element('skipped', `known: ${message}`);
  if (!failures.includes(result)) return `<system-out>${escape(`${level}: ${message}`)}</system-out>`;
  const change = `Change: ${changeFor(view, result)}`;
  return element('failure', message, [`${level}: ${result.title}`, change, ...reproductionOf(view, result)]);
}

function testCase(view: ReportView, result: CheckResult): string {
  const { id, family, ms } = result;
  const attributes = `classname="${escape(`${result.case}.${family}`)}" name="${escape(id)}" time="${seconds(ms)}"`;
  return `    <testcase ${attributes}>${outcome(view, result)}</testcase>`;
}

function suite(view: ReportView, name: string, results: readonly CheckResult[]): string[] {
  const failed = results.filter((result) => view.verdict.failures.includes(result)).length;
  const cases = results.map((result) => testCase(view, result));
  const skipped = cases.filter((text) => text.includes('<skipped')).length;
  const time = seconds(results.reduce((sum, { ms }) => sum + ms, 0));
  const counts = `tests="${results.length}" failures="${failed}" errors="0" skipped="${skipped}" time="${time}"`;
  return [`  <testsuite name="${escape(name)}" ${counts}>`, ...cases, '  </testsuite>'];
}

/** Entries of the baseline that are no longer true, as tests that fail. */
function staleSuite({ verdict: { stale } }: ReportView): string[] {
  if (stale.length === 0) return [];
  const cases = stale.map(({ check, case: name, why }) => {
    const failure = element('failure', `stale entry of the baseline: ${why}`);
    return `    <testcase classname="${escape(`${name}.baseline`)}" name="${escape(check)}">${failure}</testcase>`;
  });
  const counts = `tests="${stale.length}" failures="${stale.length}" errors="0" skipped="0" time="0.000"`;
  return [`  <testsuite name="baseline" ${counts}>`, ...cases, '  </testsuite>'];
}

/** A report in the JUnit format that CI systems read: a suite a case, a test a check. */
export function junitReport(view: ReportView): string {
  const { report } = view;
  const { checks, failed, stale } = summarize(view);
  const names = [...new Set(report.results.map((result) => result.case))];
  const suites = names.flatMap((name) =>
    suite(
      view,
      name,
      report.results.filter((result) => result.case === name),
    ),
  );
  const counts = `tests="${checks + stale}" failures="${failed + stale}" errors="0" time="${seconds(report.ms)}"`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="${escape(`vuelta check ${report.server.name}`)}" ${counts}>`,
    ...suites,
    ...staleSuite(view),
    '</testsuites>',
    '',
  ].join('\n');
}
