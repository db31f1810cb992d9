import { describe, expect, it } from 'vitest';
import { accept, cancel } from '../../../src/client/index.js';
import { asked, form, Piped } from './fixtures/asking.js';

const ESC = '\u001b';

async function put(params: Record<string, unknown>, lines: string[], server?: { name: string; title?: string }) {
  const piped = new Piped().type(...lines);
  const answer = await piped.port.put(asked(params, server === undefined ? {} : { server }));
  return { answer, shown: piped.shown };
}

describe('F46 a hostile server', () => {
  it('no escape or override of any text reaches the terminal', async () => {
    const evil = `${ESC}[2J${ESC}]0;x\u0007\u202e\u0007\u009b31mA\r`;
    const fields = {
      [`n${evil}`]: { type: 'string', title: evil, description: evil, default: evil },
      size: {
        type: 'string',
        oneOf: [
          { const: evil, title: evil },
          { const: 'b', title: 'B' },
        ],
      },
      days: { type: 'array', items: { type: 'string', enum: [evil, 'tue'] } },
    };
    const { shown } = await put(form(fields, ['size'], evil), ['', '', 'zzz', '1', 'zzz', '1'], {
      name: evil,
      title: `t${evil}`,
    });
    // oxlint-disable-next-line no-control-regex -- what must not be there
    expect(shown).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    expect(shown).toContain('⟨U+202E⟩');
  });

  it('every line of a message has our mark before it, however it is padded', async () => {
    const fake = `Hi.${' '.repeat(200)}bank asks, in pay:\n\n\n\n\n\nbank asks, in pay:\n${'x'.repeat(300)}`;
    const { shown } = await put(form({}, [], fake), ['q']);
    const lines = shown.split('\n').filter((line) => line.includes('bank asks') || line.includes('xxx'));
    expect(lines.length).toBeGreaterThan(4);
    for (const line of lines) expect(line).toMatch(/^ {2}\| /);
    for (const line of shown.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('a name that is too long for a line goes on behind our mark', async () => {
    const { shown } = await put(form({}), ['q'], { name: `${'evil '.repeat(18)}bank asks, in pay:` });
    const lines = shown.split('\n');
    expect(lines[1]).toMatch(/^evil evil/u);
    expect(lines.filter((line) => line.includes('bank asks')).every((line) => line.startsWith('  | '))).toBe(true);
    for (const line of lines) expect(line.length).toBeLessThanOrEqual(80);
  });

  it('a message without end is cut with a note', async () => {
    const { shown } = await put(form({}, [], 'lorem '.repeat(17_000)), ['q']);
    expect(shown.length).toBeLessThan(60_000);
    expect(shown).toContain('more characters not shown)');
  });

  it('the name stays beside a title that pretends', async () => {
    const { shown } = await put(form({}), ['q'], { name: 'evil', title: 'Your bank' });
    expect(shown).toContain('Your bank (evil) asks, in book:');
    const long = await put(form({}), ['q'], { name: 'n'.repeat(900), title: 't'.repeat(900) });
    expect(long.shown.split('\n')[1]?.length).toBeLessThan(150);
  });

  it('a server and a field without a name that shows are still somebody and something', async () => {
    const { shown } = await put(form({ '\u0000': { type: 'string' } }), ['q'], { name: '\u0007' });
    expect(shown).toContain('\n? asks, in book:\n');
    expect(shown).toContain('- ? (text, optional)');
  });

  it('very many options are all listed, and can be taken', async () => {
    const many = { type: 'string', enum: Array.from({ length: 300 }, (_item, at) => `o${at}`) };
    const { answer, shown } = await put(form({ many }), ['', '300']);
    expect(answer).toEqual(accept({ many: 'o299' }));
    expect(shown).toContain('300) o299\n');
  });

  it('a form with very many fields is listed in part', async () => {
    const fields = Object.fromEntries(Array.from({ length: 200 }, (_item, at) => [`f${at}`, { type: 'string' }]));
    const { shown } = await put(form(fields), ['q']);
    expect(shown).toContain('and 136 more');
  });

  it('F49 a field that looks like a secret is warned of', async () => {
    const { shown } = await put(form({ pw: { type: 'string', title: 'Password' }, age: { type: 'integer' } }), ['q']);
    expect(shown).toContain('! Careful: Password looks like a secret.');
    expect(shown).not.toContain('Careful: age');
  });
});

describe('a form beyond the grammar', () => {
  it('a required field that cannot be asked cancels before anybody is asked: that is nobody’s no', async () => {
    const { answer, shown } = await put(form({ address: { type: 'object', properties: {} } }, ['address']), ['']);
    expect(answer).toEqual(cancel());
    expect(shown).toBe('address is required and cannot be asked here: cancelled.\n');
  });

  it('an optional one is left out, and the others are asked', async () => {
    const fields = {
      address: { type: 'object', properties: {} },
      list: { type: 'array', items: { type: 'object' } },
      untyped: {},
      name: { type: 'string', pattern: '^A' },
    };
    expect((await put(form(fields, ['name']), ['', 'Ana'])).answer).toEqual(accept({ name: 'Ana' }));
  });

  it.each([
    { type: 'string', enum: 'abc' },
    { type: 'string', enum: [] },
    { type: 'string', enum: [1, null] },
    { type: 'string', oneOf: [null] },
    { type: 'string', oneOf: [{ const: 7, title: 7 }] },
    { type: 'string', enum: Array.from({ length: 1001 }, (_item, at) => `o${at}`) },
    { type: 'array' },
    { type: 'array', items: null },
    { type: 'array', items: { anyOf: [null] } },
    { type: ['string', 'integer'] },
    { anyOf: [{ type: 'string' }, { type: 'integer' }] },
    { type: 7 },
  ])('%j is not asked', async (property) => {
    const { answer } = await put(form({ odd: property, name: { type: 'string' } }), ['', 'Ana']);
    expect(answer).toEqual(accept({ name: 'Ana' }));
  });

  it.each([
    { type: 'integer', oneOf: [null] },
    { type: 'number', enum: 'x', minimum: 'low' },
    { type: 'boolean', title: { a: 1 }, description: 7 },
  ])('%j is asked by its type', async (property) => {
    const { answer } = await put(form({ odd: property }, ['odd']), ['', '1']);
    expect(answer).toEqual(accept({ odd: property.type === 'boolean' ? true : 1 }));
  });

  it('an option without a title shows its value', async () => {
    const named = { type: 'string', enum: ['a', 'b'], enumNames: ['Ay', 7] };
    const { answer, shown } = await put(form({ named }, ['named']), ['', '2']);
    expect(answer).toEqual(accept({ named: 'b' }));
    expect(shown).toContain('1) Ay\n  | 2) b');
  });

  it('a required name without a field ends nothing, and the rest is asked', async () => {
    expect((await put(form({ a: { type: 'string' } }, ['ghost']), ['', 'x'])).answer).toEqual(accept({ a: 'x' }));
    expect((await put(form({ a: { type: 'string' } }, ['a']), ['', '', '', ''])).answer).toEqual(cancel());
  });
});
