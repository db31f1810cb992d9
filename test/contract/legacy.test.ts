import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { accept } from '../../src/client/answers/answers.js';
import type { ContractCase } from '../../src/contract/case/case.js';
import { CATALOGUE } from '../../src/contract/catalogue.js';
import type { ContractConfig } from '../../src/contract/case/config.js';
import type { CheckResult } from '../../src/contract/result.js';
import { checkServer } from '../../src/contract/check-server.js';

const BOOK: ContractCase = {
  tool: 'book',
  args: { room: 'Blue' },
  answers: { details: accept({ guests: 2, part: 'evening' }), confirm: accept({ confirm: true }) },
  probe: { tool: 'count' },
};

const command = (...words: readonly string[]) => ({
  command: process.execPath,
  args: [resolve('test/contract/legacy/server.mjs'), ...words],
});

/** A server of the line before; it is started for every check. */
const config = (only: readonly string[], ...words: readonly string[]): ContractConfig => ({
  target: command(...words),
  failOn: 'advice',
  only,
  cases: [BOOK],
});

const statusOf = (results: readonly CheckResult[]): Record<string, string> =>
  Object.fromEntries(results.map(({ id, status }) => [id, status]));

const messageOf = (results: readonly CheckResult[], id: string): string | undefined =>
  results.find((result) => result.id === id)?.message;

describe('a server that speaks only 2025-11-25', () => {
  it('is held to what can be held there, and the report says so', { timeout: 60_000 }, async () => {
    const tried = ['answers.decline', 'answers.unknown-action', 'answers.content-null', 'forms.grammar'];
    const effects = ['effects.none-on-cancel', 'effects.once-on-accept'];
    const later = ['rounds.result-type', 'state.replayed', 'capability.code', 'answers.prototype', 'parity.revisions'];
    const only = [...tried, ...effects, ...later, 'transport.stdout'];
    const { revision, server, results } = await checkServer(config(only));
    expect(revision).toBe('2025-11-25');
    expect(server.name).toBe('rooms');
    const passed = [...tried, ...effects, 'transport.stdout'].map((id) => [id, 'pass']);
    const left = later.map((id) => [id, 'not-applicable']);
    expect(statusOf(results), JSON.stringify(results.map(({ id, message }) => [id, message]))).toEqual(
      Object.fromEntries([...passed, ...left]),
    );
    for (const id of later) expect(messageOf(results, id)).toBe('the server does not speak 2026-07-28');
  });

  it('is found to take a no for a yes', { timeout: 60_000 }, async () => {
    const only = ['answers.decline', 'answers.cancel', 'answers.false-is-no'];
    const { results } = await checkServer(config(only, 'careless'));
    expect(statusOf(results)).toEqual(Object.fromEntries(only.map((id) => [id, 'fail'])));
    expect(messageOf(results, 'answers.decline')).toContain('answered with decline, led to the result of a yes');
  });

  it('is found to do what was declined, and the evidence shows no answer', { timeout: 60_000 }, async () => {
    const { results } = await checkServer(config(['effects.none-on-decline'], 'sly'));
    const [result] = results;
    expect(result?.status).toBe('fail');
    expect(result?.message).toContain('The probe reads 1, and it was 0.');
    const sent = JSON.stringify(result?.evidence.map((step) => step.sent));
    expect(sent).toContain('"action":"decline"');
    expect(sent).toContain('"guests":"<guests>"');
  });

  it('answers keyless asks by function, by script, and by its own forms when there are no answers', async () => {
    const script = [{ details: accept({ guests: 2, part: 'evening' }) }, { confirm: accept({ confirm: true }) }];
    const byForm: ContractCase['answers'] = ({ requestedSchema }, { revision, round }) => {
      expect(revision).toBe('2025-11-25');
      const asksForDetails = 'guests' in (requestedSchema?.properties ?? {});
      expect(round).toBe(asksForDetails ? 1 : 2);
      return asksForDetails ? accept({ guests: 3, part: 'morning' }) : accept({ confirm: true });
    };
    for (const answers of [script, byForm, undefined]) {
      const of: ContractCase = { tool: 'book', args: {}, ...(answers !== undefined && { answers }) };
      const { results } = await checkServer({ ...config(['answers.accept']), cases: [of] });
      expect(statusOf(results)).toEqual({ 'answers.accept': 'pass' });
    }
  });

  it('is not testable where the happy path does not end well, and says what came', async () => {
    const answers = { details: accept({ guests: 2, part: 'evening' }), confirm: accept({ confirm: false }) };
    const { results } = await checkServer({ ...config(['answers.accept']), cases: [{ ...BOOK, answers }] });
    expect(statusOf(results)).toEqual({ 'answers.accept': 'not-testable' });
    expect(messageOf(results, 'answers.accept')).toContain('an isError result "Not confirmed."');
  });
});

describe('the revisions of a check', () => {
  it('are both for the rules of texts and answers, and the later one for those of states and rounds', () => {
    const either = CATALOGUE.filter(({ revisions }) => revisions?.includes('2025-11-25')).map(({ id }) => id);
    expect(either).toEqual(expect.arrayContaining(['answers.decline', 'forms.grammar', 'url.scheme']));
    expect(either.filter((id) => /^(?:rounds|state|capability)\./.test(id))).toEqual([]);
  });
});

it('a server on neither revision is an error that says so', async () => {
  const deaf = { command: process.execPath, args: ['-e', 'process.exit(0)'] };
  const checking = checkServer({ target: deaf, cases: [BOOK] });
  await expect(checking).rejects.toThrow(/Could not connect to command .* on 2026-07-28/);
});
