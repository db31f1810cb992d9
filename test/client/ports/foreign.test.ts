import { describe, expect, it } from 'vitest';
import { accept, type Answer, cancel } from '../../../src/client/index.js';
import { checkForm } from '../../../src/client/answers/check.js';
import type { FormSchema } from '../../../src/form/index.js';
import { answer, form } from './fixtures/asking.js';

const schemaOf = (field: unknown, required: string[] = []): FormSchema =>
  ({ type: 'object', properties: { field }, required }) as FormSchema;
const sent = (content: Record<string, unknown>): Answer => ({ action: 'accept', content });

/** What is typed at a field, and what goes on the wire. */
const typed = async (field: unknown, required: string[], ...lines: string[]) =>
  (await answer(form({ field }, required), '', ...lines)).answer;

describe('F75 fields of other servers at a terminal', () => {
  it.each<[string, unknown, string, unknown]>([
    ['a nullable text', { type: ['string', 'null'] }, 'Ana', 'Ana'],
    ['a nullable text in anyOf', { anyOf: [{ type: 'string' }, { type: 'null' }] }, 'Ana', 'Ana'],
    ['a nullable number in oneOf', { oneOf: [{ type: 'null' }, { type: 'integer', minimum: 1 }] }, '3', 3],
    ['a nullable yes or no', { type: ['boolean', 'null'] }, 'no', false],
    ['nullable of OpenAPI', { type: 'string', nullable: true }, 'Ana', 'Ana'],
    ['whole numbers to choose from', { type: 'integer', enum: [10, 20, 30] }, '2', 20],
    ['numbers without a type', { enum: [1.5, 2.5] }, '2', 2.5],
    ['numbers or null', { enum: [10, 20, null] }, '20', 20],
    [
      'numbers with titles',
      {
        oneOf: [
          { const: 1, title: 'One' },
          { const: 2, title: 'Two' },
        ],
      },
      'Two',
      2,
    ],
    ['numbers with enumNames', { type: 'number', enum: [1, 2], enumNames: ['One', 'Two'] }, 'Two', 2],
    ['a constant', { const: 7 }, '1', 7],
    ['a constant text', { type: 'string', const: 'agreed' }, 'agreed', 'agreed'],
    ['several numbers', { type: 'array', items: { type: 'integer', enum: [10, 20, 30] } }, '1,3', [10, 30]],
    ['a text with a format nobody knows', { type: 'string', format: 'phone' }, '+1 555', '+1 555'],
    ['a number with a mark of its own', { type: 'number', multipleOf: 0.5, exclusiveMinimum: 0 }, '1,5', 1.5],
  ])('%s', async (_name, field, line, value) => {
    expect(await typed(field, ['field'], line)).toEqual(sent({ field: value }));
    expect(checkForm(schemaOf(field), { field: value })).toEqual({ content: { field: value } });
    // What is optional may be left out.
    expect(await typed(field, [], '')).toEqual(sent({}));
  });

  it('a nullable field that must be there and is left empty is null', async () => {
    expect(await typed({ type: ['string', 'null'] }, ['field'], '')).toEqual(sent({ field: null }));
    expect(checkForm(schemaOf({ type: ['string', 'null'] }, ['field']), { field: null })).toEqual({
      content: { field: null },
    });
    expect(checkForm(schemaOf({ type: 'string', format: 'phone' }), { field: null })).toEqual({
      issues: [{ path: 'field', message: 'must not be empty' }],
    });
  });

  it.each<[string, unknown, string, string, unknown]>([
    ['a pattern', { type: 'string', pattern: '^A' }, 'Bob', 'must match ^A', 'Bob'],
    ['a pattern for another dialect', { type: 'string', pattern: '^[\\w-.]+$' }, 'a b', 'must match', 'a b'],
    ['an exclusive bound', { type: 'number', exclusiveMinimum: 0 }, '0', 'must be more than 0', 0],
    ['an exclusive bound above', { type: 'integer', exclusiveMaximum: 9 }, '9', 'must be less than 9', 9],
    [
      'an exclusive bound of an old draft',
      { type: 'integer', minimum: 0, exclusiveMinimum: true },
      '0',
      'must be more than 0',
      0,
    ],
    ['a multiple', { type: 'integer', multipleOf: 5 }, '7', 'must be a multiple of 5', 7],
    ['a number that is no option', { type: 'integer', enum: [10, 20] }, '30', 'must be one of: 10, 20', 30],
    ['an option as text', { type: 'integer', enum: [10, 20] }, 'x', 'must be one of: 10, 20', '10'],
    ['a bound behind null', { type: ['integer', 'null'], minimum: 1 }, '0', 'must be at least 1', 0],
  ])('%s is checked, for whoever answers', async (_name, field, line, why, value) => {
    const { answer: given, shown } = await answer(form({ field }, ['field']), '', line, line, line);
    expect(given).toEqual(cancel());
    expect(shown).toContain(why);
    const fitted = checkForm(schemaOf(field), { field: value });
    expect('issues' in fitted && fitted.issues.map(({ path }) => path)).toEqual(['field']);
  });

  it('a pattern that never ends is left to the server, soon', async () => {
    const evil = { type: 'string', pattern: '^(a+)+$' };
    expect(await typed(evil, ['field'], `${'a'.repeat(40)}!`)).toEqual(sent({ field: `${'a'.repeat(40)}!` }));
  });

  it('what cannot be checked or asked is named', async () => {
    const properties = {
      phone: { type: 'string', format: 'phone' },
      place: { type: 'object', title: 'Place', properties: {} },
      code: { type: 'string', pattern: '^A' },
    };
    const { answer: given, shown } = await answer(form(properties, ['code']), '', '+1', 'A1');
    expect(given).toEqual(accept({ phone: '+1', code: 'A1' }));
    expect(shown).toContain('phone (text, not checked here: format phone, optional)');
    expect(shown).toContain('code (text, matching ^A, required)');
    expect(shown).toContain('Not asked here, and left out: Place');
  });

  it('a titled option beside null is an option, and what else is said of options is named', async () => {
    const agreed = { title: 'Terms', oneOf: [{ const: 'v2', title: 'I agree' }, { const: null }] };
    const { answer: given, shown } = await answer(
      form({ field: agreed, size: { type: 'integer', enum: [1, 5], minimum: 2 } }),
      '',
      'I agree',
      '5',
    );
    expect(given).toEqual(accept({ field: 'v2', size: 5 }));
    expect(shown).toContain('Terms (one choice');
    expect(shown).toContain('not checked here: minimum');
  });

  it('a default of another kind is shown and sent', async () => {
    const { answer: given, shown } = await answer(
      form({ field: { type: 'integer', enum: [1, 2], default: 2 } }),
      '',
      '',
    );
    expect(given).toEqual(sent({ field: 2 }));
    expect(shown).toContain('Enter takes: 2');
    expect(checkForm(schemaOf({ type: 'integer', enum: [1, 2], default: 2 }), {})).toEqual({ content: { field: 2 } });
  });
});
