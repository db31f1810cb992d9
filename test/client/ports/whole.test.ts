import { describe, expect, it } from 'vitest';
import { accept, cancel, decline } from '../../../src/client/index.js';
import { answer, form } from './fixtures/asking.js';

describe('a question that is long', () => {
  it('F78 a long question is shown to its end before there is a yes to it', async () => {
    const end = 'and your account is deleted.';
    const long = (message: string) => answer(form({ seats: { type: 'integer' } }, ['seats'], message), '', '1');
    const read = await long(`${'Please read on. '.repeat(1_000)}${end}`);
    expect(read.answer).toEqual(accept({ seats: 1 }));
    expect(read.shown.replaceAll(/\s+\|\s/gu, ' ')).toContain(end);
    const lines = await long(`${'line\n'.repeat(1_500)}${end}`);
    expect(lines.shown).toContain(end);
  });

  it.each([
    ['a message', form({ a: { type: 'string' } }, [], `${'x'.repeat(60_000)} end`)],
    ['lines', form({ a: { type: 'string' } }, [], 'x\n'.repeat(3_000))],
    ['a description', form({ a: { type: 'string', description: 'x'.repeat(60_000) } })],
    ['a title', form({ a: { type: 'string', title: 'x'.repeat(3_000) } })],
    ['an option', form({ a: { type: 'string', enum: ['x'.repeat(3_000)] } })],
    ['a default', form({ a: { type: 'string', default: 'x'.repeat(60_000) } })],
  ])('F78 there is no yes to %s that no screen holds, and a no is one', async (_what, params) => {
    const { answer: given, shown } = await answer(params, '', 'y', '');
    expect(given).toEqual(cancel());
    expect(shown).toContain('there is no yes to it');
    expect((await answer(params, '', 'n')).answer).toEqual(decline());
  });

  it('F78 titles, descriptions, options and defaults are shown to their ends', async () => {
    const long = (text: string): string => `${text.repeat(90)}END`;
    const params = form({
      a: { type: 'string', title: long('ti '), description: long('de '), default: long('df ') },
      b: { type: 'string', oneOf: [{ const: 'x', title: long('op ') }] },
    });
    const { answer: given, shown } = await answer(params, '', '', '1');
    expect(given).toEqual(accept({ a: long('df '), b: 'x' }));
    expect(shown.match(/END/g)?.length).toBeGreaterThanOrEqual(4);
  });

  it('F78 an address is shown to its end, however its letters are written out', async () => {
    const url = `https://example.com/?q=${'ñ'.repeat(1_500)}&to=END`;
    const { answer: given, shown } = await answer({ mode: 'url', message: 'Pay', url, elicitationId: 'e' }, '');
    expect(given).toEqual(accept());
    expect(shown).toContain('END');
    expect(shown).not.toContain('are not shown');
  });
});
