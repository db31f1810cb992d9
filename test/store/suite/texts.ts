import assert from 'node:assert/strict';
import { claimOf, later, type Check } from './subject.js';

const VALUES = [
  '',
  'null',
  '"',
  '"quoted"',
  '{"ü":"😀"}',
  '\0',
  'before\0after',
  '\ud800',
  'lone \udc00 in the middle',
  '\ud83d\ude00',
  '\ufeffwith a mark',
  '\ufffd',
  'e\u0301 \u00e9',
  '\n\r\t \u2028\u007f',
  "'; DROP TABLE vuelta_steps; --",
  '%0020 $1 ?1 :a',
  '12345678901234567890',
  '1e3',
  '\\x00\\u0000',
];

const NAMES = [
  ...VALUES,
  'a',
  'a\n',
  '\na',
  'a\nb',
  ' ',
  '1 a',
  '{',
  '}',
  '{}',
  '{a}',
  '}a{',
  'a:step:b',
  'step:a',
  '*',
  '%0020',
  '%',
  '__proto__',
  'constructor',
  'x'.repeat(20_000),
  'é'.repeat(5000),
];

export const texts: Check[] = [
  {
    name: 'S8 a value is read back character for character',
    async run({ one, other }) {
      for (const value of VALUES) {
        const claim = claimOf();
        await one.claim(claim);
        assert.equal(await one.settle(claim, value, later()), true);
        assert.deepEqual(await other.claim(claim), { kind: 'settled', outcome: value });
        assert.equal(await one.endStep(claim.flow, 'step', value, later()), value);
        assert.equal(await one.endStep(claim.flow, 'step', 'other', later()), value);
        assert.deepEqual(await other.beginStep(claim.flow, 'step', later()), { kind: 'done', value });
      }
    },
  },
  {
    name: 'S8 a value of 1 MiB is kept whole',
    async run({ one, other }) {
      const claim = claimOf();
      const value = 'a€😀x'.repeat(2 ** 20 / 4).slice(0, 2 ** 20);
      await one.claim(claim);
      assert.equal(await one.settle(claim, value, later()), true);
      const found = await other.claim(claim);
      assert.equal(found.kind === 'settled' && found.outcome === value, true);
      assert.equal((await one.endStep(claim.flow, 'step', value, later())) === value, true);
      const step = await other.beginStep(claim.flow, 'step', later());
      assert.equal(step.kind === 'done' && step.value === value, true);
    },
  },
  {
    name: 'S8 flows and steps are apart, whatever they are called',
    async run({ one, other }) {
      const { flow: mark } = claimOf();
      const flows = NAMES.slice(VALUES.length - 1).map((name) => [name, `${name}${mark}`] as const);
      const pairs = flows.flatMap(([name, flow]) => [flow, mark].map((own) => [own, name] as const));
      const all = [...pairs, ...NAMES.map((name) => [`steps ${mark}`, name] as const)];
      const valueOf = ([flow, step]: readonly [string, string]): string => `${flow.length} ${step.length} ${step}`;
      for (const pair of all) assert.equal(await one.endStep(...pair, valueOf(pair), later()), valueOf(pair));
      for (const pair of all)
        assert.deepEqual(await other.beginStep(...pair, later()), { kind: 'done', value: valueOf(pair) });
    },
  },
  {
    name: 'S8 rounds of flows are apart, whatever they are called',
    async run({ one, other }) {
      const { flow: mark } = claimOf();
      const flows = NAMES.map((name) => `${name}${mark}`);
      for (const flow of flows) assert.deepEqual(await one.claim(claimOf({ flow })), { kind: 'won', takenOver: false });
      for (const flow of flows) assert.deepEqual(await other.claim(claimOf({ flow })), { kind: 'busy' });
    },
  },
];
