import { describe, expect, it } from 'vitest';
import { otherArguments } from '../../src/contract/case/other-arguments.js';

const one = (value: unknown, schema?: unknown): unknown =>
  otherArguments({ a: value }, schema === undefined ? undefined : { type: 'object', properties: { a: schema } })[0]
    ?.args['a'];

describe('otherArguments', () => {
  it.each([
    ['text', 'abc', undefined, 'abcx'],
    ['text that is as long as it may be', 'abc', { type: 'string', maxLength: 3 }, 'abx'],
    ['text that ends so already', 'abx', { type: 'string', maxLength: 3 }, 'aby'],
    ['an e-mail address', 'ana@example.com', { type: 'string', format: 'email' }, 'xana@example.com'],
    ['an option', 'b', { type: 'string', enum: ['b', 'c'] }, 'c'],
    ['a number', 3, undefined, 4],
    ['the greatest number', 3, { type: 'integer', maximum: 3 }, 2],
    ['yes or no', true, undefined, false],
  ])('%s', (_, value, schema, other) => {
    expect(one(value, schema)).toBe(other);
  });

  it.each([
    ['a format', '2026-01-31', { type: 'string', format: 'date' }],
    ['a pattern', 'T-1', { type: 'string', pattern: '^T-\\d$' }],
    ['a constant', 'x', { const: 'x' }],
    ['the only option', 'x', { enum: ['x'] }],
    ['the only number', 1, { minimum: 1, maximum: 1 }],
    ['an object', { b: 1 }, undefined],
  ])('nothing is known for %s', (_, value, schema) => {
    expect(one(value, schema)).toBeUndefined();
  });

  it('each member changes alone, and a name of the prototype is a name like any other', () => {
    const args = { a: 'x', constructor: 'y' };
    expect(otherArguments(args, { properties: {} })).toEqual([
      { name: 'a', args: { a: 'xx', constructor: 'y' } },
      { name: 'constructor', args: { a: 'x', constructor: 'yx' } },
    ]);
  });
});
