import assert from 'node:assert/strict';
import { claimOf, count, deadClaim, later, turns, type Check } from './subject.js';

export const claims: Check[] = [
  {
    name: 'S1 of fifty claims at one moment one wins',
    async run(subject) {
      const { flow } = claimOf();
      const found = await Promise.all(turns(subject, 50).map((store) => store.claim(claimOf({ flow }))));
      assert.deepEqual(count(found), { won: 1, busy: 49 });
    },
  },
  {
    name: 'S1 rounds of one flow, and flows, are apart',
    async run({ one, other }) {
      const { flow } = claimOf();
      const places = [1, 2, 11].flatMap((round) =>
        [flow, `${flow}1`, `${flow}:1`].map((name) => ({ flow: name, round })),
      );
      for (const place of places) assert.equal((await one.claim(claimOf(place))).kind, 'won');
      for (const place of places) assert.equal((await other.claim(claimOf(place))).kind, 'busy');
    },
  },
  {
    name: 'S2 a round belongs to the fingerprint that was first: claimed, dead and settled',
    async run(subject) {
      const { other } = subject;
      const claim = await deadClaim(subject);
      const foreign = claimOf({ flow: claim.flow, fingerprint: 'no' });
      assert.deepEqual(await other.claim(foreign), { kind: 'conflict' });
      assert.equal(await other.settle(claim, 'done', later()), true);
      assert.deepEqual(await other.claim(foreign), { kind: 'conflict' });
      assert.deepEqual(await other.claim({ ...foreign, fingerprint: 'yes' }), { kind: 'settled', outcome: 'done' });
    },
  },
  {
    name: 'S2 fingerprints and owners that differ in one hidden character are different',
    async run({ one, other }) {
      for (const [mine, theirs] of [
        ['a\0b', 'a\0c'],
        ['\ud800', '\ud801'],
        ['\ud800', '\ufffd'],
        ['e\u0301', '\u00e9'],
        ['', '\0'],
        ['a', '"a"'],
        ['A', 'a'],
        ['a ', 'a'],
      ] as const) {
        const claim = claimOf({ fingerprint: mine, owner: mine });
        assert.equal((await one.claim(claim)).kind, 'won');
        assert.deepEqual(await other.claim({ ...claim, fingerprint: theirs }), { kind: 'conflict' });
        assert.equal(await other.settle({ ...claim, owner: theirs }, 'theirs', later()), false);
        assert.equal(await other.settle(claim, 'mine', later()), true);
      }
    },
  },
];
