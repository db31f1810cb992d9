import { describe, expect, it } from 'vitest';
import type { CheckResult } from '../../../src/contract/result.js';
import { checkServer } from '../../../src/contract/check-server.js';
import { careless, type Mistakes, ORDER } from './careless.js';

const brokenBy = async (mistakes: Mistakes): Promise<readonly CheckResult[]> => {
  const only = ['answers', 'state.middle-byte', 'state.malleable-last', 'rounds'];
  const { results } = await checkServer({ open: () => ({ target: careless(mistakes) }), only, cases: [ORDER] });
  return results.filter(({ status }) => status === 'fail' || status === 'not-testable');
};

describe('a server whose rounds are written by hand', () => {
  it.each([
    ['anyCase', 'state.middle-byte', 'letters of part 2 in the other case'],
    ['forgetsParts', 'answers.missing', 'led in a circle'],
    ['takesEarly', 'answers.other-round', 'went past round 2'],
  ] as const)('that %s fails %s and nothing else', async (mistake, id, said) => {
    const broken = await brokenBy({ [mistake]: true });
    expect(broken.map((result) => result.id)).toEqual([id]);
    expect(broken[0]?.message).toContain(said);
  });

  it('is clean when it does everything right', async () => {
    expect((await brokenBy({})).map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  });

  it('may refuse a no with content null as invalid, since nothing is done', async () => {
    expect((await brokenBy({ refusesNull: true })).map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
  });
});
