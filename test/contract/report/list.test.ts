import { describe, expect, it } from 'vitest';
import type { Step } from '../../../src/contract/evidence/step.js';
import { jsonReport } from '../../../src/contract/report/json.js';
import { junitReport } from '../../../src/contract/report/junit.js';
import { markdownReport } from '../../../src/contract/report/markdown.js';
import { textReport } from '../../../src/contract/report/text.js';
import { resultOf, viewOf } from './view.js';

const step: Step = {
  number: 1,
  label: 'round 1',
  sent: { method: 'tools/call', params: { name: 'book' } },
  received: {},
  ms: 1,
};
const CASES = ['book', 'cancel', 'move'];
const results = CASES.flatMap((name) =>
  [0, 1, 2, 3, 4, 5, 6, 7, 8].map((index) =>
    resultOf(index, { case: name, level: 'MUST', message: `${name} does ${index} wrong`, evidence: [step] }),
  ),
);
const view = viewOf(results);
const ids = [...new Set(results.map(({ id }) => id))];

describe('F92 a report of 27 failures', () => {
  it('as text begins with a list of them', () => {
    const text = textReport(view);
    const [, list = ''] = text.split('\n\n');
    expect(list.split('\n')).toEqual(['27 failed', ...ids.map((id) => `   ${id} MUST · book, cancel, move`)]);
  });

  it('as Markdown begins with a list of them', () => {
    const list = markdownReport(view).split('## Broken\n\n')[1]?.split('\n\n')[0];
    expect(list?.split('\n')).toEqual(ids.map((id) => `- \`${id}\` (MUST), cases \`book\`, \`cancel\`, \`move\``));
  });

  it('says nothing twice', () => {
    for (const report of [textReport(view), markdownReport(view)]) {
      const lines = report.split('\n').filter((line) => line.length > 2);
      expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([]);
      for (const { message, title, fix } of results) {
        expect(report.split(message)).toHaveLength(2);
        expect(report.replaceAll('\\', '').split(title)).toHaveLength(2);
        expect(report.replaceAll('\\', '').split(fix)).toHaveLength(2);
      }
    }
  });

  it('says what is the same in several cases once, with their names', () => {
    const same = CASES.flatMap((name) =>
      [0, 1].map((index) => resultOf(index, { case: name, message: name === 'move' ? 'Wrong too.' : 'Wrong.' })),
    );
    const text = textReport(viewOf(same.filter(({ id }) => id === ids[0])));
    expect(text).toContain('   Found    book, cancel: Wrong.\n   Found    move: Wrong too.\n');
    const markdown = markdownReport(viewOf(same.filter(({ id }) => id === ids[0])));
    expect(markdown).toContain('Found, cases `book`, `cancel`: `Wrong.`\n\nFound, case `move`: `Wrong too.`\n');
    expect(textReport(viewOf(same.filter(({ message }) => message === 'Wrong.')))).toContain('   Found    Wrong.\n');
  });

  it('says once what keeps rules from being tried, in all cases, also where it fails nothing or is known', () => {
    const WHY = 'the server asked nothing with these arguments';
    const untried = CASES.flatMap((name) =>
      ids.map((_, index) => {
        const level = index < 5 ? 'MUST' : 'SHOULD';
        return resultOf(index, { case: name, level, status: 'not-testable', message: WHY });
      }),
    );
    const failing = viewOf(untried, { failOn: 'MUST' });
    const known = { ...failing, verdict: { failures: [], advice: [], stale: [], known: untried } };
    const advice = { ...failing, verdict: { failures: [], advice: untried, stale: [], known: [] } };
    for (const view of [viewOf(untried), known, advice]) {
      for (const report of [textReport(view), markdownReport(view)]) {
        expect(report.split(WHY)).toHaveLength(2);
        for (const id of ids) expect(report.split(id)).toHaveLength(2);
      }
    }
    expect(textReport(failing).split(WHY)).toHaveLength(2);
    expect(textReport(failing)).toContain('! 12 checks · book, cancel, move\n');
  });

  it('has the requests as curl lines when they are asked for', () => {
    const render = [textReport, markdownReport, junitReport, jsonReport];
    for (const report of render) {
      expect(report(view)).not.toContain('curl -sS');
      expect(report({ ...view, curl: true })).toContain('curl -sS');
    }
    expect(textReport(view)).toContain('--curl');
    expect(textReport({ ...view, curl: true })).not.toContain('--curl');
  });

  it('with one failure needs no list', () => {
    expect(textReport(viewOf(results.slice(0, 1)))).toMatch(/^classes 1\.0\.0 · server\.mjs\n\n✗ /u);
  });
});
