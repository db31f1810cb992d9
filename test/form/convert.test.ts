import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { FormError, toForm, type FormSchema } from '../../src/form/index.js';
import { faultsOf, pathsOf, wire } from './faults.js';

describe('what a converter prints', () => {
  it('F01 takes off the dialect marker and additionalProperties', () => {
    const form = toForm(z.strictObject({ a: z.string() }));
    expect(form.wire).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
    const printed = z.toJSONSchema(z.strictObject({ a: z.email() })) as unknown as FormSchema;
    expect(printed).toHaveProperty('$schema');
    expect(toForm(printed).wire).toEqual({
      type: 'object',
      properties: { a: { type: 'string', format: 'email' } },
      required: ['a'],
    });
  });

  it('F01 accepts loose objects and refuses a catchall that would need names nobody knows', () => {
    expect(toForm(z.looseObject({ a: z.string() })).wire.properties).toHaveProperty('a');
    expect(pathsOf(z.object({ a: z.string() }).catchall(z.string()))).toEqual(['additionalProperties']);
  });

  it('F02 refuses nested objects and lists of objects by their path', () => {
    const address = z.object({ street: z.string() });
    for (const [field, why] of [
      [address, /flat.*top-level field/],
      [address.optional(), /flat/],
      [z.array(address), /list of objects/],
      [z.record(z.string(), z.string()), /map of free names/],
      [z.tuple([z.string()]), /tuple/],
      [z.array(z.string()), /list of free values/],
      [z.string().nullable(), /null.*optional/],
      [z.null(), /only be null/],
      [z.union([z.string(), z.number()]), /mixes kinds/],
      [z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]), /choice between objects/],
      [z.union([z.string(), z.object({ a: z.string() })]), /choice between objects/],
      [z.date(), /no type/],
      [z.bigint(), /no type/],
      [z.any(), /no type/],
      [z.literal([1, 2]), /not text/],
      [z.literal(7), /not text/],
    ] as const) {
      const faults = faultsOf(z.object({ ok: z.string(), address: field }));
      expect(faults).toEqual([{ path: 'properties.address', message: expect.stringMatching(why) as string }]);
    }
  });

  it('F02 refuses the same from Valibot, ArkType and a wire schema', () => {
    const nested = { type: 'object', properties: { street: { type: 'string' } } };
    for (const schema of [
      toStandardJsonSchema(v.object({ address: v.object({ street: v.string() }) })),
      toStandardJsonSchema(v.object({ address: v.array(v.object({ street: v.string() })) })),
      toStandardJsonSchema(v.object({ address: v.nullable(v.string()) })),
      toStandardJsonSchema(v.object({ address: v.date() })),
      type({ address: { street: 'string' } }),
      type({ address: type({ street: 'string' }).array() }),
      type({ address: 'string | null' }),
      type({ address: 'Date' }),
      wire({ address: nested }),
      wire({ address: { type: 'array', items: nested } }),
      wire({ address: { type: ['string', 'null'] } }),
      wire({ address: { type: ['string', 'number'] } }),
      wire({ address: { anyOf: [{ type: 'string' }, { type: 'null' }] } }),
      wire({ address: {} }),
      wire({ address: null }),
      wire({ address: { type: 'array', items: [{ type: 'string', enum: ['a'] }] } }),
      wire({ address: { type: 'array', items: { $ref: '#/$defs/gone' } } }),
    ]) {
      expect(pathsOf(schema)).toEqual(['properties.address']);
    }
  });

  it('F02 refuses what is not one object', () => {
    const one = z.object({ k: z.literal('a') });
    for (const schema of [
      z.string(),
      z.discriminatedUnion('k', [one, z.object({ k: z.literal('b') })]),
      toStandardJsonSchema(v.union([v.object({ a: v.string() }), v.object({ b: v.string() })])),
      { type: 'array' },
      {},
      { $ref: '#/$defs/gone' },
      { $ref: 'https://example.com/schema' },
    ]) {
      expect(pathsOf(schema)).toEqual(['']);
    }
    const both = v.intersect([v.object({ a: v.string() }), v.object({ b: v.string() })]);
    expect(pathsOf(toStandardJsonSchema(both))).toEqual(['']);
    expect(pathsOf(wire({}, { allOf: [{ properties: { a: {} } }] }))).toEqual(['allOf']);
  });

  it('says everything that is wrong at once, and how many more', () => {
    const many = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [`f${index}`, z.date()]));
    const error = (() => {
      try {
        return toForm(z.object(many));
      } catch (thrown) {
        return thrown;
      }
    })() as FormError;
    expect(error).toBeInstanceOf(FormError);
    expect(error.code).toBe('form_unsupported');
    expect(error.faults).toHaveLength(7);
    expect(error.message).toMatch(/properties\.f4: .*and 2 more\.$/);
    expect(() => toForm(z.string())).toThrow(/This schema cannot be a form. must be an object/);
  });
});

describe('the wire schema', () => {
  it('is deep-frozen and not the object that was given', () => {
    const schema = wire({ a: { type: 'string', enum: ['x'] } }, { required: ['a'] });
    const form = toForm(schema);
    const frozen = [
      form,
      form.wire,
      form.wire.properties,
      form.wire.properties['a'],
      form.wire.required,
      form.enforced,
    ];
    expect(frozen.every((part) => Object.isFrozen(part))).toBe(true);
    expect((form.wire.properties['a'] as { enum: string[] }).enum).not.toBe(
      (schema.properties['a'] as { enum: string[] }).enum,
    );
    expect(Object.isFrozen(schema)).toBe(false);
  });

  it('has the same bytes for the same form, in whatever order its keywords were written', () => {
    const one = wire({
      a: { default: 'x', maxLength: 3, description: 'd', type: 'string', title: 't' },
      b: { type: 'boolean' },
    });
    const two = wire({
      a: { title: 't', description: 'd', type: 'string', maxLength: 3, default: 'x' },
      b: { type: 'boolean' },
    });
    const bytes = [toForm({ ...one, required: ['b', 'a'] }).wire, toForm({ required: ['a', 'b'], ...two }).wire].map(
      (schema) => JSON.stringify(schema),
    );
    expect(bytes[0]).toBe(bytes[1]);
  });

  it('is a schema of its own: making a form of it changes nothing', () => {
    const form = toForm(z.object({ a: z.email().default('a@b.com'), b: z.array(z.enum(['x'])) }));
    expect(toForm(form.wire).wire).toEqual(form.wire);
  });
});
