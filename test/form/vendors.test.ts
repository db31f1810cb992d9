import { specTypeSchemas } from '@modelcontextprotocol/server';
import { describe, expect, it } from 'vitest';
import { lintForm, toForm } from '../../src/form/index.js';
import { CASES } from './vendors.js';

describe.each(CASES)('%s: %s', (vendor, _name, shape, schema) => {
  const form = toForm(schema);

  it('stands on the wire as the grammar has it', () => {
    const required = shape.optional ? {} : { required: ['field'] };
    expect(form.wire).toEqual({ type: 'object', properties: { field: shape.wire }, ...required });
    expect(lintForm(form.wire)).toEqual([]);
  });

  it('is the same to the schema of the revision, with nothing stripped', () => {
    const parsed = specTypeSchemas.PrimitiveSchemaDefinition['~standard'].validate(form.wire.properties['field']);
    expect(parsed).toEqual({ value: form.wire.properties['field'] });
  });

  it('says what is enforced when the answer comes back', () => {
    expect(form.enforced).toEqual(shape.enforced?.[vendor] ?? []);
  });

  it('accepts good answers and refuses bad ones', async () => {
    for (const field of shape.good) {
      expect(await form.validate({ field })).toEqual({ ok: true, content: { field }, wire: { field } });
    }
    for (const field of shape.bad) {
      const outcome = await form.validate({ field });
      expect(outcome, `answer ${JSON.stringify(field)}`).toEqual({
        ok: false,
        issues: [{ path: 'field', message: expect.stringMatching(/^[\w ]/) as string }],
      });
    }
  });
});
