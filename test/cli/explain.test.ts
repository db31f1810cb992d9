import { describe, expect, it } from 'vitest';
import { CATALOGUE } from '../../src/contract/index.js';
import { vuelta, vueltaChild } from './vuelta.js';

describe('vuelta explain', () => {
  it('prints the rule, its level, its section with an address, why it matters and how to mend it', async () => {
    const check = CATALOGUE.find(({ id }) => id === 'rounds.result-type');
    const { code, stdout } = await vueltaChild(['explain', 'rounds.result-type']);
    expect(code).toBe(0);
    for (const text of [check?.title, check?.why, check?.fix, check?.spec.section, '(MUST)'])
      expect(stdout).toContain(text);
    expect(stdout).toContain('https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr');
  });

  it.each([
    ['rounds.result-tipe', 'Did you mean rounds.result-type?'],
    ['result-type', 'rounds.result-type'],
    ['form', 'forms.'],
    ['xyzzy', "'vuelta explain' lists them all."],
  ])('an unknown id is wrong usage, with what may have been meant: %s', async (id, hint) => {
    const { code, stdout, stderr } = await vuelta(['explain', id]);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toContain(hint);
  });

  it('for a family, lists its checks', async () => {
    const { code, stdout } = await vuelta(['explain', 'forms']);
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toHaveLength(CATALOGUE.filter(({ id }) => id.startsWith('forms.')).length);
    expect(lines[0]).toMatch(/^forms\.grammar +MUST +Every form/u);
  });

  it('without an id, lists every check', async () => {
    const { code, stdout } = await vuelta(['explain']);
    expect(code).toBe(0);
    const ids = stdout
      .trimEnd()
      .split('\n')
      .map((line) => line.split(' ')[0]);
    expect(ids).toEqual(CATALOGUE.map(({ id }) => id));
  });
});
