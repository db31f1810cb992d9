import { toStandardJsonSchema } from '@valibot/to-json-schema';
import { type } from 'arktype';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { toForm, type FormIssue, type FormOutcome, type FormSchema, type FormSource } from '../../src/form/index.js';

const issuesOf = async (outcome: FormOutcome<unknown> | Promise<FormOutcome<unknown>>): Promise<FormIssue[]> => {
  const settled = await outcome;
  return settled.ok ? [] : settled.issues;
};

describe('wrong arguments', () => {
  it('are a TypeError', () => {
    for (const schema of [null, undefined, 'string', 7, [], () => true]) {
      expect(() => toForm(schema as unknown as FormSource)).toThrow(TypeError);
    }
  });

  it('a schema library that cannot print JSON Schema is told what to do', () => {
    expect(() => toForm(v.object({ a: v.string() }))).toThrow(
      /toStandardJsonSchema\(schema\), from @valibot\/to-json-schema/,
    );
    const bare = (vendor: string): FormSource => ({
      '~standard': { version: 1, vendor, validate: (value: unknown) => ({ value }) },
    });
    expect(() => toForm(bare('zod'))).toThrow(/zod 4\.2 or later/);
    expect(() => toForm(bare('effect'))).toThrow(/This effect schema .*~standard\.jsonSchema/);
    expect(() => toForm(bare('effect'))).toThrow(TypeError);
    expect(() => toForm(bare('toString'))).toThrow(/has ~standard\.jsonSchema/);
  });
});

describe('cache', () => {
  it('makes one form for each Standard Schema object', () => {
    const schema = z.object({ a: z.string() });
    const ark = type({ a: 'string' });
    expect(toForm(schema)).toBe(toForm(schema));
    expect(toForm(ark)).toBe(toForm(ark));
    expect(toForm(z.object({ a: z.string() }))).not.toBe(toForm(schema));
  });

  it('notices a wire schema that changed under the same identity', () => {
    const schema: FormSchema = { type: 'object', properties: { a: { type: 'integer', maximum: 3 } } };
    const before = toForm(schema);
    expect(toForm(schema)).toBe(before);
    schema.properties['a'] = { type: 'integer', maximum: 5 };
    expect(toForm(schema).wire.properties['a']).toEqual({ type: 'integer', maximum: 5 });
    expect(before.wire.properties['a']).toEqual({ type: 'integer', maximum: 3 });
  });

  it('makes a wire schema that is written again in each round into one form, and forgets what is long ago', () => {
    const confirm = (): FormSchema => ({ type: 'object', properties: { sure: { type: 'boolean' } } });
    const before = toForm(confirm());
    expect(toForm(confirm())).toBe(before);
    for (let i = 0; i < 300; i += 1) {
      toForm({ type: 'object', properties: { [`f${i}`]: { type: 'string', title: 'x'.repeat(4096) } } });
    }
    expect(toForm(confirm())).not.toBe(before);
    expect(toForm(confirm())).toEqual({ ...before, validate: expect.any(Function) as unknown });
  });
});

describe('validation with the schema library', () => {
  it('F22 hands over the output of the schema, and the cleaned answer beside it', async () => {
    const form = toForm(
      z.object({
        name: z
          .string()
          .trim()
          .transform((name) => name.length),
        n: z.int().default(2),
      }),
    );
    expect(await form.validate({ name: ' abc ', extra: true })).toEqual({
      ok: true,
      content: { name: 3, n: 2 },
      wire: { name: ' abc ', n: 2 },
    });
  });

  it('F22 drops extra keys before a strict or a loose schema sees them', async () => {
    for (const schema of [z.strictObject({ a: z.string() }), z.looseObject({ a: z.string() })]) {
      expect(await toForm(schema).validate({ a: 'x', b: 1, ['__proto__']: { c: 1 } })).toEqual({
        ok: true,
        content: { a: 'x' },
        wire: { a: 'x' },
      });
    }
  });

  it('F11 does not ask the library about an answer that the wire schema refuses', async () => {
    let asked = 0;
    const form = toForm(
      z.object({ name: z.string(), age: z.int().min(0) }).refine(() => {
        asked += 1;
        return true;
      }),
    );
    expect(await issuesOf(form.validate({}))).toEqual([
      { path: 'name', message: 'is required' },
      { path: 'age', message: 'is required' },
    ]);
    expect(await issuesOf(form.validate({ name: 42, age: -5 }))).toEqual([
      { path: 'name', message: 'must be text' },
      { path: 'age', message: 'must be at least 0' },
    ]);
    expect(asked).toBe(0);
    expect(await form.validate({ name: 'x', age: 5 })).toMatchObject({ ok: true });
    expect(asked).toBe(1);
  });

  it('waits for an asynchronous refinement', async () => {
    const schema = z.object({ name: z.string().refine(async (name) => name !== 'taken', 'belongs to somebody else') });
    const pending = toForm(schema).validate({ name: 'taken' });
    expect(pending).toBeInstanceOf(Promise);
    expect(await issuesOf(pending)).toEqual([{ path: 'name', message: 'belongs to somebody else' }]);
    expect(await toForm(schema).validate({ name: 'free' })).toMatchObject({ ok: true, content: { name: 'free' } });
  });

  it('answers at once when the library does', () => {
    expect(toForm(z.object({ a: z.string() })).validate({ a: 'x' })).toEqual({
      ok: true,
      content: { a: 'x' },
      wire: { a: 'x' },
    });
  });

  it('tells issues by field: the first part of their path, or the whole form', async () => {
    const form = toForm(
      z
        .object({ from: z.iso.date(), to: z.iso.date(), tags: z.array(z.enum(['a', 'b'])) })
        .superRefine((_, context) => {
          context.addIssue({ code: 'custom', message: 'ends too early', path: ['to'] });
          context.addIssue({ code: 'custom', message: 'wrong tag', path: ['tags', 0] });
          context.addIssue({ code: 'custom', message: 'does not add up', path: [] });
          context.addIssue({ code: 'custom', message: 'not a field', path: ['toString'] });
        }),
    );
    expect(await issuesOf(form.validate({ from: '2026-01-01', to: '2026-01-02', tags: ['a'] }))).toEqual([
      { path: 'to', message: 'ends too early' },
      { path: 'tags', message: 'wrong tag' },
      { path: '', message: 'does not add up' },
      { path: '', message: 'not a field' },
    ]);
    const forwarded = v.pipe(
      v.object({ a: v.string(), b: v.string() }),
      v.forward(
        v.partialCheck([['a'], ['b']], ({ a, b }) => a === b, 'must be the same'),
        ['b'],
      ),
    );
    expect(await issuesOf(toForm(toStandardJsonSchema(forwarded)).validate({ a: 'x', b: 'y' }))).toEqual([
      { path: 'b', message: 'must be the same' },
    ]);
  });

  it('keeps a refinement of Valibot that its converter cannot print', async () => {
    const schema = v.object({
      a: v.pipe(
        v.string(),
        v.check((a) => a.startsWith('x'), 'must start with x'),
      ),
    });
    const form = toForm(toStandardJsonSchema(schema));
    expect(form.wire.properties['a']).toEqual({ type: 'string' });
    expect(await issuesOf(form.validate({ a: 'yes' }))).toEqual([{ path: 'a', message: 'must start with x' }]);
  });

  it('does not share the wire answer with the content', async () => {
    for (const schema of [type({ a: "('x' | 'y')[]" }), z.object({ a: z.array(z.enum(['x', 'y'])) })]) {
      const outcome = await toForm(schema).validate({ a: ['x'] });
      if (!outcome.ok) throw new Error('expected an accepted answer');
      outcome.content.a.push('y');
      expect(outcome.wire).toEqual({ a: ['x'] });
    }
  });
});

