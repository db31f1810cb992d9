import { type } from 'arktype';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toForm, type StandardSchema } from '../../src/form/index.js';
import { faultsOf, pathsOf, wire } from './faults.js';

describe('F03 constraints that the wire cannot carry', () => {
  it('F03 are enforced on re-entry and said so, for a schema library', async () => {
    const form = toForm(
      z.object({
        code: z.email().regex(/^a/),
        price: z.number().positive().multipleOf(0.5),
        id: z.uuid(),
        lower: z.string().lowercase(),
        time: z.iso.time(),
        precise: z.iso.datetime({ precision: 3 }),
      }),
    );
    expect(form.wire.properties).toEqual({
      code: { type: 'string', format: 'email' },
      price: { type: 'number' },
      id: { type: 'string' },
      lower: { type: 'string' },
      time: { type: 'string' },
      precise: { type: 'string', format: 'date-time' },
    });
    expect([...form.enforced].sort()).toEqual([
      'properties.code.pattern',
      'properties.id.format',
      'properties.id.pattern',
      'properties.lower.format',
      'properties.lower.pattern',
      'properties.precise.pattern',
      'properties.price.exclusiveMinimum',
      'properties.price.multipleOf',
      'properties.time.pattern',
    ]);
    const good = {
      code: 'a@b.com',
      price: 1.5,
      id: '3f2504e0-4f89-41d3-9a0c-0305e82c3301',
      lower: 'x',
      time: '10:00',
      precise: '2026-07-28T10:00:00.123Z',
    };
    expect(await form.validate(good)).toMatchObject({ ok: true });
    for (const [name, value] of [
      ['code', 'b@b.com'],
      ['price', 0],
      ['price', 1.2],
      ['id', 'nope'],
      ['lower', 'X'],
      ['time', '25:00'],
      ['precise', '2026-07-28T10:00:00Z'],
    ] as const) {
      const outcome = await form.validate({ ...good, [name]: value });
      expect(outcome.ok ? [] : outcome.issues.map(({ path }) => path)).toEqual([name]);
    }
  });

  it('F03 are faults in a wire schema, where nothing would enforce them', () => {
    const fields = wire({
      a: { type: 'string', pattern: '^a' },
      b: { type: 'string', format: 'email', pattern: '^a' },
      c: { type: 'number', exclusiveMinimum: 0 },
      d: { type: 'integer', multipleOf: 2 },
      e: { type: 'string', format: 'uuid' },
      f: { type: 'string', allOf: [{ pattern: '^a' }, { minLength: 1 }] },
      m: { type: 'string', pattern: 7, allOf: [{ pattern: '^a' }] },
      g: { type: 'boolean', const: true },
      h: { type: 'string', tooltip: 'x' },
      i: { type: 'string', enum: ['a'], minLength: 1 },
      j: { type: 'array', items: { type: 'string', enum: ['a'], minLength: 1 }, contains: { const: 'a' } },
      k: { type: 'string', enum: ['a'], oneOf: [{ const: 'a', title: 'A' }] },
      l: { type: 'integer', exclusiveMinimum: true },
    });
    expect(pathsOf({ ...fields, minProperties: 1, whatever: true })).toEqual([
      'minProperties',
      'whatever',
      'properties.a.pattern',
      'properties.b.pattern',
      'properties.c.exclusiveMinimum',
      'properties.d.multipleOf',
      'properties.e.format',
      'properties.f.allOf',
      'properties.m.pattern',
      'properties.g.const',
      'properties.h.tooltip',
      'properties.i.minLength',
      'properties.j.contains',
      'properties.j.items.minLength',
      'properties.k.oneOf',
      'properties.l.exclusiveMinimum',
    ]);
  });

  it('F03 rewrites exclusive bounds of whole numbers exactly, also in a wire schema', () => {
    const property = { type: 'integer', exclusiveMinimum: 0.5, minimum: -3, exclusiveMaximum: 10, maximum: 20 };
    expect(toForm(wire({ a: property })).wire.properties['a']).toEqual({ type: 'integer', minimum: 1, maximum: 9 });
    const ends = { type: 'integer', minimum: Number.MIN_SAFE_INTEGER, maximum: Number.MAX_SAFE_INTEGER };
    expect(toForm(wire({ a: ends })).wire.properties['a']).toEqual({ type: 'integer' });
    const real = { type: 'number', minimum: 0, maximum: 1.5 };
    expect(toForm(wire({ a: real })).wire.properties['a']).toEqual(real);
  });

  it('keeps the format of a library pattern that was printed without it', () => {
    const form = toForm(type({ field: 'string.email >= 6' }));
    expect(form.wire.properties['field']).toEqual({ type: 'string', minLength: 6, format: 'email' });
    expect(form.enforced).toEqual(['properties.field.pattern']);
  });

  it('drops annotations and metadata of a schema library', () => {
    const field = z
      .string()
      .meta({ title: 'T', description: 'D', examples: ['e'], deprecated: true, 'x-w': 1, tooltip: 'x' });
    const form = toForm(z.object({ field }).meta({ title: 'Form' }));
    expect(form.wire).toEqual({
      type: 'object',
      properties: { field: { type: 'string', title: 'T', description: 'D' } },
      required: ['field'],
    });
    expect(form.enforced).toEqual([]);
  });
});

