import assert from 'node:assert/strict';
import { claimOf, count, deadClaim, later, MINUTE, SHORT, turns, until, type Check } from './subject.js';

export const leases: Check[] = [
  {
    name: 'S3 while a lease is renewed in time nobody else wins',
    async run({ one, other }) {
      const claim = claimOf({ leaseMs: 200 });
      assert.equal((await one.claim(claim)).kind, 'won');
      assert.equal(await one.renew(claim, MINUTE), true);
      await until(Date.now() + 220);
      assert.deepEqual(await other.claim(claimOf({ flow: claim.flow })), { kind: 'busy' });
      assert.equal(await other.settle(claim, 'mine', later()), true);
    },
  },
  {
    name: 'S3 a renewal for no time ends the lease at once and keeps the fingerprint',
    async run({ one, other }) {
      const claim = claimOf();
      await one.claim(claim);
      assert.equal(await one.renew(claim, 0), true);
      const next = claimOf({ flow: claim.flow });
      assert.deepEqual(await other.claim({ ...next, fingerprint: 'no' }), { kind: 'conflict' });
      assert.deepEqual(await other.claim(next), { kind: 'won', takenOver: true });
      assert.equal(await one.renew(claim, MINUTE), false);
    },
  },
  {
    name: 'S3 of twenty claims of a dead lease one takes over, and holds it',
    async run(subject) {
      const { flow } = await deadClaim(subject);
      const found = await Promise.all(turns(subject, 20).map((store) => store.claim(claimOf({ flow }))));
      assert.deepEqual(count(found), { won: 1, busy: 19 });
      assert.deepEqual(
        found.filter(({ kind }) => kind === 'won'),
        [{ kind: 'won', takenOver: true }],
      );
      assert.deepEqual(await subject.other.claim(claimOf({ flow })), { kind: 'busy' });
    },
  },
  {
    name: 'S3 a renewal that is shorter than what was left holds as long as it says',
    async run({ one, other }) {
      const claim = claimOf();
      await one.claim(claim);
      assert.equal(await one.renew(claim, SHORT), true);
      await until(Date.now() + SHORT + 5);
      assert.deepEqual(await other.claim(claimOf({ flow: claim.flow })), { kind: 'won', takenOver: true });
    },
  },
  {
    name: 'S3 a renewal of nothing ends the lease at once, and the round keeps its fingerprint',
    async run({ one, other }) {
      const claim = claimOf();
      await one.claim(claim);
      assert.equal(await one.renew(claim, 0), true);
      assert.deepEqual(await other.claim(claimOf({ flow: claim.flow, fingerprint: 'no' })), { kind: 'conflict' });
      assert.deepEqual(await other.claim(claimOf({ flow: claim.flow })), { kind: 'won', takenOver: true });
      assert.equal(await one.settle(claim, 'late', later()), false);
    },
  },
  {
    name: 'S4 an owner who was overtaken is told so, and changes nothing',
    async run(subject) {
      const { one, other } = subject;
      const slow = await deadClaim(subject);
      const quick = claimOf({ flow: slow.flow });
      assert.deepEqual(await other.claim(quick), { kind: 'won', takenOver: true });
      assert.equal(await one.renew(slow, 1), false);
      assert.equal(await one.settle(slow, 'slow', later()), false);
      assert.equal(await one.release(slow), false);
      assert.deepEqual(await one.claim(claimOf({ flow: slow.flow })), { kind: 'busy' });
      assert.equal(await other.settle(quick, 'quick', later()), true);
      assert.equal(await one.settle(slow, 'slow', later()), false);
      assert.deepEqual(await one.claim(slow), { kind: 'settled', outcome: 'quick' });
    },
  },
  {
    name: 'S4 a lease that ran out is still its owner’s until somebody takes over',
    async run(subject) {
      const { one, other } = subject;
      const renewed = await deadClaim(subject);
      assert.equal(await one.renew(renewed, MINUTE), true);
      assert.deepEqual(await other.claim(claimOf({ flow: renewed.flow })), { kind: 'busy' });
      const settled = await deadClaim(subject);
      assert.equal(await one.settle(settled, 'late', later()), true);
      const released = await deadClaim(subject);
      assert.equal(await one.release(released), true);
    },
  },
  {
    name: 'S4 nobody owns a round that was never claimed',
    async run({ one }) {
      const lease = claimOf();
      assert.equal(await one.renew(lease, MINUTE), false);
      assert.equal(await one.settle(lease, 'outcome', later()), false);
      assert.equal(await one.release(lease), false);
      assert.equal((await one.claim(lease)).kind, 'won');
    },
  },
];
