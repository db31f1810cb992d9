import { describe, expect, it } from 'vitest';
import {
  checkContent,
  fillDefaults,
  type FormProperty,
  type FormSchema,
  type FormValue,
} from '../../src/form/index.js';
import { MAX_TEXT } from '../../src/form/limits.js';
import { wire } from './faults.js';
import { growth, LINEAR } from '../growth.js';

const check = (property: object, value: unknown): string => {
  const outcome = checkContent(wire({ f: property }), { f: value });
  return outcome.ok ? 'ok' : outcome.issues.map(({ path, message }) => `${path} ${message}`).join();
};

describe('checkContent', () => {
  const person: FormSchema = {
    type: 'object',
    properties: { name: { type: 'string' }, age: { type: 'integer', minimum: 0 } },
    required: ['name'],
  };

  it('F11 refuses what is missing, of another type, or out of bounds, by field', () => {
    expect(checkContent(person, {})).toEqual({ ok: false, issues: [{ path: 'name', message: 'is required' }] });
    expect(checkContent(person, { name: 42 })).toEqual({
      ok: false,
      issues: [{ path: 'name', message: 'must be text' }],
    });
    expect(checkContent(person, { age: -5 })).toEqual({
      ok: false,
      issues: [
        { path: 'name', message: 'is required' },
        { path: 'age', message: 'must be at least 0' },
      ],
    });
    expect(checkContent(person, { name: 'x', age: 1 })).toMatchObject({ ok: true, content: { name: 'x', age: 1 } });
  });

  it('refuses content that is not an object', () => {
    for (const content of [null, undefined, 'x', 1, true, [], [{ name: 'x' }]]) {
      expect(checkContent(person, content)).toEqual({
        ok: false,
        issues: [{ path: '', message: 'must be an object with one value for each field' }],
      });
    }
  });

  it('F14 accepts absent content for a form without fields, and only for that', () => {
    const bare = wire({});
    expect(checkContent(bare, undefined)).toEqual({ ok: true, content: {}, wire: {} });
    expect(checkContent(bare, { extra: 1 })).toEqual({ ok: true, content: {}, wire: {} });
    expect(checkContent(bare, null)).toMatchObject({ ok: false });
    expect(checkContent(wire({ f: { type: 'string' } }), undefined)).toMatchObject({ ok: false });
    expect(checkContent(wire({}, { required: ['f'] }), undefined)).toMatchObject({ ok: false });
  });

  it('F15 fills in a default for an untouched field and does not take text for a boolean', () => {
    const schema = wire({ notify: { type: 'boolean', default: true } }, { required: ['notify'] });
    expect(checkContent(schema, {})).toEqual({ ok: true, content: { notify: true }, wire: { notify: true } });
    expect(checkContent(schema, { notify: undefined })).toMatchObject({ ok: true, content: { notify: true } });
    expect(checkContent(schema, { notify: false })).toMatchObject({ ok: true, content: { notify: false } });
    for (const value of ['true', 'false', '', 0, 1, null]) {
      expect(checkContent(schema, { notify: value })).toEqual({
        ok: false,
        issues: [{ path: 'notify', message: 'must be true or false' }],
      });
    }
  });

  it('F18 counts code points', () => {
    const one = { type: 'string', minLength: 1, maxLength: 1 };
    expect(check(one, '😀')).toBe('ok');
    expect(check(one, '😀😀')).toBe('f must have at most 1 character');
    expect(check(one, '')).toBe('f must have at least 1 character');
    expect(check({ type: 'string', minLength: 2 }, '😀')).toBe('f must have at least 2 characters');
    expect(check({ type: 'string', minLength: 2 }, '😀😀')).toBe('ok');
  });

  it('F22 drops extra keys and reads own properties only', () => {
    const inherited = Object.create({ name: 'inherited' }) as object;
    expect(checkContent(person, inherited)).toMatchObject({ ok: false });
    expect(checkContent(person, { name: 'x', extra: 1, toString: 'y' })).toMatchObject({
      ok: true,
      content: { name: 'x' },
    });
  });

  it('F22 never gives the content another prototype', () => {
    const hostile: unknown = JSON.parse(
      '{"name":"x","__proto__":{"admin":true,"age":3},"constructor":{"prototype":{"admin":true}}}',
    );
    const outcome = checkContent(person, hostile);
    expect(outcome).toEqual({ ok: true, content: { name: 'x' }, wire: { name: 'x' } });
    const unlinted: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"array","items":{"type":"string","enum":["a"]},"default":["a"]}}}',
    );
    const poisoned = checkContent(unlinted as FormSchema, JSON.parse('{"__proto__":["a"]}'));
    if (!poisoned.ok) throw new Error('expected the reserved name to be left out');
    expect(Object.getPrototypeOf(poisoned.content)).toBe(Object.prototype);
    expect(Object.keys(poisoned.content)).toEqual([]);
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
  });

  it('takes 1.0 for a whole number, and nothing that is not one', () => {
    const whole = { type: 'integer', minimum: -10, maximum: 10 };
    expect(check(whole, JSON.parse('1.0'))).toBe('ok');
    expect(check(whole, 1.5)).toBe('f must be a whole number');
    for (const value of [Number.NaN, Number.POSITIVE_INFINITY, '1', true, null, {}, 1n]) {
      expect(check(whole, value)).toBe('f must be a whole number');
    }
    expect(check({ type: 'integer' }, 2 ** 53)).toBe('f must be between -9007199254740991 and 9007199254740991');
    expect(check({ type: 'integer' }, -(2 ** 53))).toMatch(/^f must be between/);
    expect(check(whole, 11)).toBe('f must be at most 10');
    expect(check(whole, -11)).toBe('f must be at least -10');
  });

  it('takes any finite number for a number', () => {
    const number = { type: 'number', minimum: -0.5 };
    expect(check(number, 1e300)).toBe('ok');
    expect(check(number, -0.5)).toBe('ok');
    expect(check(number, -0.51)).toBe('f must be at least -0.5');
    for (const value of [Number.NaN, Number.NEGATIVE_INFINITY, '1', null])
      expect(check(number, value)).toBe('f must be a number');
    const outcome = checkContent(wire({ f: number }), { f: -0 });
    expect(outcome.ok && Object.is(outcome.content['f'], 0)).toBe(true);
  });

  it('says the options, unless there are too many to say', () => {
    expect(check({ type: 'string', enum: ['p1', 'p2', 'p3'] }, 'P1')).toBe('f must be one of: p1, p2, p3');
    expect(check({ type: 'string', oneOf: [{ const: 'p1', title: 'One' }] }, 'One')).toBe('f must be one of: p1');
    const twenty = Array.from({ length: 20 }, (_, index) => `o${index}`);
    expect(check({ type: 'string', enum: twenty }, 'x')).toBe(`f must be one of: ${twenty.join(', ')}`);
    const many = Array.from({ length: 21 }, (_, index) => `o${index}`);
    expect(check({ type: 'string', enum: many }, 'x')).toBe('f must be one of the 21 options');
    for (const value of [1, null, ['p1'], { toString: () => 'p1' }]) {
      expect(check({ type: 'string', enum: ['p1'] }, value)).toBe('f must be one of: p1');
    }
  });

  it('F08 enforces the bounds of several choices', () => {
    const several = { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } };
    expect(check(several, ['a'])).toBe('ok');
    expect(check(several, [])).toBe('f must have at least 1 choice');
    expect(check(several, ['a', 'b', 'c'])).toBe('f must have at most 2 choices');
    expect(check(several, ['a', 'a'])).toBe('f must not have the same choice twice');
    expect(check(several, ['a', 'x'])).toBe('f each choice must be one of: a, b, c');
    expect(check(several, [['a']])).toBe('f each choice must be one of: a, b, c');
    for (const value of ['a', { 0: 'a', length: 1 }, null])
      expect(check(several, value)).toBe('f must be a list of choices');
    const titled = { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } };
    expect(check(titled, ['a'])).toBe('ok');
    expect(check(titled, ['A'])).toBe('f each choice must be one of: a');
  });

  it('copies lists, so that neither a default nor an answer is shared', () => {
    const schema = wire({ f: { type: 'array', items: { type: 'string', enum: ['a'] }, default: ['a'] } });
    const given = { f: ['a'] };
    for (const content of [{}, given]) {
      const outcome = checkContent(schema, content);
      if (!outcome.ok) throw new Error('expected an accepted answer');
      (outcome.content['f'] as string[]).push('b');
    }
    expect(schema.properties['f']?.default).toEqual(['a']);
    expect(given.f).toEqual(['a']);
  });

  it('refuses fields of a schema that nobody linted, and does not throw', () => {
    for (const property of [null, 'x', {}, { type: 'object' }, { type: ['string'] }]) {
      expect(check(property as object, 'x')).toBe('f cannot be answered: the form does not say what it may hold');
    }
    for (const property of [{ type: 'array' }, { type: 'array', items: {} }, { type: 'array', items: { enum: 7 } }]) {
      expect(check(property, ['x'])).toMatch(/^f each choice must be one of/);
    }
    expect(check({ type: 'string', enum: 'abc' }, 'a')).toMatch(/^f must be one of/);
    expect(check({ type: 'string', oneOf: 7 }, 'a')).toMatch(/^f must be one of/);
    expect(checkContent(wire({}, { required: ['f'] }), { f: 1 })).toEqual({
      ok: false,
      issues: [{ path: 'f', message: 'is required, but the form has no such field' }],
    });
  });

  it('refuses huge answers', () => {
    const several = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } };
    const same = Array.from({ length: 1_000_000 }, () => 'a');
    const strange = same.map(() => 'z');
    const wide = Object.fromEntries(same.slice(0, 100_000).map((value, index) => [`k${index}`, value]));
    wide['name'] = 'x';
    const longest = 'x'.repeat(MAX_TEXT);
    expect(check({ type: 'string' }, longest)).toBe('ok');
    expect(check({ type: 'string' }, `${longest}x`)).toBe('f must have at most 65536 characters');
    expect(check({ type: 'string', maxLength: 10 }, longest)).toBe('f must have at most 10 characters');
    expect(check(several, same)).toBe('f must not have the same choice twice');
    expect(check(several, strange)).toBe('f each choice must be one of: a, b');
    expect(checkContent(person, wide)).toMatchObject({ ok: true, content: { name: 'x' } });
  });

  it.each<[string, (size: number) => () => unknown]>([
    ['a long text', (size) => () => check({ type: 'string' }, 'x'.repeat(size))],
    ['a long list', (size) => manyChoices('a', size)],
    ['a long list of nothing known', (size) => manyChoices('z', size)],
    ['many fields', (size) => manyFields(size)],
  ])('takes time in proportion to %s', async (_name, prepare) => {
    expect(await growth(4_000, prepare)).toBeLessThan(LINEAR);
  });

  function manyChoices(choice: string, size: number): () => unknown {
    const several = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } };
    const list = Array.from({ length: size }, () => choice);
    return () => check(several, list);
  }

  function manyFields(size: number): () => unknown {
    const wide = Object.fromEntries(Array.from({ length: size }, (_, at) => [`k${at}`, 'a']));
    wide['name'] = 'x';
    return () => checkContent(person, wide);
  }
});

