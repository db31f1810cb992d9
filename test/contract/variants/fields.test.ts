import { describe, expect, it } from 'vitest';
import { readAsk } from '../../../src/protocol/ask.js';
import { allows, insideBounds, outsideBounds } from '../../../src/contract/checks/variants/bounds.js';
import { fieldsOf, needsContent } from '../../../src/contract/checks/variants/field.js';
import { wrongTypes } from '../../../src/contract/checks/variants/wrong-types.js';

const ask = (properties: object, required: readonly string[] = []) =>
  readAsk(
    {
      method: 'elicitation/create',
      params: { message: 'Which?', requestedSchema: { type: 'object', properties, required } },
    },
    { key: 'which', path: 'result', server: { name: 'test' } },
  );

const KINDS = {
  text: { type: 'string' },
  short: { type: 'string', minLength: 2, maxLength: 5 },
  one: { type: 'string', maxLength: 1 },
  long: { type: 'string', minLength: 12_000, maxLength: 60_000 },
  email: { type: 'string', format: 'email' },
  uri: { type: 'string', format: 'uri' },
  date: { type: 'string', format: 'date' },
  time: { type: 'string', format: 'date-time' },
  whole: { type: 'integer', minimum: 1, maximum: 10 },
  fraction: { type: 'integer', minimum: 0.5, maximum: 9.5 },
  number: { type: 'number', minimum: 0.5, maximum: 8 },
  huge: { type: 'number', minimum: -1e300, maximum: 1e300 },
  free: { type: 'number' },
  yes: { type: 'boolean' },
  choice: { type: 'string', enum: ['a', 'b'] },
  titled: { type: 'string', oneOf: [{ const: 'a', title: 'FirstResponse' }] },
  several: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } },
  all: { type: 'array', items: { anyOf: [{ const: 'a', title: 'FirstResponse' }] } },
};
const fields = fieldsOf(ask(KINDS, Object.keys(KINDS)));

describe('variants of a field', () => {
  it('reads every kind of field', () => {
    expect(fields.map(({ name }) => name)).toEqual(Object.keys(KINDS));
  });

  it.each(fields)('$name: every value inside its bounds fits the form', (field) => {
    for (const { says, value } of insideBounds(field)) expect(allows(field, value), says).toBe(true);
  });

  it.each(fields)('$name: no value outside its bounds fits the form', (field) => {
    for (const { says, value } of outsideBounds(field)) expect(allows(field, value), says).toBe(false);
  });

  it.each(fields)('$name: no value of a wrong type fits the form', (field) => {
    const wrong = wrongTypes(field);
    expect(wrong.length).toBeGreaterThan(3);
    for (const { says, value } of wrong) expect(allows(field, value), says).toBe(false);
  });

  it('tries both sides of every bound', () => {
    const values = (name: string, of: typeof insideBounds) =>
      fields.filter((field) => field.name === name).flatMap((field) => of(field).map(({ value }) => value));
    expect(values('whole', insideBounds)).toEqual([1, 10]);
    expect(values('whole', outsideBounds)).toEqual([0, 11]);
    expect(values('number', outsideBounds)).toEqual([0.49, 8.01]);
    expect(values('fraction', insideBounds)).toEqual([1, 9]);
    expect(values('several', outsideBounds)).toEqual([['vuelta-no-such-option'], [], ['a', 'b', 'c']]);
    expect(values('short', outsideBounds).map((value) => String(value).length)).toEqual([1, 6]);
    expect(values('titled', outsideBounds)).toContain('FirstResponse');
    expect(values('free', insideBounds)).toEqual([]);
    expect(values('huge', outsideBounds), 'no step is small enough').toEqual([]);
    expect(values('long', insideBounds), 'that would be a test of size').toEqual([]);
  });

  it('F18 a text of emoji has as many code points as maxLength', () => {
    const one = fields.filter(({ name }) => name === 'one').flatMap(insideBounds);
    expect(one.map(({ value }) => value)).toContain('😀');
  });

  it('leaves out a field that goes beyond the form grammar, and no other', () => {
    const odd = ask({ code: { type: 'string', pattern: '^x' }, codes: { type: 'string' } }, ['code', 'codes']);
    expect(fieldsOf(odd).map(({ name }) => name)).toEqual(['codes']);
  });

  it('needs content where a required field has no default', () => {
    expect(needsContent(ask({ a: { type: 'string' } }, ['a']))).toBe(true);
    expect(needsContent(ask({ a: { type: 'string', default: 'x' } }, ['a']))).toBe(false);
    expect(needsContent(ask({ a: { type: 'string' } }))).toBe(false);
  });
});
