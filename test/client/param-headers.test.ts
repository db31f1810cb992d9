import { expect, it } from 'vitest';
import { mirrorHeaders } from '../../src/protocol/headers.js';

const mark = (type: string, name: unknown) => ({ type, 'x-mcp-header': name });

it('mirrors marked arguments at any depth, and nothing else', () => {
  const schema = {
    type: 'object',
    properties: {
      region: mark('string', 'Region'),
      count: mark('integer', 'Count'),
      dry: mark('boolean', 'Dry'),
      inner: { type: 'object', properties: { zone: mark('string', 'Zone') } },
      weight: mark('number', 'Weight'),
      list: mark('array', 'List'),
      evil: mark('string', 'Evil\r\nX'),
      odd: mark('string', 7),
      plain: { type: 'string' },
      absent: mark('string', 'Absent'),
      none: mark('string', 'None'),
      huge: mark('integer', 'Huge'),
    },
  };
  const args = {
    region: 'eu',
    count: 3,
    dry: false,
    inner: { zone: 'b' },
    weight: 1.5,
    list: ['x'],
    evil: 'x',
    odd: 'x',
    plain: 'x',
    none: null,
    huge: 2 ** 60,
  };
  expect(mirrorHeaders(schema, args)).toEqual({
    'Mcp-Param-Region': 'eu',
    'Mcp-Param-Count': '3',
    'Mcp-Param-Dry': 'false',
    'Mcp-Param-Zone': 'b',
  });
  expect(mirrorHeaders(undefined, args)).toEqual({});
  expect(mirrorHeaders(schema, 'text')).toEqual({});
});

it('encodes what is no plain field value', () => {
  const schema = { properties: { a: mark('string', 'A') } };
  const encoded = (a: string) => mirrorHeaders(schema, { a })['Mcp-Param-A'];
  const base64 = (text: string) => `=?base64?${Buffer.from(text).toString('base64')}?=`;
  for (const plain of ['a', 'a b\tc', '=?base64?x']) expect(encoded(plain)).toBe(plain);
  for (const odd of ['', ' a', 'a ', 'ü', 'a\r\nb', '=?base64?eA==?=']) expect(encoded(odd)).toBe(base64(odd));
});
