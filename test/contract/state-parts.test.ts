import { describe, expect, it } from 'vitest';
import { withMovableDate } from '../../src/contract/walk/clock.js';
import { clockStood } from '../../src/contract/checks/state-parts.js';

const HOUR = 3_600_000;
const state = (body: unknown): string => `${Buffer.from(JSON.stringify(body)).toString('base64url')}.c2ln`;

describe('clockStood', () => {
  const now = 1_800_000_000;

  it.each([
    ['seconds', state({ exp: now }), state({ exp: now + 1 })],
    ['milliseconds', state({ exp: now * 1000 }), state({ exp: now * 1000 + 20 })],
    ['plain JSON', JSON.stringify({ iat: now }), JSON.stringify({ iat: now })],
  ])('it did where the times of a later state have not moved: %s', (_, before, after) => {
    expect(clockStood(before, after, HOUR)).toBe(true);
  });

  it.each([
    ['the times moved', state({ exp: now }), state({ exp: now + 3600 })],
    ['one of them moved', state({ iat: now, epoch: now }), state({ iat: now + 3600, epoch: now })],
    ['there are no times', state({ n: 5 }), state({ n: 5 })],
    ['nothing can be read', 'abc.def', 'abc.def'],
  ])('nothing says so where %s', (_, before, after) => {
    expect(clockStood(before, after, HOUR)).toBe(false);
  });
});

describe('withMovableDate', () => {
  it('moves Date in every form, also a Date.now that was kept, and puts it back', async () => {
    const Real = Date;
    const real = Date.now();
    const kept = await withMovableDate(async (advance) => {
      const { now } = Date;
      expect(Math.abs(now() - real)).toBeLessThan(HOUR);
      advance(24 * HOUR);
      for (const time of [now(), Date.now(), Number(new Date()), Date.parse(Date())]) {
        expect(Math.abs(time - real - 24 * HOUR)).toBeLessThan(HOUR);
      }
      expect(new Date(0).getTime()).toBe(0);
      expect(new Date()).toBeInstanceOf(Real);
      return now;
    });
    expect(Date).toBe(Real);
    expect(Math.abs(kept() - real)).toBeLessThan(HOUR);
  });

  it('puts it back when the work fails', async () => {
    const Real = Date;
    await expect(withMovableDate(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(Date).toBe(Real);
  });
});
