import { describe, expect, it } from 'vitest';
import { Masker } from '../../src/recording/mask.js';
import { growth, LINEAR } from '../growth.js';

const masker = (args: Record<string, unknown> = {}): Masker => new Masker({ tool: 't', args });
const UUID = '3f0c1c9e-8a4b-4c1d-9e2f-0a1b2c3d4e5f';

describe('the text of a server', () => {
  it.each([
    [`order ${UUID}.`, 'order <id 1>.'],
    [`${UUID} ${UUID.toUpperCase()}`, '<id 1> <id 1>'],
    ['at 2026-11-30T14:55:01.123Z or 2026-11-30 14:55:01+02:00', 'at <time 1> or <time 2>'],
    ['sha 9f86d081884c7d659a2feaa0c55ad015', 'sha <id 1>'],
    ['01ARZ3NDEKTSV4RRFFQ69G5FAV', '<id 1>'],
    ['V1StGXR8_Z5jdHi6B-myT', '<id 1>'],
    ['eyJhbGciOi.eyJzdWIiOi.c2lnbmF0dXJl', '<id 1>'],
    ['c29tZSByYW5kb20gYnl0ZXM/Kw1+aGVyZQ==', '<id 1>'],
    ['since 1764514501123', 'since <id 1>'],
    ['Reference ESC-1001, then ESC-1002, then ESC-1001', 'Reference <id 1>, then <id 2>, then <id 1>'],
    ['https://a.example/orders/9f86d081884c7d659a2f/pay', 'https://a.example/orders/<id 1>/pay'],
  ])('masks %s', (text, wanted) => {
    expect(masker().text(text)).toBe(wanted);
  });

  it.each([
    'Book 1 place for ana@example.com on 2026-12-24?',
    'restam 2 · turma html-01',
    'Escalate T-1: what is going on?',
    'internationalisation-of-everything',
    'https://example.com/a/long/path/of/words/without/numbers',
    'Größe 42, 1.000.000 €',
    'UTF-8',
  ])('leaves %s alone', (text) => {
    expect(masker().text(text)).toBe(text);
  });

  it('leaves what the caller passed alone', () => {
    expect(masker({ order: UUID, at: 1_764_514_501_123 }).text(`${UUID} at 1764514501123`)).toBe(
      `${UUID} at 1764514501123`,
    );
  });

  it('cannot be made to look like a mark', () => {
    expect(masker().text('<any> <id 1> <time 2>')).toBe('&lt;any> &lt;id 1> &lt;time 2>');
  });

  it('hides an answer before anything else', () => {
    const mask = masker();
    mask.answered(
      'k',
      { key: 'k', kind: 'form', params: {}, server: { name: 's' }, faults: [] },
      { action: 'accept', content: { f: UUID } },
    );
    expect(mask.text(`for ${UUID}`)).toBe('for <answer k.f>');
  });
});

it('masks names, texts and numbers of a value, and leaves bounds alone', () => {
  const value = { [UUID]: [UUID, 1_764_514_501_123, 7, null, true], maximum: Number.MAX_SAFE_INTEGER };
  expect(masker().value(value)).toEqual({
    '<id 1>': ['<id 1>', '<id 2>', 7, null, true],
    maximum: Number.MAX_SAFE_INTEGER,
  });
});

it('masks what is personal in an address', () => {
  const mask = masker();
  expect(mask.url('https://me:pw@a.example/x?code=ab12&state=ab12&flag#top')).toBe(
    'https://a.example/x?code=<id 1>&state=<id 1>&flag#<id 2>',
  );
  expect(mask.url('https://a.example/x')).toBe('https://a.example/x');
});

it.each(['<answer ', 'eyJ', 'eyJaaaaaa.', 'AA-', 'a-f0', '<id', 'A1b/', '2026-11-30T', 'https://a@'])(
  'takes time in proportion to a hostile text of %j',
  async (part) => {
    const grown = await growth(12_500, (size) => {
      const text = part.repeat(size / part.length);
      return () => {
        masker().text(text);
        masker().url(text);
      };
    });
    expect(grown).toBeLessThan(LINEAR);
  },
);
