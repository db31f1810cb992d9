import { expect, it } from 'vitest';
import { toForm } from '../../src/form/index.js';
import { digestAsk } from '../../src/guard/index.js';
import { defaultPrimitives } from '../../src/state/primitives.js';

const primitives = defaultPrimitives();
const form = (title: string) => toForm({ type: 'object', properties: { sure: { type: 'boolean', title } } }).wire;
const digest = (params: Record<string, unknown>) => digestAsk('form', params, primitives);

it('a question has one digest, whatever was asked with its form before', async () => {
  const question = (message: string, requestedSchema: unknown = form('Sure?')) => ({
    mode: 'form',
    message,
    requestedSchema,
  });
  const first = await digest(question('Delete it?'));
  expect(await digest(question('Delete all?'))).not.toBe(first);
  expect(await digest(question('Delete it?'))).toBe(first);
  expect(await digest(question('Delete it?', form('Quite sure?')))).not.toBe(first);
  expect(await digest(question('Delete it?', structuredClone(form('Sure?'))))).toBe(first);
  expect(await digest({ ...question('Delete it?'), _meta: { a: 1 } })).not.toBe(first);
  expect(await digest({ message: 'Delete it?', requestedSchema: form('Sure?') })).not.toBe(first);
});