describe('defaults', () => {
  it('F04 an ArkType schema whose properties cannot be read keeps its fields, without the defaults', () => {
    const printed = { type: 'object', properties: { n: { type: 'number', default: 5 }, m: true }, required: 'm' };
    const ark = (parts: object): StandardSchema =>
      Object.assign(parts, {
        '~standard': {
          version: 1 as const,
          vendor: 'arktype',
          validate: (value: unknown) => ({ value }),
          jsonSchema: { input: () => printed },
        },
      });
    const sealed = Object.defineProperty({}, 'props', {
      get: () => {
        throw new Error('not an object');
      },
    });
    for (const schema of [ark(sealed), ark({}), ark({ props: 'none' })]) {
      expect(pathsOf(schema)).toEqual(['properties.m', 'required']);
    }
    const plain = { ...printed, properties: { n: { type: 'number', default: 5 } }, required: undefined };
    const schema = ark({ '~plain': true });
    Object.assign(schema['~standard'], { jsonSchema: { input: () => plain } });
    expect(toForm(schema).wire).toEqual({ type: 'object', properties: { n: { type: 'number' } } });
  });

  it('F04 a field with a default has it on the wire and is not required', () => {
    const form = toForm(z.object({ a: z.string(), n: z.int().default(5), c: z.enum(['x', 'y']).catch('y') }));
    expect(form.wire.required).toEqual(['a']);
    expect(form.wire.properties['n']).toEqual({ type: 'integer', default: 5 });
    expect(form.wire.properties['c']).toEqual({ type: 'string', enum: ['x', 'y'], default: 'y' });
  });

  it('F04 holds for defaults that ArkType applies and does not print', async () => {
    const schema = type({
      a: 'string',
      n: 'number = 5',
      l: type("('x' | 'y')[]").default(() => ['x']),
      'o?': 'string',
    });
    const form = toForm(schema);
    expect(form.wire.required).toEqual(['a']);
    expect(form.wire.properties['n']).toEqual({ type: 'number', default: 5 });
    expect(form.wire.properties['l']).toHaveProperty('default', ['x']);
    expect(form.wire.properties['o']).toEqual({ type: 'string' });
    const content = { a: 'x', n: 5, l: ['x'] };
    expect(await form.validate({ a: 'x' })).toEqual({ ok: true, content, wire: content });
  });

  it('F04 holds for an ArkType morph over the whole object', async () => {
    const form = toForm(type({ n: 'number = 5' }).pipe(({ n }) => n * 2));
    expect(form.wire).toEqual({ type: 'object', properties: { n: { type: 'number', default: 5 } } });
    expect(await form.validate({})).toEqual({ ok: true, content: 10, wire: { n: 5 } });
  });

  it('F04 an ArkType schema is the same question whatever types were made before', () => {
    const make = (): string => JSON.stringify(toForm(type({ k: "string = 'q'", b: 'boolean', 'a?': 'number' })).wire);
    const first = make();
    type({ k: "string = 'q'", b: 'boolean', l: type("'x'[]").default(() => ['x']) });
    toForm(type({ k: "string = 'q'", 'a?': 'number' }));
    expect(make()).toBe(first);
    expect(Object.keys(toForm(type({ 'a?': 'number', c: 'string', b: 'boolean' })).wire.properties)).toEqual([
      'b',
      'c',
      'a',
    ]);
  });

  it('keeps required next to a default in a wire schema, as its author wrote it', () => {
    const schema = wire({ b: { type: 'boolean', default: true }, a: { type: 'string' } }, { required: ['a', 'b'] });
    expect(toForm(schema).wire.required).toEqual(['b', 'a']);
  });

  it('refuses a default that breaks its own field', () => {
    const faults = faultsOf(z.object({ n: z.int().max(3).catch(9), e: z.enum(['a']).default('b' as 'a') }));
    expect(faults).toEqual([
      { path: 'properties.n.default', message: 'breaks its own field: must be at most 3' },
      { path: 'properties.e.default', message: 'breaks its own field: must be one of: a' },
    ]);
  });
});
