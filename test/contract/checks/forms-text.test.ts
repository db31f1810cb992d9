import { describe, expect, it } from 'vitest';
import { type Ask, readAsk } from '../../../src/protocol/ask.js';
import { legible, unprintable } from '../../../src/contract/checks/forms/text.js';
import { adviseForm } from '../../../src/form/index.js';

function ask(properties: Record<string, unknown>, message = 'Which?'): Ask {
  const params = { message, requestedSchema: { type: 'object', properties } };
  const origin = { key: 'k', path: 'k', server: { name: 'test' } };
  return readAsk({ method: 'elicitation/create', params }, origin);
}

describe('legible', () => {
  it.each([
    { type: 'object', properties: {} },
    { type: 'array', items: 7 },
    { type: 'string', oneOf: 'none' },
    { type: 'string', enum: 3, title: 4 },
    {},
  ])('a secret is found in a field that breaks the grammar: %j', (field) => {
    const broken = ask({ apiToken: field });
    expect(broken.faults).not.toEqual([]);
    expect(adviseForm(legible(broken)).map(({ path }) => path)).toEqual(['properties.apiToken']);
  });

  it('a form of more fields than anybody lints can still be read', () => {
    const fields = Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`field${n}`, { type: 'array', items: 7 }]));
    expect(adviseForm(legible(ask(fields)))).toEqual([]);
  });

  it('what is sound stays as it is', () => {
    const properties = { a: { type: 'string', enum: ['x'] }, b: { type: 'integer', multipleOf: 2 } };
    expect(legible(ask(properties)).properties).toEqual(properties);
  });
});

describe('unprintable', () => {
  it.each([
    ['message', ask({}, 'Pay \u202E001')],
    ['requestedSchema.properties.a.title', ask({ a: { type: 'string', title: '\u001B[2J' } })],
    ['requestedSchema.properties.a.enum.1', ask({ a: { type: 'string', enum: ['x', 'y\u2066'] } })],
    ['the name of a member of requestedSchema.properties', ask({ 'a\u0007': { type: 'string' } })],
  ])('F46 finds it in %s', (path, question) => {
    expect(unprintable(question)).toMatch(new RegExp(`^${path} has U\\+`));
  });

  it('line breaks, tabs, accents and emoji are printable', () => {
    expect(unprintable(ask({ a: { type: 'string', title: 'Año 👩‍🚀 שלום' } }, 'One\n\ttwo\r\nthree'))).toBeUndefined();
  });
});
