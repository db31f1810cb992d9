import { expect, it } from 'vitest';
import type { Ask } from '../../src/client/index.js';
import { Mask } from '../../src/shown/mask.js';

const ask = (properties: object): Ask =>
  ({
    key: 'k',
    kind: 'form',
    params: {},
    server: { name: 's' },
    faults: [],
    requestedSchema: { type: 'object', properties },
  }) as unknown as Ask;

function masked(content: Record<string, unknown>, text: string, known?: unknown, properties = {}): string {
  const mask = new Mask(known);
  mask.add('k', { action: 'accept', content }, ask(properties));
  return mask.text(text);
}

it.each([
  ['rosebud', 'xrosebudx Rosebud ROSEBUD', 'x<answer k.f>x <answer k.f> <answer k.f>'],
  ['Ana', 'Ana, anagram, ANA', '<answer k.f>, anagram, <answer k.f>'],
  [7, '7 of 17, 7.', '<answer k.f> of 17, <answer k.f>.'],
  ['a-b (c) [d] {e} $1 ^|\\ /', 'was: a-b (c) [d] {e} $1 ^|\\ /!', 'was: <answer k.f>!'],
  ['say "hi"', String.raw`{"x":"say \"hi\""}`, '{"x":"<answer k.f>"}'],
  ['two words', 'https://a.b/?q=two%20words&r=two+words', 'https://a.b/?q=<answer k.f>&r=<answer k.f>'],
  ['  padded  ', 'so padded.', 'so <answer k.f>.'],
  ['\ud83d', 'half \ud83d', 'half <answer k.f>'],
  [true, 'true', 'true'],
  ['', 'nothing', 'nothing'],
  [['red', 'blue'], 'red and blue', '<answer k.f> and <answer k.f>'],
])('hides %j', (value, text, wanted) => {
  expect(masked({ f: value }, text)).toBe(wanted);
});

it('hides the longest first, and does not mask its own marks', () => {
  expect(masked({ a: 'answer', b: 'answer me' }, 'answer me, answer')).toBe('<answer k.b>, <answer k.a>');
});

it('shows what is known anyway: arguments and defaults', () => {
  expect(masked({ f: 'Lisbon' }, 'Lisbon', { trip: 'Lisbon' })).toBe('Lisbon');
  expect(masked({ f: 1 }, '1 place', undefined, { f: { type: 'integer', default: 1 } })).toBe('1 place');
});

it('hides a sampling result, and nothing of a decline', () => {
  const mask = new Mask();
  const other = (kind: 'sampling' | 'roots'): Ask => ({ ...ask({}), kind });
  mask.add(
    'm',
    {
      role: 'assistant',
      model: 'mm',
      content: { type: 'text', text: 'a long text' },
    },
    other('sampling'),
  );
  mask.add('r', { roots: [{ uri: 'file:///home/ana' }] }, other('roots'));
  mask.add('d', { action: 'decline' }, ask({}));
  expect(mask.text('a long text file:///home/ana decline')).toBe(
    '<answer m.content.text> <answer r.roots.uri> decline',
  );
});