const GENERIC = (path: string): FormIssue => ({
  path,
  message: path === '' ? 'does not meet the rules of this form' : 'does not meet the rules of this field',
});

describe('messages of a schema library', () => {
  const refusing = (message: string): ((value: unknown) => Promise<FormIssue[]>) => {
    const schema = z.object({ a: z.string(), n: z.number().default(0) }).refine(() => false, { message, path: ['a'] });
    return (a) => issuesOf(toForm(schema).validate({ a }));
  };

  it('are kept when they do not repeat the answer', async () => {
    expect(await refusing('must be known here')('secreto')).toEqual([{ path: 'a', message: 'must be known here' }]);
    expect(await refusing('must be known here')('st')).toEqual([{ path: 'a', message: 'must be known here' }]);
    expect(await refusing('is wrong')('')).toEqual([{ path: 'a', message: 'is wrong' }]);
  });

  it('are replaced when they do, in any case, trimmed, escaped or cut short', async () => {
    expect(await refusing('"secreto" is not known')('secreto')).toEqual([GENERIC('a')]);
    expect(await refusing('SECRETO is not known')(' secreto ')).toEqual([GENERIC('a')]);
    expect(await refusing('got "a\\"b\\"c"')('a"b"c')).toEqual([GENERIC('a')]);
    expect(await refusing(`${'x'.repeat(30)}… is too long`)('x'.repeat(60))).toEqual([GENERIC('a')]);
    expect(await refusing("got 'ab'")('ab')).toEqual([GENERIC('a')]);
    expect(await refusing('')('ab')).toEqual([GENERIC('a')]);
  });

  it('are replaced for numbers, and for answers to other fields', async () => {
    const schema = z
      .object({ a: z.string(), n: z.number(), l: z.array(z.enum(['uno', 'dos'])) })
      .superRefine(({ a, n, l }, context) => {
        context.addIssue({ code: 'custom', message: `not ${n}`, path: ['n'] });
        context.addIssue({ code: 'custom', message: `not with ${a}`, path: ['n'] });
        context.addIssue({ code: 'custom', message: `not with ${l.join('+')}`, path: [] });
        context.addIssue({ code: 'custom', message: `at least ${n}`, path: [] });
        context.addIssue({ code: 'custom', message: 'at least 12 here', path: ['a'] });
      });
    expect(await issuesOf(toForm(schema).validate({ a: 'secreto', n: 12, l: ['dos'] }))).toEqual([
      GENERIC('n'),
      GENERIC('n'),
      GENERIC(''),
      GENERIC(''),
      { path: 'a', message: 'at least 12 here' },
    ]);
  });

  it('lose the part in which ArkType and Valibot repeat what they were given', async () => {
    expect(await issuesOf(toForm(type({ n: 'number % 5' })).validate({ n: 12 }))).toEqual([
      { path: 'n', message: 'n must be a multiple of 5' },
    ]);
    const narrowed = type({ a: 'string' }).narrow((_, context) => context.reject({ path: ['a'], expected: 'nice' }));
    expect(await issuesOf(toForm(narrowed).validate({ a: 'secreto' }))).toEqual([
      { path: 'a', message: 'a must be nice' },
    ]);
    const matched = toStandardJsonSchema(v.object({ a: v.pipe(v.string(), v.regex(/^x$/)) }));
    expect(await issuesOf(toForm(matched).validate({ a: 'sec"reto' }))).toEqual([
      { path: 'a', message: 'Invalid format: Expected /^x$/' },
    ]);
  });
});
