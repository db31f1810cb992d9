import { describe, expect, it } from 'vitest';
import { runInNewContext } from 'node:vm';
import { canonical, keepCanonical, MAX_DEPTH } from '../../src/state/canonical.js';

const nest = (depth: number, leaf: unknown = 1): unknown => {
  let value = leaf;
  for (let i = 0; i < depth; i += 1) value = i % 2 === 0 ? [value] : { a: value };
  return value;
};

describe('canonical', () => {
  it.each([
    [{ b: 1, a: { d: [1, { f: 1, e: 2 }], c: null } }, '{"a":{"c":null,"d":[1,{"e":2,"f":1}]},"b":1}'],
    [[3, 1, 2], '[3,1,2]'],
    [{ a: undefined, b: [undefined] }, '{"b":[null]}'],
    [undefined, 'null'],
    ['ü"\u2028\ud800', '"ü\\"\u2028\\ud800"'],
    [{ '\u00e9': 1, z: 2, 'e\u0301': 3 }, '{"e\u0301":3,"z":2,"\u00e9":1}'],
    [-0, '0'],
    [1e21, '1e+21'],
    [Object.assign(Object.create(null), { b: 1, a: 2 }), '{"a":2,"b":1}'],
    [JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    [{ 10: 1, 9: 2 }, '{"10":1,"9":2}'],
    [{}, '{}'],
    [[], '[]'],
  ])('%j', (value, expected) => {
    expect(canonical(value)).toBe(expected);
  });

  it('F36 the same text for every order of the members', () => {
    const members = Object.entries({ a: 1, b: { x: 1, y: 2 }, c: [1], '': 0, é: 2 });
    const texts = members.map((_, i) => canonical(Object.fromEntries([...members.slice(i), ...members.slice(0, i)])));
    expect(new Set(texts).size).toBe(1);
  });

  it('a kept text is the text', () => {
    const frozen = Object.freeze({ b: Object.freeze([1, 2]), a: 'x' });
    const text = canonical({ form: frozen, at: 1 });
    keepCanonical(frozen);
    expect(canonical({ form: frozen, at: 1 })).toBe(text);
    expect(canonical({ form: { ...frozen, a: 'y' }, at: 1 })).not.toBe(text);
  });

  it('other text for other values', () => {
    const values = [
      null,
      0,
      '0',
      false,
      '',
      [],
      {},
      [null],
      { a: null },
      ['a'],
      { 0: 'a' },
      { a: 1 },
      { A: 1 },
      [[]],
      'null',
      '{}',
    ];
    expect(new Set(values.map((value) => canonical(value))).size).toBe(values.length);
  });

  it('F35 what JSON cannot carry is refused, so that it is never the same as something else', () => {
    const wrong = [
      new Set([1]),
      new Map([[1, 2]]),
      () => 1,
      Symbol('s'),
      1n,
      Infinity,
      -Infinity,
      Number.NaN,
      new Error('x'),
      /a/,
      Promise.resolve(1),
      new Uint8Array(2),
    ];
    for (const value of wrong) {
      expect(() => canonical(value)).toThrow(TypeError);
      expect(() => canonical({ deep: [value] })).toThrow(TypeError);
    }
    expect(() => canonical(JSON.parse('1e999'))).toThrow(TypeError);
  });

  it('what has toJSON counts as that', () => {
    expect(canonical({ at: new Date(0) })).toBe('{"at":"1970-01-01T00:00:00.000Z"}');
    expect(canonical(new Date(0))).not.toBe(canonical(new Date(1)));
    expect(canonical(new URL('https://a.example/'))).toBe('"https://a.example/"');
  });

  it('an object of another realm is an object', () => {
    expect(canonical(runInNewContext('({ b: 1, a: [{}] })'))).toBe('{"a":[{}],"b":1}');
  });

  it('a value may nest as deep as the limit and no deeper, and a hundred thousand levels are refused as quickly', () => {
    expect(canonical(nest(MAX_DEPTH))).toContain('1');
    expect(() => canonical(nest(MAX_DEPTH + 1))).toThrow(RangeError);
    expect(() => canonical(nest(100_000))).toThrow(RangeError);
    const looping: Record<string, unknown> = {};
    looping['self'] = looping;
    expect(() => canonical(looping)).toThrow(RangeError);
    const endless: { toJSON: () => unknown } = new (class {
      toJSON(): unknown {
        return this;
      }
    })();
    expect(() => canonical(endless)).toThrow(RangeError);
  });
});
