import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { NASTY } from './fixtures/hostile.mjs';
import { FIXTURES, onTerminal, vuelta } from './vuelta.js';

const BROKEN = join(FIXTURES, 'other-word.mjs');
const HOSTILE = join(FIXTURES, 'hostile.mjs');
const ONLY = ['--only', 'rounds.result-type', '--only', 'rounds.state-only', '--only', 'rounds.keys'];

/** What a terminal would obey, the line break apart. */
const OBEYED = /[^\P{Cc}\n]|[\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;
const ESCAPE = String.fromCodePoint(0x1b);
const COLOR = new RegExp(`${ESCAPE}\\[(?:1|2|22|31|32|33|39)m`, 'gu');

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-report-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

interface Suite {
  readonly name: string;
  readonly tests: string;
  readonly failures: string;
  readonly skipped: string;
  readonly testcase: readonly Record<string, unknown>[];
}

function parseJunit(xml: string): Record<string, unknown> & { testsuite: Suite[] } {
  expect(XMLValidator.validate(xml)).toBe(true);
  const options = {
    ignoreAttributes: false,
    attributeNamePrefix: '',
    isArray: (name: string) => /^test(?:suite|case)$/u.test(name),
  };
  return (new XMLParser(options).parse(xml) as { testsuites: ReturnType<typeof parseJunit> }).testsuites;
}

describe('the formats of a report', () => {
  it('--json puts one document on a clean stdout', async () => {
    const { code, stdout, stderr } = await vuelta(['check', '--curl', '--json', BROKEN, ...ONLY]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/^vuelta: 3 checks call .*\n {2}reservar .*\n$/u);
    const report = JSON.parse(stdout) as { results: Record<string, unknown>[] };
    expect(report).toMatchObject({
      ok: false,
      failOn: 'advice',
      server: { name: 'salas' },
      summary: { checks: 3, passed: 1, failed: 1, known: 0, advice: 0, notApplicable: 1, stale: 0 },
    });
    const failed = report.results.find(({ status }) => status === 'fail');
    expect(failed).toMatchObject({ id: 'rounds.result-type', case: 'reservar', known: false });
    expect(failed?.['reproduce']).toContainEqual(expect.stringContaining('curl -sS "$URL"'));
  });

  it('files for JSON, JUnit and Markdown, in folders that are made, beside the text on stdout', async () => {
    const [json, junit, markdown] = ['a/report.json', 'b/report.xml', 'c/report.md'].map((name) => join(folder, name));
    const outputs = ['--json', json ?? '', '--junit', junit ?? '', '--markdown', markdown ?? ''];
    const { code, stdout } = await vuelta(['check', BROKEN, ...ONLY, '--curl', ...outputs]);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ rounds.result-type');
    expect(JSON.parse(await readFile(json ?? '', 'utf8'))).toMatchObject({ ok: false });

    const suites = parseJunit(await readFile(junit ?? '', 'utf8'));
    expect(suites).toMatchObject({ tests: '3', failures: '1', errors: '0' });
    expect(suites.testsuite).toHaveLength(1);
    expect(suites.testsuite[0]).toMatchObject({ name: 'reservar', tests: '3', failures: '1', skipped: '1' });
    const cases = suites.testsuite[0]?.testcase ?? [];
    expect(cases.map(({ name }) => name)).toEqual(['rounds.result-type', 'rounds.keys', 'rounds.state-only']);
    expect(cases[0]?.['failure']).toMatchObject({
      message: expect.stringContaining('Round 1 asks with resultType "inputRequired"'),
    });
    expect(cases[2]?.['skipped']).toMatchObject({ message: 'no round of the case is without asks' });

    const page = await readFile(markdown ?? '', 'utf8');
    expect(page).toContain('# ❌ `salas` `test/cli/fixtures/other-word.mjs`');
    expect(page).toContain('### `rounds.result-type` (MUST), case `reservar`');
    expect(page).toContain('```sh\nURL=');
  });

  it('stale entries of a baseline are failures in JUnit and Markdown too', async () => {
    const baseline = join(folder, 'baseline.json');
    await vuelta(['check', BROKEN, ...ONLY, '--baseline', baseline, '--update-baseline']);
    const [junit, markdown] = [join(folder, 'stale.xml'), join(folder, 'stale.md')];
    const outputs = ['--baseline', baseline, '--junit', junit, '--markdown', markdown];
    await vuelta(['check', join(FIXTURES, 'sound.mjs'), ...ONLY, ...outputs]);
    const suites = parseJunit(await readFile(junit, 'utf8'));
    expect(suites).toMatchObject({ tests: '4', failures: '1' });
    expect(suites.testsuite[1]).toMatchObject({ name: 'baseline', failures: '1' });
    expect(await readFile(markdown, 'utf8')).toContain('- `rounds.result-type`, case `reservar`: it passes');
  });
});

describe('F46 texts of a hostile server', () => {
  const arguments_ = [
    'check',
    HOSTILE,
    '--only',
    'rounds',
    '--only',
    'answers',
    '--only',
    'forms',
    '--only',
    'state',
    '--curl',
  ];

  it('reach no pipe raw: text, JSON, JUnit and Markdown', async () => {
    const [junit, markdown] = [join(folder, 'hostile.xml'), join(folder, 'hostile.md')];
    const { code, stdout, stderr } = await vuelta([...arguments_, '--junit', junit, '--markdown', markdown]);
    expect(code).toBe(1);
    expect(stdout).toContain('evil⟨U+001B⟩[2J');
    const json = (await vuelta([...arguments_, '--json'])).stdout;
    const texts = {
      stdout,
      stderr,
      json,
      junit: await readFile(junit, 'utf8'),
      markdown: await readFile(markdown, 'utf8'),
    };
    for (const [name, text] of Object.entries(texts)) expect(OBEYED.exec(text), name).toBeNull();
    expect((JSON.parse(json) as { server: unknown }).server).toEqual({ name: `evil${NASTY}`, version: `1${NASTY}` });

    const suites = parseJunit(texts.junit);
    const failures = suites.testsuite.flatMap(({ testcase }) => testcase).filter((each) => 'failure' in each);
    expect(failures.length).toBeGreaterThan(2);

    const outsideCode = texts.markdown
      .replaceAll(/```sh\n[\s\S]*?\n```/gu, '')
      .replaceAll(/(`+)(?!`)[\s\S]*?(?<!`)\1(?!`)/gu, '');
    expect(outsideCode).not.toMatch(/evil\.example|@all|<\/failure>/u);
  });

  it('reach no terminal raw', async () => {
    const { code, stdout } = await onTerminal([...arguments_]);
    expect(code).toBe(1);
    const own = stdout.replaceAll(COLOR, '').replaceAll('\r\u001b[2K', '').replaceAll('\r\n', '\n');
    expect(OBEYED.exec(own)).toBeNull();
  });
});
