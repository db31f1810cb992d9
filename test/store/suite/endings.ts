import assert from 'node:assert/strict';
import { claimOf, later, MINUTE, until, type Check } from './subject.js';

export const expiry: Check[] = [
  {
    name: 'S8 a round is gone after expiresAt and not before, claimed or settled',
    async run({ one, other }) {
      const expiresAt = Date.now() + 3000;
      const [claimed, settled] = [claimOf({ expiresAt }), claimOf()];
      await one.claim(claimed);
      await one.claim(settled);
      assert.equal(await one.settle(settled, 'outcome', expiresAt), true);
      assert.deepEqual(await other.claim({ ...claimed, fingerprint: 'no' }), { kind: 'conflict' });
      assert.deepEqual(await other.claim(settled), { kind: 'settled', outcome: 'outcome' });
      await until(expiresAt + 5);
      assert.equal(await one.renew(claimed, MINUTE), false);
      for (const { flow } of [claimed, settled])
        assert.deepEqual(await other.claim(claimOf({ flow, fingerprint: 'no' })), { kind: 'won', takenOver: false });
    },
  },
  {
    name: 'S8 a step is gone after expiresAt and not before, begun or done',
    async run({ one, other }) {
      const { flow } = claimOf();
      const expiresAt = Date.now() + 3000;
      await one.beginStep(flow, 'begun', expiresAt);
      await one.endStep(flow, 'done', 'value', expiresAt);
      assert.equal(await other.endStep(flow, 'done', 'other', later()), 'value');
      await until(expiresAt + 5);
      assert.deepEqual(await other.beginStep(flow, 'begun', later()), { kind: 'new' });
      assert.deepEqual(await other.beginStep(flow, 'done', later()), { kind: 'new' });
      assert.equal(await one.endStep(flow, 'done', 'again', later()), 'again');
    },
  },
  {
    name: 'S8 a beginning that is repeated lives as long as the latest says',
    async run({ one, other }) {
      const { flow } = claimOf();
      const expiresAt = Date.now() + 3000;
      await one.beginStep(flow, 'step', expiresAt);
      await one.beginStep(flow, 'step', later());
      await until(expiresAt + 5);
      assert.deepEqual(await other.beginStep(flow, 'step', later()), { kind: 'begun' });
    },
  },
];

export const closing: Check[] = [
  {
    name: 'S9 a closed store rejects everything, and answers nothing; the others go on',
    async run({ one, ...subject }) {
      const store = await subject.open();
      const claim = claimOf();
      await store.claim(claim);
      await store.close();
      await store.close();
      const calls = [
        () => store.claim(claimOf({ flow: claim.flow })),
        () => store.renew(claim, MINUTE),
        () => store.settle(claim, 'outcome', later()),
        () => store.release(claim),
        () => store.beginStep(claim.flow, 'step', later()),
        () => store.endStep(claim.flow, 'step', 'value', later()),
      ];
      for (const call of calls) await assert.rejects(call, { code: 'store_closed', next: 'fix' });
      assert.equal((await one.claim(claimOf())).kind, 'won');
    },
  },
];
