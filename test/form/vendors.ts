import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import type { FormProperty, StandardSchema } from '../../src/form/index.js';

export type Vendor = 'zod' | 'valibot' | 'arktype';

/** One shape of a field, how each vendor writes it, and what must stand on the wire. */
export interface Shape {
  readonly name: string;
  readonly schemas: Partial<Record<Vendor, StandardSchema>>;
  readonly wire: FormProperty;
  readonly optional?: true;
  readonly enforced?: Partial<Record<Vendor, readonly string[]>>;
  readonly good: readonly unknown[];
  readonly bad: readonly unknown[];
}

const valibot = (field: v.GenericSchema): StandardSchema => toStandardJsonSchema(v.object({ field }));
const zod = (field: z.ZodType): StandardSchema => z.object({ field });

const P1 = 'P1 Service down';
const P2 = 'P2 Major feature broken';
const titledPriority: FormProperty = {
  type: 'string',
  oneOf: [
    { const: 'p1', title: P1 },
    { const: 'p2', title: P2 },
  ],
};

const zodPriority = z.union([z.literal('p1').meta({ title: P1 }), z.literal('p2').meta({ title: P2 })]);
const valibotPriority = v.union([v.pipe(v.literal('p1'), v.title(P1)), v.pipe(v.literal('p2'), v.title(P2))]);
const arkPriority = type("'p1'")
  .configure({ title: P1 })
  .or(type("'p2'").configure({ title: P2 }));

