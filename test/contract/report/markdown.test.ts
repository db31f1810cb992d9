import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { describe, expect, it } from 'vitest';
import { harmless } from '../../../src/shown/line.js';
import { judgeReport } from '../../../src/contract/baseline.js';
import type { CheckResult } from '../../../src/contract/result.js';
import type { Step } from '../../../src/contract/evidence/step.js';
import { markdownReport } from '../../../src/contract/report/markdown.js';
import { resultOf, viewOf } from './view.js';

const TEXTS = [
  String.raw`t\|![x](//evil.example/p)`,
  String.raw`t\\|<img src=//evil.example>|`,
  '| a | b |',
  '`',
  '``` `` `',
  ' `x` ',
  '  ',
  '',
  'one\ntwo\r\n\n# three',
  '- [ ] todo',
  '<script>alert(1)</script>',
  '</details></code>&lt;&amp;&#x27;',
  '[x](javascript:alert(1)) ![y](https://evil.example/z)',
  '[x]: https://evil.example',
  '@org/team #1 GH-2 :tada: *b* _i_ ~~s~~ ~t~',
  'https://evil.example www.evil.example a@evil.example mailto:a@evil.example',
  '$`x`$ $$y$$ $z$',
  '<!-- -->',
  '[^1]\n\n[^1]: note',
  '\\',
  '\\`',
  '# h\n===\n---\n***',
  '    code',
  '\t',
  '::error::x ##[group]',
];

const render = (markdown: string): string =>
  micromark(markdown, {
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
  });

/** What GitHub would show as code, in order. */
const codes = (html: string): string[] =>
  [...html.matchAll(/<code[^>]*>(?<text>.*?)<\/code>/gsu)].map(({ groups }) => decodeHTML(groups?.['text'] ?? ''));

const decodeHTML = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');

/** Elements that this report writes itself. */
const OWN = new Set(['h1', 'h2', 'h3', 'p', 'ul', 'li', 'code', 'pre', 'details', 'summary', 'em', 'strong']);

function everywhere(text: string): string {
  const failed = (change: Partial<CheckResult>): CheckResult => resultOf(0, { message: text, case: text, ...change });
  const results = [
    failed({}),
    failed({ case: `${text}2` }),
    { ...failed({}), id: 'forms.size', level: 'advice' as const },
    failed({ id: 'answers.decline' }),
    failed({ id: 'url.safe', status: 'not-testable' }),
    failed({ id: 'url.done', status: 'not-testable' }),
    failed({ id: 'effects.twice', status: 'not-applicable' }),
  ];
  const view = viewOf(results, { server: { name: text, version: '1' }, target: text });
  const verdict = judgeReport(
    view.report,
    [],
    [
      { check: 'answers.decline', case: text },
      { check: text, case: text },
    ],
  );
  return markdownReport({ ...view, verdict, left: [{ tool: text, why: text }] });
}

describe('F80 a text of the server is literal wherever it stands in the Markdown report', () => {
  it.each(TEXTS.map((text) => [JSON.stringify(text), text]))('%s', (_name, text) => {
    const html = render(everywhere(text));
    const tags = [...html.matchAll(/<\/?([a-z\d]+)/gu)].map(([, tag]) => tag ?? '');
    expect([...new Set(tags)].filter((tag) => !OWN.has(tag))).toEqual([]);
    const outside = html.replaceAll(/<code[^>]*>.*?<\/code>/gsu, '');
    expect(outside).not.toMatch(/<!--|\shref=|\ssrc=|evil|alert|@|\$|script/u);
    // A span of spaces keeps all of them, and an empty one cannot be written.
    const wanted = harmless(text);
    const shown = codes(html).filter((code) => (wanted.trim() === '' ? code.trim() === '' : code === wanted));
    expect(shown.length).toBeGreaterThan(10);
  });

  it('the lines of requests cannot end their block', () => {
    const text = '```\n</details>\n# evil `````';
    const step: Step = {
      number: 1,
      label: text,
      sent: { method: 'tools/call', params: { name: text } },
      received: {},
      ms: 1,
    };
    const view = viewOf([resultOf(0, { message: 'm', evidence: [step] })]);
    const html = render(markdownReport({ ...view, curl: true }));
    expect(html).not.toMatch(/<h1>evil/u);
    expect(html.match(/<\/details>/gu)).toHaveLength(1);
  });
});
