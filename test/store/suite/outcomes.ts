import assert from 'node:assert/strict';
import type { Claimed } from '../../../src/store/index.js';
import { claimOf, later, MINUTE, SHORT, turns, until, type Check } from './subject.js';

export const outcomes: Check[] = [
  {
    name: 'S5 a settled round keeps its outcome, and is never claimed again',
    async run(subject) {
      const { one, other } = subject;
      const claim = claimOf({ leaseMs: SHORT });
      await one.claim(claim);
      assert.equal(await one.settle(claim, 'first', later()), true);
      await until(Date.now() + SHORT + 5);
      assert.equal(await one.settle(claim, 'second', later()), false);
      assert.equal(await one.renew(claim, MINUTE), false);
      assert.equal(await one.release(claim), false);
      const found = await Promise.all(turns(subject, 10).map((store) => store.claim(claimOf({ flow: claim.flow }))));
      const settled: Claimed = { kind: 'settled', outcome: 'first' };
      assert.deepEqual(
        found,
        found.map(() => settled),
      );
      assert.deepEqual(await other.claim(claim), settled);
    },
  },
  {
    name: 'S5 of ten settlements at one moment by one owner one is kept, and all repeats get it',
    async run(subject) {
      const claim = claimOf();
      await subject.one.claim(claim);
      const told = await Promise.all(turns(subject, 10).map((store, turn) => store.settle(claim, `${turn}`, later())));
      assert.equal(told.filter(Boolean).length, 1);
      assert.deepEqual(await subject.other.claim(claim), { kind: 'settled', outcome: `${told.indexOf(true)}` });
    },
  },
  {
    name: 'S5 the expiry of an outcome is the one it was settled with',
    async run({ one, other }) {
      const expiresAt = Date.now() + 3000;
      const claim = claimOf({ expiresAt });
      await one.claim(claim);
      assert.equal(await one.settle(claim, 'kept', later()), true);
      await until(expiresAt + 5);
      assert.deepEqual(await other.claim(claimOf({ flow: claim.flow })), { kind: 'settled', outcome: 'kept' });
    },
  },
  {
    name: 'S6 a released round is as if it had never been claimed',
    async run({ one, other }) {
      const claim = claimOf();
      await one.claim(claim);
      assert.equal(await one.release(claim), true);
      assert.equal(await one.release(claim), false);
      assert.equal(await one.settle(claim, 'late', later()), false);
      const next = claimOf({ flow: claim.flow, fingerprint: 'no' });
      assert.deepEqual(await other.claim(next), { kind: 'won', takenOver: false });
      assert.deepEqual(await one.claim(claim), { kind: 'conflict' });
    },
  },
];
