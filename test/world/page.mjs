import { readFileSync, writeFileSync } from 'node:fs';
import { findCheck } from 'vuelta/contract';
import { ERAS } from './measure.mjs';

const BEGIN = '<!-- world: begin -->';
const END = '<!-- world: end -->';

/** Writes the tables between the two markers of the page, and leaves the rest as it is. */
export function writePage(path, results) {
  const page = readFileSync(path, 'utf8');
  const [before, after] = [page.indexOf(BEGIN), page.indexOf(END)];
  if (before === -1 || after < before) throw new Error(`${path} has no markers`);
  const sections = [stacks(results), meanings(results), answers(results, ERAS[1]), answers(results, ERAS[0])];
  const text = sections.filter((section) => section !== '').join('\n\n');
  writeFileSync(path, `${page.slice(0, before)}${BEGIN}\n\n${text}\n\n${page.slice(after)}`);
}

const broken = ({ status }) => status === 'fail' || status === 'not-testable';

/** A table as prettier leaves it. */
function table(head, rows) {
  const cells = [head, ...rows].map((row) =>
    row.map((cell) => `${cell}`.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ')),
  );
  const widths = head.map((_, column) => Math.max(3, ...cells.map((row) => [...row[column]].length)));
  const line = (row) =>
    `| ${row.map((cell, column) => cell + ' '.repeat(widths[column] - [...cell].length)).join(' | ')} |`;
  const [first, ...rest] = cells;
  return [line(first), `| ${widths.map((width) => '-'.repeat(width)).join(' | ')} |`, ...rest.map(line)].join('\n');
}

function stacks(results) {
  const rows = results.map(({ stack, name, version, runtime, transport, asks, report, error }) => {
    if (report === undefined && asks === undefined) return [stack, '', '', '', '', '', '', error];
    const count = (...statuses) =>
      report === undefined ? '' : report.results.filter(({ status }) => statuses.includes(status)).length;
    const counts = [count('pass'), count('fail'), count('not-testable'), count('not-applicable')];
    return [name, version, `${transport}, ${runtime}`, asks.join(', '), ...counts];
  });
  const head = ['stack', 'version', 'how', 'asks on', 'passed', 'failed', 'not testable', 'not applicable'];
  const dates = results.flatMap(({ at }) => at ?? []).sort();
  return `## The contract\n\nMeasured on ${dates.at(-1)}.\n\n${table(head, rows)}`;
}

function meanings(results) {
  const found = new Map();
  for (const { name, report } of results) {
    for (const { id, level } of (report?.results ?? []).filter(broken)) {
      const entry = found.get(id) ?? { level, names: new Set() };
      found.set(id, { ...entry, names: entry.names.add(name) });
    }
  }
  const rows = [...found].map(([id, { level, names }]) => [
    `\`${id}\``,
    level,
    findCheck(id)?.why ?? '',
    [...names].join(', '),
  ]);
  if (rows.length === 0) return '';
  return `## What each failure means\n\n${table(['check', 'level', 'what it means', 'stacks'], rows)}`;
}

/** What each answer of the person, or of a client that lies, does on one revision. */
function answers(results, era) {
  const measured = results.flatMap(({ name, measured = [], overStdio = [] }) => [
    ...measured.map((one) => ({ label: labelOf(name, one, measured), one })),
    ...overStdio.map((one) => ({ label: `${name}, over stdio`, one })),
  ]);
  const shown = measured.filter(({ one }) => one.era === era && (one.asks || one.unasked > 0));
  if (shown.length === 0) return '';
  const names = [...new Set(shown.flatMap(({ one }) => one.outcomes.map(({ name }) => name)))];
  const rows = shown.map(({ label, one: { asks, unasked, outcomes } }) => {
    if (!asks) return [label, `**${unasked}**, nobody asked`].concat(names.slice(1).fill(''));
    return [label].concat(names.map((wanted) => cell(outcomes.find((outcome) => outcome.name === wanted))));
  });
  return `## Effects of each answer on ${era}\n\n${table(['stack', ...names], rows)}`;
}

const labelOf = (name, { case: tool }, all) => (all.every((one) => one.case === tool) ? name : `${name}: ${tool}`);

/** The number of effects, and a mark when it is not the right one. */
function cell(outcome) {
  if (outcome === undefined) return '';
  const { effects, expected } = outcome;
  if (typeof effects !== 'number') return '–';
  return effects === expected ? `${effects}` : `**${effects}**, not ${expected}`;
}
