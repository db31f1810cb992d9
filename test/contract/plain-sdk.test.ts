import { resolve } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { importModule, openModule } from '../../src/cli/target.js';
import type { ContractConfig } from '../../src/contract/case/config.js';
import type { Report } from '../../src/contract/result.js';
import { checkServer } from '../../src/contract/check-server.js';

/** What the booking of the lesson, written with the SDK alone, lets through; each row is one way to book without a yes, or twice. */
const BROKEN = [
  'answers.prototype',
  'answers.without-state',
  'effects.once-after-repeat',
  'effects.once-when-concurrent',
  'state.concurrent',
  'state.replayed',
  'state.replayed-other-answer',
];

const file = resolve('kit/sin-vuelta.mjs');
let report: Report;

beforeAll(async () => {
  const { contract } = await importModule(file);
  report = await checkServer({ ...(contract as ContractConfig), failOn: 'advice', open: () => openModule(file) });
}, 60_000);

const idsOf = (...statuses: readonly string[]): string[] =>
  report.results.filter(({ status }) => statuses.includes(status)).map(({ id }) => id);

describe('the booking server of the lesson, without Vuelta', () => {
  it('fails at answers without state, at __proto__ (F34) and at the repeated final round, and at nothing else', () => {
    expect(idsOf('fail').sort()).toEqual(BROKEN);
    expect(idsOf('not-testable')).toEqual([]);
  });

  it('says of each what was done without a yes, or once more', () => {
    const messages = new Map(report.results.map(({ id, message }) => [id, message]));
    expect(messages.get('answers.without-state')).toContain('nobody was asked');
    expect(messages.get('answers.prototype')).toContain('__proto__');
    expect(messages.get('state.replayed')).toContain('restam 1');
    expect(messages.get('effects.once-after-repeat')).toContain('sent twice more after it succeeded,');
    expect(messages.get('effects.once-after-repeat')).toMatch(/reads [23], and it was 1/);
    const repeated = report.results.find(({ id }) => id === 'effects.once-after-repeat')?.evidence ?? [];
    expect(repeated.map(({ label }) => label).slice(-3)).toEqual([
      'last request',
      'last request again',
      'and once more',
    ]);
  });

  it('holds the rest: what it answers, asks and sends is right', () => {
    const passed = idsOf('pass');
    for (const id of [
      'rounds.result-type',
      'answers.decline',
      'answers.cancel',
      'answers.false-is-no',
      'answers.wrong-type',
      'answers.missing',
      'effects.none-before-answer',
      'effects.none-on-decline',
      'effects.once-on-accept',
      'capability.undeclared',
      'forms.grammar',
      'parity.revisions',
      'parity.decline',
      'transport.status',
      'transport.budget',
    ]) {
      expect(passed).toContain(id);
    }
  });

  it('carries no state, so the rules of state do not apply', () => {
    const state = report.results.filter(({ id, status }) => id.startsWith('state.') && status === 'not-applicable');
    expect(state.length).toBeGreaterThan(5);
    expect(state.map(({ message }) => message)).toContain('no round of the case carries a state');
  });
});
