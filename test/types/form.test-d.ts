import type { ElicitRequestFormParams, PrimitiveSchemaDefinition } from '@modelcontextprotocol/server';
import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import * as z from 'zod';
import {
  checkContent,
  parseText,
  toForm,
  type Form,
  type FormContent,
  type FormOutcome,
  type FormProperty,
  type FormSchema,
  type FormSource,
  type FormValue,
} from '../../src/form/index.js';

type IsAny<T> = 0 extends 1 & T ? true : false;
type Equal<A, B> = IsAny<A> extends true ? false : [A, B] extends [B, A] ? true : false;
const isTrue = (verdict: true): true => verdict;

const zodSchema = z.object({
  n: z.int().default(1),
  e: z.enum(['a', 'b']),
  t: z.string().transform((text) => text.length),
});
const valibotSchema = toStandardJsonSchema(v.object({ n: v.optional(v.number(), 1), e: v.picklist(['a', 'b']) }));
const arkSchema = type({ n: 'number = 1', e: "'a' | 'b'", 'o?': 'string' });
const wireSchema: FormSchema = { type: 'object', properties: { n: { type: 'integer' } } };

export const content = [
  isTrue({} as unknown as Equal<FormContent<typeof zodSchema>, { n: number; e: 'a' | 'b'; t: number }>),
  isTrue({} as unknown as Equal<FormContent<typeof valibotSchema>, { n: number; e: 'a' | 'b' }>),
  isTrue({} as unknown as Equal<FormContent<typeof arkSchema>, { n: number; e: 'a' | 'b'; o?: string }>),
  isTrue({} as unknown as Equal<FormContent<typeof wireSchema>, Record<string, FormValue>>),
];

export const forms = [
  isTrue(
    {} as unknown as Equal<ReturnType<typeof toForm<typeof zodSchema>>, Form<{ n: number; e: 'a' | 'b'; t: number }>>,
  ),
  toForm(zodSchema) satisfies Form<{ n: number; e: 'a' | 'b'; t: number }>,
  toForm(valibotSchema) satisfies Form<{ n: number; e: 'a' | 'b' }>,
  toForm(arkSchema) satisfies Form<{ n: number; e: 'a' | 'b'; o?: string }>,
  toForm(wireSchema) satisfies Form<Record<string, FormValue>>,
  toForm({ type: 'object', properties: { a: { type: 'string', enum: ['x'] } }, required: ['a'] }),
  // @ts-expect-error a nested object is not a field
  toForm({ type: 'object', properties: { a: { type: 'object', properties: {} } } }),
  // @ts-expect-error a format that the grammar does not have
  toForm({ type: 'object', properties: { a: { type: 'string', format: 'uuid' } } }),
  // @ts-expect-error an enum belongs on items
  toForm({ type: 'object', properties: { a: { type: 'array', enum: ['x'] } } }),
  // @ts-expect-error a form is an object
  toForm({ type: 'array' }),
  // @ts-expect-error not a schema
  toForm('name'),
];

export const sources: FormSource[] = [zodSchema, valibotSchema, arkSchema, wireSchema];

// What we send is what the SDK sends, and what the SDK receives is what we check: no cast on either side.
export const sent: ElicitRequestFormParams['requestedSchema'] = toForm(zodSchema).wire;
export const field: PrimitiveSchemaDefinition = {} as FormProperty;
export const received: FormProperty = {} as PrimitiveSchemaDefinition;

const outcome: FormOutcome<{ n: number }> = { ok: false, issues: [] };

// @ts-expect-error an outcome has content only once it is known to be ok
void outcome.content;

export const narrowed = (checked: FormOutcome<{ n: number }>): number | string =>
  checked.ok ? checked.content.n : (checked.issues[0]?.message ?? '');

export const checked: FormOutcome<Record<string, FormValue>> = checkContent(wireSchema, {});

const parsed = parseText({ type: 'boolean' }, 'yes');
export const value: FormValue | string = parsed.ok ? parsed.value : parsed.message;

// @ts-expect-error the wire schema is not for writing
toForm(wireSchema).wire = wireSchema;
