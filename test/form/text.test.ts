import { describe, expect, it } from 'vitest';
import { checkContent, parseText, type FormProperty } from '../../src/form/index.js';
import { MAX_TEXT } from '../../src/form/limits.js';
import { wire } from './faults.js';

const read = (property: FormProperty, text: string): unknown => {
  const outcome = parseText(property, text);
  return outcome.ok ? outcome.value : { refused: outcome.message };
};

const whole: FormProperty = { type: 'integer', minimum: 1, maximum: 10_000 };
const priority: FormProperty = {
  type: 'string',
  oneOf: [
    { const: 'p1', title: 'Service down' },
    { const: 'p2', title: 'Broken' },
    { const: 'broken', title: 'Other' },
  ],
};

describe('parseText', () => {
  it('F15 reads yes and no in the words a person types', () => {
    for (const text of ['y', 'Yes', 'TRUE', 'on', '1', 'si', 'Sí', 'sim', ' yes '])
      expect(read({ type: 'boolean' }, text)).toBe(true);
    for (const text of ['n', 'No', 'false', 'off', '0', 'não', 'nao'])
      expect(read({ type: 'boolean' }, text)).toBe(false);
    for (const text of ['', 'maybe', 'yess', '2', 'null'])
      expect(read({ type: 'boolean' }, text)).toEqual({ refused: 'must be true or false' });
  });

  it('F16 reads a whole number in one way, and the check agrees', () => {
    for (const [text, value] of [
      ['42', 42],
      [' 42 ', 42],
      ['+42', 42],
      ['1.0', 1],
      ['1.', 1],
      ['0042', 42],
    ] as const) {
      expect(read(whole, text)).toBe(value);
      expect(checkContent(wire({ f: whole }), { f: value })).toMatchObject({ ok: true });
    }
    for (const text of [
      '42xyz',
      '1.5',
      '1,5',
      '0x10',
      '1e3',
      '',
      ' ',
      '-',
      'NaN',
      'Infinity',
      '٤٢',
      '1.0000000000000000001',
    ]) {
      expect(read(whole, text)).toEqual({ refused: 'must be a whole number' });
    }
    expect(read(whole, '0')).toEqual({ refused: 'must be at least 1' });
    expect(read(whole, '10001')).toEqual({ refused: 'must be at most 10000' });
    expect(read({ type: 'integer' }, '-0')).toBe(0);
    expect(read({ type: 'integer' }, '9'.repeat(17))).toEqual({
      refused: expect.stringMatching(/^must be between/) as string,
    });
    expect(read({ type: 'integer' }, '9'.repeat(401))).toEqual({ refused: 'must be a whole number' });
  });

  it('F16 reads a number the same way', () => {
    const number: FormProperty = { type: 'number', maximum: 1e6 };
    for (const [text, value] of [
      ['1.5', 1.5],
      ['.5', 0.5],
      ['-2', -2],
      ['1e3', 1000],
      ['2.5E-1', 0.25],
      ['1,5', 1.5],
    ] as const) {
      expect(read(number, text)).toBe(value);
    }
    for (const text of ['1.5.1', 'e3', '1e', '.', '', '1e9999', 'abc', '1e999']) {
      expect(read(number, text)).toEqual({ refused: 'must be a number' });
    }
    expect(read(number, '1e7')).toEqual({ refused: 'must be at most 1000000' });
  });

  const either = (whole: string, decimal: string) => ({
    refused: `can be read as ${whole} or as ${decimal}: write one of the two`,
  });
  const plain = (text: string) => ({ refused: `must be written without marks between thousands, like ${text}` });
  const wholeOnly = { refused: 'must be a whole number' };
  const numberOnly = { refused: 'must be a number' };

  it.each<[string, unknown, unknown]>([
    ['1.000', either('1000', '1'), either('1000', '1')],
    ['1,000', either('1000', '1'), either('1000', '1')],
    ['10.000', either('10000', '10'), either('10000', '10')],
    ['-2.000', either('-2000', '-2'), either('-2000', '-2')],
    ['1000.000', either('1000000', '1000'), 1000],
    ['1.0000', either('10000', '1'), 1],
    ['1.500', plain('1500'), either('1500', '1.5')],
    ['2.125', plain('2125'), either('2125', '2.1250')],
    ['2.1250', wholeOnly, 2.125],
    ['0.500', wholeOnly, 0.5],
    ['0.000', 0, 0],
    ['1.000.000', plain('1000000'), plain('1000000')],
    ['1,000,000', plain('1000000'), plain('1000000')],
    ['1 000', plain('1000'), plain('1000')],
    ['1\u00a0000', plain('1000'), plain('1000')],
    ['1\u202f000', plain('1000'), plain('1000')],
    ["1'000", plain('1000'), plain('1000')],
    ['1’000', plain('1000'), plain('1000')],
    ['1_000', plain('1000'), plain('1000')],
    ['1.000,50', wholeOnly, plain('1000.5')],
    ['1,000.50', wholeOnly, plain('1000.5')],
    ['1.000,00', plain('1000'), plain('1000')],
    ['1.000.50', wholeOnly, numberOnly],
    ['1,5', wholeOnly, 1.5],
    ['1.5', wholeOnly, 1.5],
    ['1,50', wholeOnly, 1.5],
    ['1,0', 1, 1],
    ['1.00', 1, 1],
    [',5', wholeOnly, 0.5],
    ['1,5e3', wholeOnly, 1500],
    ['1.000e3', wholeOnly, numberOnly],
    ['١٢', wholeOnly, numberOnly],
    ['１２', wholeOnly, numberOnly],
    ['1e3', wholeOnly, 1000],
    ['0x10', wholeOnly, numberOnly],
    ['+5', 5, 5],
    [' 5 ', 5, 5],
    ['\u00a05', 5, 5],
    ['\u22125', -5, -5],
    ['--5', wholeOnly, numberOnly],
    ['1,2,3', wholeOnly, numberOnly],
  ])('F74 %s means one thing, or is asked again', (text, asWhole, asNumber) => {
    expect(read({ type: 'integer' }, text)).toEqual(asWhole);
    expect(read({ type: 'number' }, text)).toEqual(asNumber);
    for (const type of ['integer', 'number'] as const) {
      const outcome = parseText({ type }, text);
      const [, a = '', b = ''] = /read as (\S+) or as (\S+):/.exec(outcome.ok ? '' : outcome.message) ?? [];
      // Whichever of the two is meant, it can be typed.
      for (const again of [a, b].filter(Boolean)) expect(read({ type: 'number' }, again)).toBe(Number(again));
    }
  });

  it('F17 reads an option that was typed, and never picks one for empty text', () => {
    expect(read(priority, 'p1')).toBe('p1');
    expect(read(priority, ' P1 ')).toBe('p1');
    expect(read(priority, 'service DOWN')).toBe('p1');
    expect(read({ type: 'string', enum: ['Yes', 'No'] }, 'yes')).toBe('Yes');
    expect(read({ type: 'string', enum: ['a'], enumNames: ['Alpha'] }, 'alpha')).toBe('a');
    expect(read({ type: 'string', enum: ['Yes', 'No'] }, 'no')).toBe('No');
    for (const text of ['', ' ', 'p', '1', 'p9']) {
      expect(read(priority, text)).toEqual({ refused: 'must be one of: p1, p2, broken' });
    }
  });

  it('F76 takes a title over the value of another option, and guesses nothing between two', () => {
    expect(read(priority, 'broken')).toBe('p2');
    expect(read(priority, 'BROKEN')).toBe('p2');
    expect(read(priority, 'other')).toBe('broken');
    const swapped: FormProperty = {
      type: 'string',
      oneOf: [
        { const: 'keep', title: 'delete' },
        { const: 'delete', title: 'keep' },
      ],
    };
    expect(read(swapped, 'keep')).toBe('delete');
    expect(read(swapped, 'Keep')).toBe('delete');
    const twins: FormProperty = {
      type: 'string',
      oneOf: [
        { const: 'a', title: 'Same' },
        { const: 'b', title: 'Same' },
      ],
    };
    expect(read(twins, 'Same')).toEqual({ refused: 'must be one of: a, b' });
    expect(read(twins, 'b')).toBe('b');
    expect(read({ type: 'string', enum: ['', 'x'] }, '')).toBe('');
  });

  it('F18 counts code points of typed text too', () => {
    expect(read({ type: 'string', maxLength: 1 }, '😀')).toBe('😀');
    expect(read({ type: 'string', maxLength: 1 }, '😀!')).toEqual({ refused: 'must have at most 1 character' });
  });

  it('keeps free text as it was typed, and trims only what has a format', () => {
    expect(read({ type: 'string' }, '  two  words ')).toBe('  two  words ');
    expect(read({ type: 'string' }, '')).toBe('');
    expect(read({ type: 'string', format: 'email' }, ' a@b.co ')).toBe('a@b.co');
    expect(read({ type: 'string', format: 'email' }, 'a@b')).toEqual({
      refused: 'must be an email address, like name@example.com',
    });
    expect(read({ type: 'string' }, 'x'.repeat(MAX_TEXT + 1))).toEqual({
      refused: 'must have at most 65536 characters',
    });
  });

  it('F08 reads several choices by commas or by lines', () => {
    const several: FormProperty = {
      type: 'array',
      minItems: 1,
      maxItems: 2,
      items: {
        anyOf: [
          { const: 'a', title: 'Alpha' },
          { const: 'b', title: 'Beta, the second' },
          { const: 'c', title: 'C' },
        ],
      },
    };
    expect(read(several, 'a, c')).toEqual(['a', 'c']);
    expect(read(several, 'alpha,, C , ')).toEqual(['a', 'c']);
    expect(read(several, 'beta, the second')).toEqual(['b']);
    expect(read(several, 'Beta, the second\nAlpha\n')).toEqual(['b', 'a']);
    expect(read(several, '')).toEqual({ refused: 'must have at least 1 choice' });
    expect(read(several, 'a,b,c')).toEqual({ refused: 'must have at most 2 choices' });
    expect(read(several, 'a,A')).toEqual({ refused: 'must not have the same choice twice' });
    expect(read(several, 'a,zzz')).toEqual({ refused: 'each choice must be one of: a, b, c' });
    expect(read({ type: 'array', items: { type: 'string', enum: ['x', 'y'] } }, 'Y')).toEqual(['y']);
  });

  it('refuses a field that nobody linted', () => {
    expect(read({ type: 'object' } as unknown as FormProperty, 'x')).toEqual({
      refused: expect.stringMatching(/^cannot be answered/) as string,
    });
  });
});
