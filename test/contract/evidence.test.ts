import { describe, expect, it } from 'vitest';
import { Redactor } from '../../src/contract/evidence/redactor.js';

const knowing = (responses: Readonly<Record<string, unknown>>): Redactor => {
  const redactor = new Redactor();
  redactor.learn(responses);
  return redactor;
};

const accepted = (content: Readonly<Record<string, unknown>>) => ({ ask: { action: 'accept', content } });

describe('what a report shows of answers', () => {
  it.each([
    ['a number', { pin: 918_273_645 }, 'Your number is 918273645.'],
    ['a text on more than one line', { note: 'first line\nsecond line' }, 'You said: first line second line'],
    ['a text in JSON', { note: 'so "quoted" and\nbroken' }, String.raw`{"note":"so \"quoted\" and\nbroken"}`],
    ['a text in an address', { name: 'Ana Pérez' }, 'https://example.com/?q=Ana%20P%C3%A9rez'],
    ['a text that was cut short', { name: 'Zenobia the Great' }, 'ended with a result "Done for Zenobia th…"'],
  ])('is not %s', (_, content, said) => {
    const shown = knowing(accepted(content)).text(said);
    expect(shown).toContain('[answer]');
    expect(shown).not.toMatch(/918273645|first line|quoted|Ana|Zenobia/);
  });

  it('is no number in a result, either', () => {
    const received = knowing(accepted({ pin: 918_273_645 })).received({ result: { pin: 918_273_645, other: 7 } });
    expect(received.result).toEqual({ pin: '[answer]', other: 7 });
  });

  it('is what a model or a folder was called neither, and words of the protocol stay', () => {
    const redactor = knowing({
      title: { role: 'assistant', content: { type: 'text', text: 'a secret title' }, model: 'm' },
      where: { roots: [{ uri: 'file:///home/ana' }] },
    });
    expect(redactor.text('text "a secret title" in file:///home/ana')).toBe('text "[answer]" in [answer]');
    const sent = redactor.sent({ inputResponses: { where: { roots: [{ uri: 'file:///home/ana' }] } } });
    expect(JSON.stringify(sent)).not.toContain('ana');
  });
});

it('cuts what is nested deeper than any report shows', () => {
  let deep: unknown = {};
  for (let level = 0; level < 20_000; level += 1) deep = { a: [deep] };
  const redactor = new Redactor();
  expect(JSON.stringify(redactor.received({ result: deep }))).toContain('nested too deeply');
  expect(JSON.stringify(redactor.sent({ inputResponses: { ask: deep } }))).toContain('nested too deeply');
});

describe('what a report shows of states', () => {
  const state = 'eyJhbGciOiJIUzI1NiJ9.eyJmbG93IjoiYSJ9.c2lnbmF0dXJl';

  it.each([
    ['whole', `Invalid state ${state} here`, 'Invalid state [state] here'],
    ['cut short', `Invalid state ${state.slice(0, 30)}…`, 'Invalid state [state]'],
    ['changed', `Invalid state ${state}x here`, 'Invalid state [state] here'],
  ])('is none that the server repeats %s', (_, said, shown) => {
    const redactor = new Redactor();
    redactor.received({ result: { requestState: state } });
    expect(redactor.text(said)).toBe(shown);
  });

  it('a short state is a word, and words stay', () => {
    const redactor = new Redactor();
    redactor.received({ result: { requestState: 'prepared' } });
    expect(redactor.text('It is prepared.')).toBe('It is prepared.');
  });
});
