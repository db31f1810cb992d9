import { describe, expect, it } from 'vitest';
import { FORMATS } from '../../src/form/formats.js';
import type { TextFormat } from '../../src/form/index.js';
import { MAX_TEXT } from '../../src/form/limits.js';
import { growth, LINEAR } from '../growth.js';

const TABLE: Readonly<Record<TextFormat, { good: readonly string[]; bad: readonly string[] }>> = {
  email: {
    good: [
      'a@b.co',
      'aluno@exemplo.com',
      'first.last+tag@sub.example.museum',
      "o'brien@example.com",
      'a_b-c@xn--bcher-kva.example',
      'x@1example.com',
      `${'a'.repeat(64)}@example.com`,
      `a@${'b.'.repeat(124)}com1`,
    ],
    bad: [
      '',
      '@',
      'a',
      'a@',
      '@b.co',
      'a@b',
      'a@b.',
      'a@.co',
      'a@b..co',
      '.a@b.co',
      'a.@b.co',
      'a..b@b.co',
      'a b@b.co',
      'a@b c.co',
      'a@b.co ',
      'a@b@c.co',
      'a@-b.co',
      'a@b-.co',
      'a@127.0.0.1',
      'a@b_c.co',
      'a@b.co\n',
      'a,b@c.co',
      'A <a@b.co>',
      `${'a'.repeat(65)}@example.com`,
      `a@${'b'.repeat(64)}.com`,
      `a@${'b.'.repeat(125)}com`,
    ],
  },
  uri: {
    good: [
      'https://example.com',
      'http://localhost:3000/a?b=c&d=%20#e',
      'https://[::1]:8080/',
      'mailto:a@b.co',
      'urn:isbn:0451450523',
      'ftp://example.com/a',
    ],
    bad: [
      '',
      'example.com',
      '/path',
      '//example.com',
      'https:',
      'https://',
      'https:///path',
      'https:example.com',
      'https://exa mple.com',
      'https://example.com/ñ',
      'https://example.com/%zz',
      'https://example.com/\n',
      'https://[::1',
      'https://example.com/<b>',
      '1http://example.com',
      ':',
      `https://example.com/${'a'.repeat(9000)}`,
    ],
  },
  date: {
    good: ['2026-07-28', '2028-02-29', '2000-02-29', '0001-01-01', '2026-12-31'],
    bad: [
      '',
      '2026-7-28',
      '26-07-28',
      '2026-02-29',
      '1900-02-29',
      '2026-00-01',
      '2026-13-01',
      '2026-01-00',
      '2026-04-31',
      '2026-01-32',
      '2026/01/01',
      ' 2026-01-01',
      '2026-01-01\n',
      '2026-01-01T00:00:00Z',
      '２０２６-01-01',
    ],
  },
  'date-time': {
    good: [
      '2026-07-28T15:00:00Z',
      '2026-07-28t15:00:00z',
      '2026-07-28T23:59:59.123456789+05:30',
      '2026-07-28T00:00:00-23:59',
    ],
    bad: [
      '',
      '2026-07-28',
      '2026-07-28 15:00:00Z',
      '2026-07-28T15:00Z',
      '2026-07-28T15:00:00',
      '2026-07-28T24:00:00Z',
      '2026-07-28T15:60:00Z',
      '2026-07-28T15:00:60Z',
      '2026-07-28T15:00:00.Z',
      '2026-07-28T15:00:00+24:00',
      '2026-07-28T15:00:00+05:60',
      '2026-07-28T15:00:00+0530',
      '2027-02-29T15:00:00Z',
      '2026-07-28T15:00:00Z\n',
      `2026-07-28T15:00:00.${'1'.repeat(40)}Z`,
    ],
  },
};

describe.each(Object.entries(TABLE))('%s', (format, { good, bad }) => {
  const { fits } = FORMATS[format as TextFormat];

  it.each(good)('takes %j', (text) => {
    expect(fits(text)).toBe(true);
  });

  it.each(bad)('refuses %j', (text) => {
    expect(fits(text)).toBe(false);
  });

  it('agrees with the clock and the parser of the platform', () => {
    for (const text of good) {
      if (format === 'uri') expect(URL.canParse(text)).toBe(true);
      if (format.startsWith('date')) expect(Number.isNaN(Date.parse(text))).toBe(false);
    }
  });
});

describe('hostile text', () => {
  const PARTS = ['a', 'a.', 'a@', '1', '-', '%', '%20', '/', ':', '0-', 'a-', '[', '😀'];
  const hostile = (size: number): string[] =>
    PARTS.flatMap((part) => {
      const run = part.repeat(Math.floor(size / part.length));
      return [
        run,
        `https://${run}`,
        `a@${run}`,
        `${run}@b.co`,
        `2026-07-28T${run}`,
        run.slice(0, size / 256),
        `a@${run.slice(0, size / 256)}`,
      ];
    });

  it.each(Object.keys(FORMATS))('takes time in proportion for %s', async (format) => {
    const grown = await growth(MAX_TEXT / 16, (size) => {
      const texts = hostile(size);
      return () => texts.map((text) => FORMATS[format as TextFormat].fits(text));
    });
    expect(grown).toBeLessThan(LINEAR);
  });
});
