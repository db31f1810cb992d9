import assert from 'node:assert/strict';
import { claimOf, count, later, MINUTE, SHORT, turns, until, type Check } from './subject.js';

export const steps: Check[] = [
  {
    name: 'S7 a step is new, then begun, then done',
    async run({ one, other }) {
      const { flow } = claimOf();
      assert.deepEqual(await one.beginStep(flow, 'pay', later()), { kind: 'new' });
      assert.deepEqual(await other.beginStep(flow, 'pay', later()), { kind: 'begun' });
      assert.deepEqual(await one.beginStep(flow, 'pay', later()), { kind: 'begun' });
      assert.equal(await one.endStep(flow, 'pay', 'receipt', later()), 'receipt');
      assert.deepEqual(await other.beginStep(flow, 'pay', later()), { kind: 'done', value: 'receipt' });
      assert.deepEqual(await other.beginStep(flow, 'mail', later()), { kind: 'new' });
    },
  },
  {
    name: 'S7 of fifty beginnings at one moment one is new',
    async run(subject) {
      const { flow } = claimOf();
      const found = await Promise.all(turns(subject, 50).map((store) => store.beginStep(flow, 'pay', later())));
      assert.deepEqual(count(found), { new: 1, begun: 49 });
    },
  },
  {
    name: 'S7 the first result of a step wins, and everybody is given it',
    async run(subject) {
      const { flow } = claimOf();
      await subject.one.beginStep(flow, 'pay', later());
      const kept = await Promise.all(
        turns(subject, 20).map((store, turn) => store.endStep(flow, 'pay', `receipt ${turn}`, later())),
      );
      assert.equal(new Set(kept).size, 1);
      assert.match(String(kept[0]), /^receipt \d+$/);
      assert.deepEqual(await subject.other.beginStep(flow, 'pay', later()), { kind: 'done', value: kept[0] });
      assert.equal(await subject.other.endStep(flow, 'pay', '', later()), kept[0]);
    },
  },
  {
    name: 'S7 F56 while somebody has a lease on a step it is busy for anybody else, whatever moment they begin at',
    async run(subject) {
      const { one, other } = subject;
      const { flow } = claimOf();
      const mine = { owner: 'mine', leaseMs: MINUTE };
      const theirs = { owner: 'theirs', leaseMs: MINUTE };
      assert.deepEqual(await one.beginStep(flow, 'pay', later(), mine), { kind: 'new' });
      assert.deepEqual(await other.beginStep(flow, 'pay', later(), theirs), { kind: 'busy' });
      assert.deepEqual(await other.beginStep(flow, 'pay', later(), mine), { kind: 'begun' });
      const many = turns(subject, 50).map((store, turn) =>
        store.beginStep(flow, 'mail', later(), { owner: `${turn}`, leaseMs: MINUTE }),
      );
      assert.deepEqual(count(await Promise.all(many)), { new: 1, busy: 49 });
      assert.equal(await one.endStep(flow, 'pay', 'receipt', later()), 'receipt');
      assert.deepEqual(await other.beginStep(flow, 'pay', later(), theirs), { kind: 'done', value: 'receipt' });
    },
  },
  {
    name: 'S7 F56 a lease on a step is renewed by its owner, ended at once by it, and runs out by itself',
    async run({ one, other }) {
      const { flow } = claimOf();
      const mine = { owner: 'mine', leaseMs: SHORT };
      const theirs = { owner: 'theirs', leaseMs: MINUTE };
      await one.beginStep(flow, 'pay', later(), mine);
      await until(Date.now() + SHORT + 5);
      assert.deepEqual(await other.beginStep(flow, 'pay', later(), theirs), { kind: 'begun' });
      assert.deepEqual(await one.beginStep(flow, 'pay', later(), mine), { kind: 'busy' });
      assert.deepEqual(await other.beginStep(flow, 'pay', later(), { ...theirs, leaseMs: 0 }), { kind: 'begun' });
      assert.deepEqual(await one.beginStep(flow, 'pay', later(), { ...mine, leaseMs: MINUTE }), { kind: 'begun' });
      assert.deepEqual(await other.beginStep(flow, 'pay', later(), theirs), { kind: 'busy' });
      assert.deepEqual(await other.beginStep(flow, 'pay', later()), { kind: 'begun' });
    },
  },
  {
    name: 'S7 a result without a beginning is kept too',
    async run({ one, other }) {
      const { flow } = claimOf();
      assert.equal(await one.endStep(flow, 'pay', 'receipt', later()), 'receipt');
      assert.deepEqual(await other.beginStep(flow, 'pay', later()), { kind: 'done', value: 'receipt' });
    },
  },
  {
    name: 'S7 steps and rounds of one flow are apart, and a released round keeps its steps',
    async run({ one, other }) {
      const claim = claimOf();
      await one.endStep(claim.flow, '1', 'step', later());
      assert.deepEqual(await one.claim(claim), { kind: 'won', takenOver: false });
      assert.equal(await one.release(claim), true);
      assert.deepEqual(await other.beginStep(claim.flow, '1', later()), { kind: 'done', value: 'step' });
    },
  },
];
