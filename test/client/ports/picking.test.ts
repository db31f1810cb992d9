import { describe, expect, it } from 'vitest';
import { accept, cancel } from '../../../src/client/index.js';
import { answer, asked, form, Piped } from './fixtures/asking.js';

describe('a list in whole lines', () => {
  const choose = (...options: [value: string, title: string][]) =>
    form({ pick: { type: 'string', oneOf: options.map(([value, title]) => ({ const: value, title })) } });

  it('F76 a number is the number of a line, whatever value that no one sees', async () => {
    const pets = choose(['3', 'Cats'], ['1', 'Dogs'], ['2', 'Birds']);
    expect((await answer(pets, '', '1')).answer).toEqual(accept({ pick: '3' }));
    expect((await answer(pets, '', '3')).answer).toEqual(accept({ pick: '2' }));
    expect((await answer(choose(['7', 'Cats'], ['8', 'Dogs']), '', '7', '7', '7')).answer).toEqual(cancel());
  });

  it('F76 a name is the name that is shown, whatever value another option has', async () => {
    const swapped = choose(['keep', 'delete'], ['delete', 'keep']);
    expect((await answer(swapped, '', 'keep')).answer).toEqual(accept({ pick: 'delete' }));
    expect((await answer(swapped, '', 'Delete')).answer).toEqual(accept({ pick: 'keep' }));
    const { answer: given, shown } = await answer(choose(['remove', 'Keep it'], ['x', 'Discard']), '', 'remove', '2');
    expect(given).toEqual(accept({ pick: 'x' }));
    expect(shown).toContain('Not valid: must be one of: Keep it, Discard.');
  });

  it('F76 a name that is the number of another line is asked again, and can be said', async () => {
    const floor = form({ floor: { type: 'string', enum: ['2', '1', '7'] } });
    const { answer: given, shown } = await answer(floor, '', '2', '"2"');
    expect(given).toEqual(accept({ floor: '2' }));
    expect(shown).toContain(
      '2 is the number of one line and the name of another; type 2) for the line, "2" for the name',
    );
    expect((await answer(floor, '', '2)')).answer).toEqual(accept({ floor: '1' }));
    expect((await answer(floor, '', '7')).answer).toEqual(accept({ floor: '7' }));
    const same = form({ floor: { type: 'string', enum: ['1', '2'] } });
    expect((await answer(same, '', '2')).answer).toEqual(accept({ floor: '2' }));
  });

  it('F76 a name that looks like a way to say one is a name all the same', async () => {
    const quoted = choose(['q', '"Quoted"'], ['o', 'Other']);
    expect((await answer(quoted, '', '"Quoted"')).answer).toEqual(accept({ pick: 'q' }));
    expect((await answer(quoted, '', '"Other"')).answer).toEqual(accept({ pick: 'o' }));
    const numbered = choose(['b', '2) Birds'], ['two', '1)'], ['one', '2)']);
    const { answer: given, shown } = await answer(numbered, '', '2)', '2))');
    expect(given).toEqual(accept({ pick: 'two' }));
    expect(shown).toContain('type 2)) for the line, "2)" for the name');
    expect((await answer(numbered, '', '"2)"')).answer).toEqual(accept({ pick: 'one' }));
  });

  it('F76 equal names are told apart, and one that is typed is asked again', async () => {
    const twins = choose(['a', 'Same'], ['b', 'Same'], ['c', 'sole']);
    const { answer: given, shown } = await answer(twins, '', 'Same', 'Same (b)');
    expect(given).toEqual(accept({ pick: 'b' }));
    expect(shown).toContain('  | 1) Same (a)\n  | 2) Same (b)\n');
    const cased = await answer(choose(['a', 'Same'], ['b', 'SAME']), '', 'same', 'SAME');
    expect(cased.answer).toEqual(accept({ pick: 'b' }));
    expect(cased.shown).toContain('more than one line has that name');
  });

  it('F76 several: numbers and names, with commas in them', async () => {
    const several = (...values: string[]) => form({ days: { type: 'array', items: { type: 'string', enum: values } } });
    const days = several('mon', 'wed, thu', 'fri');
    expect((await answer(days, '', 'wed, thu, fri')).answer).toEqual(accept({ days: ['wed, thu', 'fri'] }));
    expect((await answer(days, '', '2,1')).answer).toEqual(accept({ days: ['wed, thu', 'mon'] }));
    const both = await answer(several('a, b', 'a', 'b'), '', 'a, b', '1)');
    expect(both.answer).toEqual(accept({ days: ['a, b'] }));
    expect(both.shown).toContain('it can be read in more than one way');
    const numbers = await answer(several('3', '1', '2'), '', '1,3', '1),3)');
    expect(numbers.answer).toEqual(accept({ days: ['3', '2'] }));
    expect((await answer(several('x'), '', Array(5_000).fill('x').join(','), 'x')).answer).toEqual(
      accept({ days: ['x'] }),
    );
  });

  it('F76 every option that can be taken is listed', async () => {
    const many = form({ pick: { type: 'string', enum: Array.from({ length: 150 }, (_item, at) => `o${at}`) } });
    const { answer: given, shown } = await answer(many, '', '150');
    expect(given).toEqual(accept({ pick: 'o149' }));
    expect(shown).toContain('150) o149');
  });

  it.each([
    ['s', true],
    ['sí', true],
    ['Sim', true],
    ['y', true],
    ['no', false],
    ['não', false],
    ['n', false],
  ])('F76 yes or no may be %s, in every language', async (typed, flag) => {
    for (const lang of ['en', 'es', 'pt'] as const) {
      const piped = new Piped({ lang }).type('', typed);
      expect(await piped.port.put(asked(form({ flag: { type: 'boolean' } }, ['flag'])))).toEqual(accept({ flag }));
    }
  });
});
