import { describe, expect, it } from 'vitest';
import { lintForm } from '../../src/form/index.js';
import { MAX_OPTIONS, MAX_PROPERTIES } from '../../src/form/limits.js';
import { wire } from './faults.js';

const lintField = (node: unknown): string[] =>
  lintForm(wire({ f: node })).map(({ path, message }) => `${path.replace('properties.f', '') || '.'} ${message}`);

describe('lintForm', () => {
  it('has nothing against any shape of the grammar', () => {
    const label = { title: 'T', description: 'D' };
    const oneOf = [{ const: 'a', title: 'A' }];
    const fields = {
      text: { type: 'string', ...label, minLength: 0, maxLength: 3, default: 'x' },
      email: { type: 'string', format: 'email', default: 'a@b.com' },
      number: { type: 'number', ...label, minimum: -0.5, maximum: 0.5, default: 0 },
      whole: { type: 'integer', minimum: 1, maximum: 1, default: 1 },
      flag: { type: 'boolean', ...label, default: false },
      choice: { type: 'string', ...label, enum: ['a', 'b'], enumNames: ['A', 'B'], default: 'b' },
      titled: { type: 'string', ...label, oneOf, default: 'a' },
      several: {
        type: 'array',
        ...label,
        minItems: 0,
        maxItems: 2,
        items: { type: 'string', enum: ['a', 'b'] },
        default: ['b'],
      },
      labelled: { type: 'array', items: { anyOf: oneOf }, default: [] },
      left: { type: 'string', title: undefined },
    };
    expect(lintForm(wire(fields, { required: ['text', 'titled'] }))).toEqual([]);
  });

  it('F01 passes a dialect marker, a boolean additionalProperties and annotations', () => {
    const dialect = { $schema: 'https://json-schema.org/draft/2020-12/schema', additionalProperties: false };
    expect(lintForm(wire({ f: { type: 'string', examples: ['x'], 'x-w': 1 } }, { ...dialect, title: 'T' }))).toEqual(
      [],
    );
    expect(lintForm(wire({}, { $schema: 7, additionalProperties: {} }))).toHaveLength(2);
  });

  it('refuses what is not a schema of an object', () => {
    for (const schema of [null, undefined, 'x', [], {}, { type: 'array' }, { properties: {} }]) {
      expect(lintForm(schema)).toEqual([{ path: '', message: expect.stringMatching(/type object/) as string }]);
    }
    for (const properties of [undefined, null, [], 'x']) {
      expect(lintForm({ type: 'object', properties })).toEqual([
        { path: 'properties', message: expect.stringMatching(/one schema for each field/) as string },
      ]);
    }
  });

  it('F02 refuses nested objects, lists of them, null and mixes', () => {
    expect(lintField({ type: 'object', properties: {} })).toEqual([expect.stringMatching(/^\. is an object/)]);
    expect(lintField({ type: 'object', additionalProperties: {} })).toEqual([expect.stringMatching(/^\. is a map/)]);
    expect(lintField({ type: 'array', items: { type: 'object' } })).toEqual([
      expect.stringMatching(/^\. is a list of objects/),
    ]);
    expect(lintField({ type: 'array' })).toEqual([expect.stringMatching(/^\. is a list of free values/)]);
    expect(lintField({ type: ['string', 'null'] })).toEqual([expect.stringMatching(/^\. can be null/)]);
    expect(lintField({ type: 'null' })).toEqual([expect.stringMatching(/^\. can only be null/)]);
    expect(lintField({ type: 'constructor' })).toEqual([expect.stringMatching(/^\. has no type/)]);
    expect(lintField({ anyOf: [{ type: 'string' }] })).toEqual([expect.stringMatching(/^\. mixes kinds/)]);
    expect(lintField('string')).toEqual(['. is not a schema']);
    expect(lintField({ properties: {} })).toEqual([expect.stringMatching(/^\. is an object/)]);
    expect(lintField({ type: 'array', prefixItems: [] })).toEqual([expect.stringMatching(/^\. is a tuple/)]);
    expect(lintField({ anyOf: ['x'] })).toEqual([expect.stringMatching(/^\. mixes kinds/)]);
    expect(lintField({ oneOf: 'x' })).toEqual([expect.stringMatching(/^\. has no type/)]);
  });

  it('F03 refuses constraints outside the grammar, each with what to use instead', () => {
    expect(lintField({ type: 'string', pattern: 'x' })).toEqual([
      expect.stringMatching(/^\.pattern .*Standard Schema/),
    ]);
    expect(lintField({ type: 'integer', exclusiveMinimum: 0 })).toEqual([
      expect.stringMatching(/^\.exclusiveMinimum .*use minimum/),
    ]);
    expect(lintField({ type: 'string', const: 'x' })).toEqual([expect.stringMatching(/^\.const .*enum of one value/)]);
    expect(lintField({ type: 'string', anyOf: [] })).toEqual([expect.stringMatching(/^\.anyOf .*oneOf/)]);
    expect(lintField({ type: 'boolean', toString: 1 })).toEqual(['.toString is not in the form grammar; remove it']);
    expect(lintForm(wire({}, { $defs: {}, allOf: [] })).map(({ path }) => path)).toEqual(['$defs', 'allOf']);
  });

  it('F09 refuses an enum in the wrong place and names that do not match', () => {
    expect(lintField({ type: 'array', enum: ['a'], items: { type: 'string' } })).toEqual([
      expect.stringMatching(/^\.enum .*put the enum on items/),
      expect.stringMatching(/^\.items is a list of free values/),
    ]);
    expect(lintField({ type: 'object', enum: ['a'] })).toEqual([expect.stringMatching(/^\. is an object/)]);
    expect(lintField({ type: 'string', enumNames: ['A'] })).toEqual([expect.stringMatching(/^\.enumNames /)]);
    expect(lintField({ type: 'string', enum: ['a'], enumNames: ['A', 'B'] })).toEqual([
      expect.stringMatching(/^\.enumNames must have one title/),
    ]);
    expect(lintField({ type: 'string', enum: ['a'], enumNames: [1] })).toEqual([
      expect.stringMatching(/^\.enumNames must have one title/),
    ]);
    expect(lintField({ type: 'number', enum: [1] })).toEqual([
      expect.stringMatching(/^\.enum .*type string with an enum/),
    ]);
  });

  it('F10 refuses reserved, empty and undefined names', () => {
    const poisoned: unknown = JSON.parse(
      '{"type":"object","properties":{"__proto__":{"type":"string"},"constructor":{"type":"string"},"":{"type":"string"}}}',
    );
    expect(lintForm(poisoned).map(({ path }) => path)).toEqual([
      'properties.__proto__',
      'properties.constructor',
      'properties.',
    ]);
    const required = (names: unknown): string[] =>
      lintForm(wire({ f: { type: 'string' } }, { required: names })).map(({ message }) => message);
    expect(required(['f', 'g', 'hasOwnProperty'])).toEqual([
      'names "g", which properties does not define',
      'names "hasOwnProperty", which properties does not define',
    ]);
    expect(required('f')).toEqual(['must be a list of field names']);
    expect(required([1])).toEqual(['must be a list of field names']);
    expect(required(['f', 'f'])).toEqual(['must not name the same field twice']);
    expect(lintForm({ type: 'object', properties: 7, required: ['f'] })).toHaveLength(2);
  });

  it('refuses keywords with a wrong value', () => {
    for (const [node, path] of [
      [{ type: 'string', title: 1 }, 'title'],
      [{ type: 'boolean', description: {} }, 'description'],
      [{ type: 'string', minLength: -1 }, 'minLength'],
      [{ type: 'string', maxLength: 1.5 }, 'maxLength'],
      [{ type: 'string', maxLength: '5' }, 'maxLength'],
      [{ type: 'string', format: 'uuid' }, 'format'],
      [{ type: 'string', format: 'toString' }, 'format'],
      [{ type: 'number', minimum: '1' }, 'minimum'],
      [{ type: 'number', maximum: Number.NaN }, 'maximum'],
      [{ type: 'string', enum: [] }, 'enum'],
      [{ type: 'string', enum: 'a' }, 'enum'],
      [{ type: 'string', enum: ['a', 1] }, 'enum'],
      [{ type: 'string', enum: ['a', 'a'] }, 'enum'],
      [{ type: 'string', oneOf: 'a' }, 'oneOf'],
      [{ type: 'string', oneOf: ['a'] }, 'oneOf'],
      [{ type: 'string', oneOf: [{ const: 'a' }] }, 'oneOf'],
      [{ type: 'string', oneOf: [{ const: 1, title: 'A' }] }, 'oneOf'],
      [{ type: 'string', oneOf: [{ const: 'a', title: 'A', if: {} }] }, 'oneOf'],
      [
        {
          type: 'string',
          oneOf: [
            { const: 'a', title: 'A' },
            { const: 'a', title: 'B' },
          ],
        },
        'oneOf',
      ],
      [{ type: 'array', items: { enum: ['a'] } }, 'items'],
      [{ type: 'array', items: { type: 'number', enum: [1] } }, 'items'],
      [{ type: 'array', items: { type: 'string', enum: [] } }, 'items'],
      [{ type: 'array', items: { type: 'string', enum: ['a'], anyOf: [] } }, 'items'],
      [{ type: 'array', items: { type: 'string', anyOf: [{ const: 'a', title: 'A' }] } }, 'items'],
      [{ type: 'array', items: { type: 'string', enum: ['a'], pattern: 'x' } }, 'items'],
      [{ type: 'array', items: { anyOf: [] } }, 'items'],
      [{ type: 'array', items: { type: 'string', enum: ['a'] }, minItems: -1 }, 'minItems'],
    ] as const) {
      expect(lintField(node), JSON.stringify(node)).toEqual([
        expect.stringMatching(new RegExp(`^\\.${path} (must|is a list|has)`)),
      ]);
    }
  });

  it('refuses bounds and defaults that contradict the field', () => {
    const several = { type: 'array', items: { type: 'string', enum: ['a', 'b'] } };
    const titled = { type: 'array', items: { anyOf: [{ const: 'a', title: 'A' }] } };
    for (const [node, fault] of [
      [{ type: 'string', minLength: 3, maxLength: 2 }, '.minLength must not be more than maxLength'],
      [{ type: 'number', minimum: 3, maximum: 2 }, '.minimum must not be more than maximum'],
      [{ ...several, minItems: 2, maxItems: 1 }, '.minItems must not be more than maxItems'],
      [{ ...several, minItems: 3 }, '.minItems must not be more than there are options'],
      [{ ...titled, minItems: 2 }, '.minItems must not be more than there are options'],
      [{ type: 'string', default: 1 }, '.default breaks its own field: must be text'],
      [
        { type: 'string', format: 'date', default: '2027-02-29' },
        '.default breaks its own field: must be a date, like 2026-07-28',
      ],
      [{ type: 'boolean', default: 'true' }, '.default breaks its own field: must be true or false'],
      [{ type: 'string', enum: ['a'], default: 'b' }, '.default breaks its own field: must be one of: a'],
      [{ ...several, default: ['a', 'a'] }, '.default breaks its own field: must not have the same choice twice'],
    ] as const) {
      expect(lintField(node)).toEqual([fault]);
    }
  });

  it('has named limits', () => {
    const fields = (amount: number): object =>
      Object.fromEntries(Array.from({ length: amount }, (_, index) => [`f${index}`, { type: 'string' }]));
    expect(lintForm(wire(fields(MAX_PROPERTIES)))).toEqual([]);
    expect(lintForm(wire(fields(MAX_PROPERTIES + 1)))).toEqual([
      { path: 'properties', message: 'must have at most 64 fields' },
    ]);
    const options = (amount: number): unknown => ({
      type: 'string',
      enum: Array.from({ length: amount }, (_, index) => `o${index}`),
    });
    expect(lintField(options(MAX_OPTIONS))).toEqual([]);
    expect(lintField(options(MAX_OPTIONS + 1))).toEqual(['.enum must have at most 1000 options']);
  });
});