describe('fillDefaults', () => {
  const fields: Record<string, FormProperty> = {
    a: { type: 'string', default: 'x' },
    b: { type: 'integer' },
    c: { type: 'array', items: { type: 'string', enum: ['a'] }, default: ['a'] },
  };

  it('fills in what is absent and keeps the rest', () => {
    expect(fillDefaults(wire(fields), { b: 1, other: 'y' })).toEqual({ a: 'x', b: 1, c: ['a'], other: 'y' });
    expect(fillDefaults(wire(fields), { a: '' })).toEqual({ a: '', c: ['a'] });
  });

  it('changes nothing that it was given', () => {
    const given: Record<string, FormValue> = {};
    const filled = fillDefaults(wire(fields), given);
    (filled['c'] as string[]).push('b');
    expect(given).toEqual({});
    expect(fields['c']?.default).toEqual(['a']);
  });

  it('leaves reserved names out', () => {
    const hostile = JSON.parse('{"__proto__":["a"],"b":1}') as Record<string, FormValue>;
    const filled = fillDefaults(wire(JSON.parse('{"constructor":{"type":"string","default":"x"}}')), hostile);
    expect(Object.getPrototypeOf(filled)).toBe(Object.prototype);
    expect(Object.keys(filled)).toEqual(['b']);
  });
});