export const SHAPES: readonly Shape[] = [
  {
    name: 'text with lengths',
    schemas: {
      zod: zod(z.string().min(2).max(5)),
      valibot: valibot(v.pipe(v.string(), v.minLength(2), v.maxLength(5))),
      arktype: type({ field: '2 <= string <= 5' }),
    },
    wire: { type: 'string', minLength: 2, maxLength: 5 },
    good: ['ab', 'abcde'],
    bad: ['a', 'abcdef', 3, null, true],
  },
  {
    name: 'email',
    schemas: {
      zod: zod(z.email()),
      valibot: valibot(v.pipe(v.string(), v.email())),
      arktype: type({ field: 'string.email' }),
    },
    wire: { type: 'string', format: 'email' },
    enforced: {
      zod: ['properties.field.pattern'],
      valibot: ['properties.field.format'],
      arktype: ['properties.field.pattern'],
    },
    good: ['aluno@exemplo.com'],
    bad: ['aluno', 'aluno@', 'aluno@exemplo', '@exemplo.com'],
  },
  {
    name: 'address',
    schemas: {
      zod: zod(z.url()),
      valibot: valibot(v.pipe(v.string(), v.url())),
      arktype: type({ field: 'string.url' }),
    },
    wire: { type: 'string', format: 'uri' },
    enforced: {
      zod: ['properties.field.format'],
      valibot: ['properties.field.format'],
      arktype: ['properties.field.format'],
    },
    good: ['https://example.com/a?b=c#d'],
    bad: ['example', 'https://', ''],
  },
  {
    name: 'date',
    schemas: { zod: zod(z.iso.date()), valibot: valibot(v.pipe(v.string(), v.isoDate())) },
    wire: { type: 'string', format: 'date' },
    enforced: { valibot: ['properties.field.format'] },
    good: ['2028-02-29'],
    bad: ['2027-02-29', '2027-13-01', '27-01-01'],
  },
  {
    name: 'date and time',
    schemas: { zod: zod(z.iso.datetime()), valibot: valibot(v.pipe(v.string(), v.isoTimestamp())) },
    wire: { type: 'string', format: 'date-time' },
    enforced: { zod: ['properties.field.pattern'], valibot: ['properties.field.format'] },
    good: ['2026-07-28T15:00:00Z'],
    bad: ['2026-07-28', '2026-07-28T25:00:00Z', '2026-07-28T15:00:00'],
  },
  {
    name: 'whole number',
    schemas: {
      zod: zod(z.int().min(1).max(10_000)),
      valibot: valibot(v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(10_000))),
      arktype: type({ field: '1 <= number.integer <= 10000' }),
    },
    wire: { type: 'integer', minimum: 1, maximum: 10_000 },
    good: [1, 10_000],
    bad: [0, 10_001, 1.5, '1', Number.NaN],
  },
  {
    name: 'whole number without bounds',
    schemas: {
      zod: zod(z.int()),
      valibot: valibot(v.pipe(v.number(), v.integer())),
      arktype: type({ field: 'number.integer' }),
    },
    wire: { type: 'integer' },
    good: [-3, 0],
    bad: [0.5, 2 ** 53],
  },
  {
    name: 'whole number with exclusive bounds',
    schemas: {
      zod: zod(z.int().gt(0).lt(10)),
      valibot: valibot(v.pipe(v.number(), v.integer(), v.gtValue(0), v.ltValue(10))),
      arktype: type({ field: '0 < number.integer < 10' }),
    },
    wire: { type: 'integer', minimum: 1, maximum: 9 },
    good: [1, 9],
    bad: [0, 10],
  },
  {
    name: 'number with an exclusive bound',
    schemas: {
      zod: zod(z.number().gt(0)),
      valibot: valibot(v.pipe(v.number(), v.gtValue(0))),
      arktype: type({ field: 'number > 0' }),
    },
    wire: { type: 'number' },
    enforced: {
      zod: ['properties.field.exclusiveMinimum'],
      valibot: ['properties.field.exclusiveMinimum'],
      arktype: ['properties.field.exclusiveMinimum'],
    },
    good: [0.5],
    bad: [0, -1, Number.POSITIVE_INFINITY],
  },
  {
    name: 'multiple of five',
    schemas: {
      zod: zod(z.int().multipleOf(5)),
      valibot: valibot(v.pipe(v.number(), v.integer(), v.multipleOf(5))),
      arktype: type({ field: 'number % 5' }),
    },
    wire: { type: 'integer' },
    enforced: {
      zod: ['properties.field.multipleOf'],
      valibot: ['properties.field.multipleOf'],
      arktype: ['properties.field.multipleOf'],
    },
    good: [10],
    bad: [12],
  },
  {
    name: 'own pattern',
    schemas: {
      zod: zod(z.string().regex(/^[A-Z]{3}$/)),
      valibot: valibot(v.pipe(v.string(), v.regex(/^[A-Z]{3}$/))),
      arktype: type({ field: /^[A-Z]{3}$/ }),
    },
    wire: { type: 'string' },
    enforced: {
      zod: ['properties.field.pattern'],
      valibot: ['properties.field.pattern'],
      arktype: ['properties.field.pattern'],
    },
    good: ['ABC'],
    bad: ['abc', 'ABCD'],
  },
  {
    name: 'own pattern next to a format',
    schemas: {
      zod: zod(z.email().regex(/@exemplo\.com$/)),
      valibot: valibot(v.pipe(v.string(), v.email(), v.regex(/@exemplo\.com$/))),
    },
    wire: { type: 'string', format: 'email' },
    enforced: { zod: ['properties.field.pattern'], valibot: ['properties.field.pattern'] },
    good: ['aluno@exemplo.com'],
    bad: ['aluno@other.com'],
  },
  {
    name: 'boolean',
    schemas: { zod: zod(z.boolean()), valibot: valibot(v.boolean()), arktype: type({ field: 'boolean' }) },
    wire: { type: 'boolean' },
    good: [true, false],
    bad: ['true', 1, null],
  },
  {
    name: 'boolean that must be true',
    schemas: { zod: zod(z.literal(true)), valibot: valibot(v.literal(true)), arktype: type({ field: 'true' }) },
    wire: { type: 'boolean' },
    enforced: {
      zod: ['properties.field.const'],
      valibot: ['properties.field.const'],
      arktype: ['properties.field.const'],
    },
    good: [true],
    bad: [false],
  },
  {
    name: 'boolean with a default',
    schemas: {
      zod: zod(z.boolean().default(true)),
      valibot: valibot(v.optional(v.boolean(), true)),
      arktype: type({ field: 'boolean = true' }),
    },
    wire: { type: 'boolean', default: true },
    optional: true,
    good: [true, false],
    bad: ['true'],
  },
  {
    name: 'optional text',
    schemas: {
      zod: zod(z.string().optional()),
      valibot: valibot(v.optional(v.string())),
      arktype: type({ 'field?': 'string' }),
    },
    wire: { type: 'string' },
    optional: true,
    good: ['', 'x'],
    bad: [1, null],
  },
  {
    name: 'choice',
    schemas: {
      zod: zod(z.enum(['billing', 'login'])),
      valibot: valibot(v.picklist(['billing', 'login'])),
      arktype: type({ field: "'billing' | 'login'" }),
    },
    wire: { type: 'string', enum: ['billing', 'login'] },
    good: ['billing', 'login'],
    bad: ['api', '', 0, ['billing']],
  },
  {
    name: 'choice from literals without titles',
    schemas: {
      zod: zod(z.union([z.literal('billing'), z.literal('login')])),
      valibot: valibot(v.union([v.literal('billing'), v.literal('login')])),
    },
    wire: { type: 'string', enum: ['billing', 'login'] },
    good: ['billing'],
    bad: ['api'],
  },
  {
    name: 'choice of one',
    schemas: { zod: zod(z.literal('ok')), valibot: valibot(v.literal('ok')), arktype: type({ field: "'ok'" }) },
    wire: { type: 'string', enum: ['ok'] },
    good: ['ok'],
    bad: ['no'],
  },
  {
    name: 'choice with a default',
    schemas: {
      zod: zod(z.enum(['a', 'b']).default('b')),
      valibot: valibot(v.optional(v.picklist(['a', 'b']), 'b')),
      arktype: type({ field: "'a' | 'b' = 'b'" }),
    },
    wire: { type: 'string', enum: ['a', 'b'], default: 'b' },
    optional: true,
    good: ['a'],
    bad: ['c'],
  },
  {
    name: 'titled choice',
    schemas: {
      zod: zod(zodPriority),
      valibot: valibot(valibotPriority),
      arktype: type({ field: arkPriority }),
    },
    wire: titledPriority,
    good: ['p1', 'p2'],
    bad: [P1, 'p3'],
  },
  {
    name: 'several choices',
    schemas: {
      zod: zod(
        z
          .array(z.enum(['a', 'b', 'c']))
          .min(1)
          .max(2),
      ),
      valibot: valibot(v.pipe(v.array(v.picklist(['a', 'b', 'c'])), v.minLength(1), v.maxLength(2))),
      arktype: type({ field: "1 <= ('a' | 'b' | 'c')[] <= 2" }),
    },
    wire: { type: 'array', minItems: 1, maxItems: 2, items: { type: 'string', enum: ['a', 'b', 'c'] } },
    good: [['a'], ['c', 'b']],
    bad: [[], ['a', 'b', 'c'], ['a', 'a'], ['d'], 'a', [1]],
  },
  {
    name: 'titled several choices',
    schemas: {
      zod: zod(z.array(zodPriority)),
      valibot: valibot(v.array(valibotPriority)),
      arktype: type({ field: arkPriority.array() }),
    },
    wire: { type: 'array', items: { anyOf: titledPriority.oneOf } },
    good: [[], ['p2', 'p1']],
    bad: [['p1', 'p1'], [P1]],
  },
];

/** Every pair of a vendor and a shape that the vendor can write. */
export const CASES: readonly (readonly [vendor: Vendor, name: string, shape: Shape, schema: StandardSchema])[] =
  SHAPES.flatMap((shape) =>
    Object.entries(shape.schemas).map(([vendor, schema]) => [vendor as Vendor, shape.name, shape, schema] as const),
  );
