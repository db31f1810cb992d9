import { expect, it } from 'vitest';
import { Likeness } from '../../src/recording/compare.js';
import { growth, LINEAR } from '../growth.js';

const same = (expected: unknown, received: unknown): boolean =>
  new Likeness().differ('', expected, received) === undefined;

it.each<[unknown, unknown, boolean]>([
  ['<id 1> and <id 2>', '<id 5> and <id 4>', true],
  ['<id 1> and <id 1>', '<id 1> and <id 2>', false],
  ['<id 1> and <id 2>', '<id 1> and <id 1>', false],
  ['<id 1>', '<time 1>', false],
  ['<id> and <id>', '<id 1> and <id 2>', true],
  ['a <any> z', 'a b c z', true],
  ['a <any> z', 'a z', false],
  ['<any>', '', true],
  ['<any>', { any: 'thing' }, true],
  ['<any>', undefined, false],
  ['ab<any>ba', 'aba', false],
  ['<any>b<any>c', 'abbc', true],
  ['<any>b<any>c', 'acb', false],
  ['at <time 1><any>', 'at <time 9> and more', true],
  [{ a: 1, b: [1, { c: 2 }] }, { b: [1, { c: 2 }], a: 1 }, true],
  [{ '<id 1>': 1 }, { '<id 3>': 1 }, true],
  [[1, 2], [1], false],
  [1, '1', false],
  [null, undefined, false],
])('%j against %j: %s', (expected, received, wanted) => {
  expect(same(expected, received)).toBe(wanted);
});

it('keeps roles over several texts', () => {
  const likeness = new Likeness();
  expect(likeness.differ('a', '<id 1>', '<id 2>')).toBeUndefined();
  expect(likeness.differ('b', 'still <id 1>', 'still <id 2>')).toBeUndefined();
  expect(likeness.differ('c', 'still <id 1>', 'still <id 3>')).toMatchObject({ path: 'c' });
});

it.each<[unknown, unknown, object]>([
  [{ a: { b: [1, 2] } }, { a: { b: [1, 3] } }, { path: 'a.b[1]', expected: 2, received: 3 }],
  [{ a: 1 }, {}, { path: 'a', expected: 1, received: undefined }],
  [{}, { a: 1 }, { path: 'a', expected: undefined, received: 1 }],
])('names the path: %j against %j', (expected, received, wanted) => {
  expect(new Likeness().differ('', expected, received)).toEqual(wanted);
});

it('takes time in proportion to a hostile text', async () => {
  const pattern = `${'<any>a'.repeat(200)}b`;
  expect(same(pattern, 'a'.repeat(200_000))).toBe(false);
  const grown = await growth(12_500, (size) => {
    const text = 'a'.repeat(size);
    return () => same(pattern, text);
  });
  expect(grown).toBeLessThan(LINEAR);
});
