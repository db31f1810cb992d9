import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { adviseForm, lintForm, toForm, type FormSource } from '../../src/form/index.js';
import { faultsOf, pathsOf, wire } from './faults.js';

const choice = (...options: [string, string][]) =>
  wire({ field: { type: 'string', oneOf: options.map(([value, title]) => ({ const: value, title })) } });
const several = (...options: [string, string][]) =>
  wire({ field: { type: 'array', items: { anyOf: options.map(([value, title]) => ({ const: value, title })) } } });

describe('F73 options that a person cannot tell apart', () => {
  it.each<[string, [string, string][]]>([
    [
      'equal titles',
      [
        ['a', 'Same'],
        ['b', 'Same'],
      ],
    ],
    [
      'equal but for spaces',
      [
        ['a', 'Same'],
        ['b', ' Same  '],
      ],
    ],
    [
      'equal but for case',
      [
        ['a', 'Same'],
        ['b', 'sAME'],
      ],
    ],
    [
      'equal but for a zero width space',
      [
        ['a', 'Same'],
        ['b', 'Sa\u200bme'],
      ],
    ],
    [
      'equal but for a variation selector',
      [
        ['a', '☎'],
        ['b', '☎\ufe0f'],
      ],
    ],
    [
      'equal but for how letters are encoded',
      [
        ['a', 'caf\u00e9'],
        ['b', 'cafe\u0301'],
      ],
    ],
    [
      'a title that nobody sees',
      [
        ['a', '\u2060'],
        ['b', 'B'],
      ],
    ],
  ])('%s', (_name, options) => {
    for (const schema of [choice(...options), several(...options)]) {
      expect(pathsOf(schema)).toEqual(['properties.field']);
      // In the grammar all the same: a client shows it, and is advised.
      expect(lintForm(schema)).toEqual([]);
      expect(adviseForm(schema).map(({ path }) => path)).toContain('properties.field');
    }
  });

  it('a title that is the value of another option is only advised against: our ports take the title', () => {
    const crossed = choice(['keep', 'delete'], ['delete', 'keep']);
    expect(pathsOf(crossed)).toEqual([]);
    expect(adviseForm(crossed).map(({ path }) => path)).toEqual(['properties.field']);
  });

  it('titles that differ, and values that are their own titles, pass', () => {
    expect(pathsOf(choice(['a', 'b2'], ['b', 'B'], ['c', 'c']))).toEqual([]);
    expect(pathsOf(z.object({ unit: z.enum(['m', 'M']) }))).toEqual([]);
    expect(pathsOf(z.object({ unit: z.enum(['m', 'm ']) }))).toEqual(['properties.unit']);
    expect(pathsOf(wire({ f: { type: 'string', enum: ['a', 'b'], enumNames: ['X', 'x'] } }))).toEqual(['properties.f']);
  });
});

const unanswerable: Record<string, unknown> = {
  'zod file': z.object({ a: z.file() }),
  'zod file of a type': z.object({ a: z.file().mime('image/png') }),
  'zod never': z.object({ a: z.never() }),
  'zod undefined': z.object({ a: z.undefined() }),
  'zod symbol': z.object({ a: z.symbol() }),
  'zod date': z.object({ a: z.date() }),
  'zod bigint': z.object({ a: z.bigint() }),
  'zod nan': z.object({ a: z.nan() }),
  'zod empty enum': z.object({ a: z.enum([]) }),
  'zod number between nothing': z.object({ a: z.number().gt(5).lt(5) }),
  'zod number, bounds crossed': z.object({ a: z.number().gt(6).max(5) }),
  'zod whole number between nothing': z.object({ a: z.int().gt(5).lt(6) }),
  'zod multiple out of range': z.object({ a: z.int().min(1).max(9).multipleOf(10) }),
  'zod lengths crossed': z.object({ a: z.string().min(5).max(3) }),
  'zod email too short': z.object({ a: z.email().max(3) }),
  'zod date too long': z.object({ a: z.iso.date().min(11) }),
  'zod uuid too short': z.object({ a: z.uuid().max(10) }),
  'zod ipv4 too long': z.object({ a: z.ipv4().min(16) }),
  'zod text longer than an answer may be': z.object({ a: z.string().min(70_000) }),
  'valibot file': toStandardJsonSchema(v.object({ a: v.file() })),
  'valibot blob': toStandardJsonSchema(v.object({ a: v.blob() })),
  'valibot never': toStandardJsonSchema(v.object({ a: v.never() })),
  'valibot date': toStandardJsonSchema(v.object({ a: v.date() })),
  'valibot bigint': toStandardJsonSchema(v.object({ a: v.bigint() })),
  'arktype never': type({ a: 'never' }),
  'arktype File': type({ a: 'File' }),
  'arktype Date': type({ a: 'Date' }),
  'arktype bigint': type({ a: 'bigint' }),
  'wire whole number between nothing': wire({ a: { type: 'integer', minimum: 0.2, maximum: 0.8 } }),
  'wire bounds crossed': wire({ a: { type: 'number', minimum: 2, maximum: 1 } }),
  'wire more choices than options': wire({ a: { type: 'array', minItems: 2, items: { type: 'string', enum: ['x'] } } }),
};

describe('F73 fields that no answer fits', () => {
  it.each(Object.entries(unanswerable))('%s is refused by its path', (_name, schema) => {
    const faults = faultsOf(schema);
    expect(faults).toHaveLength(1);
    expect(faults[0]?.path).toMatch(/^properties\.a\b/);
  });

  it('bounds that leave one value are no fault', () => {
    const schema = z.object({
      a: z.number().min(5).max(5),
      b: z.int().gt(4).lt(6),
      c: z.int().min(1).max(10).multipleOf(10),
    });
    expect(() => toForm(schema as FormSource)).not.toThrow();
  });
});

describe('F64 fields named by whole numbers', () => {
  it('are refused where their order is lost, with the reason', () => {
    expect(faultsOf(z.object({ 10: z.boolean(), 2: z.boolean(), name: z.string() }))).toEqual([
      { path: 'properties.2', message: expect.stringMatching(/order of the numbers/) as string },
      { path: 'properties.10', message: expect.stringMatching(/order of the numbers/) as string },
    ]);
    expect(pathsOf(z.object({ 2024: z.boolean() }))).toEqual([]);
    expect(pathsOf(z.object({ '01': z.boolean(), '-1': z.boolean(), '1.5': z.boolean(), y2: z.boolean() }))).toEqual(
      [],
    );
    expect(lintForm(wire({ 1: { type: 'boolean' }, 0: { type: 'boolean' } }))).toEqual([]);
    expect(adviseForm(wire({ 1: { type: 'boolean' }, 0: { type: 'boolean' } })).map(({ path }) => path)).toEqual([
      'properties.0',
      'properties.1',
    ]);
  });
});
