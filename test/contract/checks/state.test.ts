import { describe, expect, it } from 'vitest';
import { checkServer } from '../../../src/contract/check-server.js';
import { type Habits, RIGHT_CASE, rightServer } from './right-servers.js';

const HABITS: readonly Habits[] = [
  { state: 'pointer', refusal: 'asks anew', repeat: 'the first result' },
  { state: 'pointer', refusal: 'isError', repeat: 'it is done already' },
  { state: 'signed', refusal: 'asks anew', repeat: 'asks anew' },
  { state: 'signed', refusal: 'isError', repeat: 'isError' },
  { state: 'signed', refusal: 'ends as after a cancel', repeat: 'the first result' },
];

describe('a right server is not blamed for its habits', () => {
  it.each(HABITS)('$state, refuses: $refusal, repeats: $repeat', async (habits) => {
    const report = await checkServer({
      open: () => ({ target: rightServer(habits) }),
      cases: [RIGHT_CASE],
      only: ['state', 'effects'],
      failOn: 'advice',
    });
    const blamed = report.results.filter(({ status }) => status === 'fail' || status === 'not-testable');
    expect(blamed.map(({ id, message }) => `${id}: ${message}`)).toEqual([]);
    const applied = report.results.filter(({ status }) => status === 'pass').map(({ id }) => id);
    expect(applied).toEqual(
      expect.arrayContaining(['state.expired', 'state.other-user', 'state.other-tool', 'state.replayed']),
    );
  });
});

describe('nothing is blamed that cannot be known', () => {
  const expired = async (factory: () => ReturnType<typeof rightServer>): Promise<string | undefined> => {
    const target = factory();
    const { results } = await checkServer({ target, cases: [RIGHT_CASE], only: ['state.expired'] });
    return results[0]?.status;
  };

  it('F33 a server that keeps its own clock cannot be made to see its states grow old', async () => {
    const { now } = Date;
    const habits: Habits = { state: 'signed', refusal: 'isError', repeat: 'isError' };
    expect(await expired(() => rightServer(habits))).toBe('pass');
    expect(await expired(() => rightServer(habits, now))).toBe('not-applicable');
  });
});
