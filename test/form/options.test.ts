import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toForm, type FormSource } from '../../src/form/index.js';
import { faultsOf, pathsOf, wire } from './faults.js';

describe('options', () => {
  it('F05 inlines an enum that a converter moved to $defs', () => {
    const Language = z.enum(['es', 'en']).meta({ id: 'Language' });
    const form = toForm(
      z.object({ a: Language, b: Language.optional(), c: z.array(Language), d: Language.default('es') }),
    );
    const options = { type: 'string', enum: ['es', 'en'] };
    expect(form.wire).toEqual({
      type: 'object',
      properties: { a: options, b: options, c: { type: 'array', items: options }, d: { ...options, default: 'es' } },
      required: ['a', 'c'],
    });
  });

  it('F05 inlines definitions of a wire schema, and of titled options', () => {
    const $defs = {
      'a/b~c': { oneOf: [{ $ref: '#/$defs/one' }, { const: 'y', title: 'Y' }], title: 'Inner' },
      one: { const: 'x', title: 'X' },
    };
    const form = toForm(wire({ a: { $ref: '#/$defs/a~1b~0c', title: 'Outer' } }, { $defs }));
    const oneOf = [
      { const: 'x', title: 'X' },
      { const: 'y', title: 'Y' },
    ];
    expect(form.wire.properties['a']).toEqual({ type: 'string', title: 'Outer', oneOf });
  });

  it('F05 inlines a root that is a reference', () => {
    const form = toForm(z.object({ a: z.string() }).meta({ id: 'Whole' }));
    expect(form.wire).toEqual({ type: 'object', properties: { a: { type: 'string' } }, required: ['a'] });
  });

  it('F05 refuses references that cannot be inlined', () => {
    const Person = z.object({
      name: z.string(),
      get friend() {
        return Person.optional();
      },
    });
    const loop = { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } };
    expect(faultsOf(Person)).toEqual([
      { path: 'properties.friend', message: expect.stringMatching(/cannot be written in its place/) as string },
    ]);
    for (const $ref of ['#/$defs/a', '#/$defs/__proto__', '#/$defs/toString', '#', 'other.json', 7]) {
      expect(pathsOf(wire({ field: { $ref } }, { $defs: loop }))).toEqual(['properties.field']);
    }
  });

  it('F06 titled options become oneOf, several of them items.anyOf', () => {
    const priority = z.union([z.literal('p1').meta({ title: 'One' }), z.literal('p2'), z.enum(['p3', 'p4'])]);
    const oneOf = [
      { const: 'p1', title: 'One' },
      { const: 'p2', title: 'p2' },
      { const: 'p3', title: 'p3' },
      { const: 'p4', title: 'p4' },
    ];
    const form = toForm(z.object({ one: priority, many: z.array(priority) }));
    expect(form.wire.properties).toEqual({
      one: { type: 'string', oneOf },
      many: { type: 'array', items: { anyOf: oneOf } },
    });
  });

  it('F06 keeps the title of a single literal for its field', () => {
    expect(toForm(z.object({ a: z.literal('x').meta({ title: 'X' }) })).wire.properties['a']).toEqual({
      type: 'string',
      title: 'X',
      enum: ['x'],
    });
  });

  it('F06 does not take a mix of options and free text for a choice', () => {
    expect(pathsOf(z.object({ a: z.union([z.literal('x'), z.string()]) }))).toEqual(['properties.a']);
    expect(pathsOf(type({ a: 'string.uuid' }))).toEqual(['properties.a']);
    expect(pathsOf(wire({ a: { anyOf: [null] } }))).toEqual(['properties.a']);
  });

  it('F07 a schema without fields is a form that is only accepted, declined or cancelled', async () => {
    for (const schema of [z.object({}), type({}), toStandardJsonSchema(v.object({})), wire({})]) {
      const form = toForm(schema as FormSource);
      expect(form.wire).toEqual({ type: 'object', properties: {} });
      expect(await form.validate({})).toEqual({ ok: true, content: {}, wire: {} });
    }
    expect(pathsOf({ type: 'object' })).toEqual([]);
    expect(pathsOf({ type: 'object', properties: [] })).toEqual(['properties']);
  });

  it('F08 keeps the bounds of several choices', () => {
    const schema = z.object({
      tags: z
        .array(z.enum(['a', 'b']))
        .min(1)
        .max(2),
    });
    expect(toForm(schema).wire.properties['tags']).toMatchObject({ minItems: 1, maxItems: 2 });
    expect(pathsOf(z.object({ tags: z.array(z.enum(['a', 'b'])).min(3) }))).toEqual(['properties.tags.minItems']);
  });

  it('F09 refuses an enum on the list, on an object, and names without an enum', () => {
    const onList = { type: 'array', enum: ['a'], items: { type: 'string' } };
    expect(faultsOf(wire({ a: onList }))).toEqual([
      { path: 'properties.a', message: 'has its enum on the list; put it on items, with type string' },
    ]);
    expect(pathsOf(wire({ a: { type: 'object', enum: ['a'] } }))).toEqual(['properties.a']);
    expect(pathsOf(wire({ a: { type: 'string', enumNames: ['A'] } }))).toEqual(['properties.a.enumNames']);
    expect(pathsOf(wire({ a: { type: 'string', enum: ['a'], enumNames: ['A', 'B'] } }))).toEqual([
      'properties.a.enumNames',
    ]);
    const named = { type: 'string', enum: ['a'], enumNames: ['A'] };
    expect(toForm(wire({ a: named })).wire.properties['a']).toEqual(named);
  });

  it('F10 refuses reserved names and required names that are not defined', () => {
    const reserved = z.object({ ['__proto__']: z.string(), constructor: z.string(), prototype: z.string() });
    expect(pathsOf(reserved)).toEqual(['properties.__proto__', 'properties.constructor', 'properties.prototype']);
    const poisoned = JSON.parse('{"type":"object","properties":{"__proto__":{"type":"string"}}}') as unknown;
    expect(pathsOf(poisoned)).toEqual(['properties.__proto__']);
    expect(faultsOf(wire({ a: { type: 'string' } }, { required: ['a', 'toString'] }))).toEqual([
      { path: 'required', message: 'names "toString", which properties does not define' },
    ]);
    expect(pathsOf(wire({}, { required: 'a' }))).toEqual(['required']);
    expect(pathsOf(wire({ a: { type: 'string' } }, { required: [7] }))).toEqual(['required']);
  });
});
