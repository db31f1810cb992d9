import { describe, expect, it } from 'vitest';
import { shown, shownLine } from '../../../src/shown/terminal.js';
import { CONSTANT, growth } from '../../growth.js';

const ESC = '\u001b';

describe('F46 text of a server', () => {
  it.each([
    ['a colour', `${ESC}[31mred${ESC}[0m`, 'red'],
    ['a colour in one byte', '\u009b31mred', 'red'],
    ['a cursor that goes up', `one${ESC}[1A${ESC}[2Ktwo`, 'onetwo'],
    ['a title of the window', `a${ESC}]0;evil\u0007b`, 'ab'],
    ['a link', `${ESC}]8;;https://evil.example${ESC}\\click${ESC}]8;;${ESC}\\`, 'click'],
    ['the clipboard', `${ESC}]52;c;cm0gLXJm\u0007x`, 'x'],
    ['a device string', `a${ESC}Pq#0${ESC}\\b`, 'ab'],
    ['a reset', `a${ESC}cb`, 'ab'],
    ['an escape at the end', `a${ESC}`, 'a'],
    ['a text for the terminal without an end', `a${ESC}]0;b`, 'a0;b'],
    ['a bell, a backspace, a null', 'a\u0007\u0008\u0000b', 'ab'],
    ['a lone carriage return', 'safe\revil', 'safe\nevil'],
    ['line breaks of all kinds', 'a\r\nb\u2028c\u0085d\ve', 'a\nb\nc\nd\ne'],
    ['a tab', 'a\tb', 'a  b'],
    ['a lone surrogate', 'a\ud800b', 'a⟨U+D800⟩b'],
  ])('%s', (_name, text, safe) => {
    expect(shown(text)).toBe(safe);
  });

  it.each([
    ['an override', 'pay \u202e001 RUE', 'pay ⟨U+202E⟩001 RUE'],
    ['an isolate', '\u2066a\u2069', '⟨U+2066⟩a⟨U+2069⟩'],
    ['a mark', 'a\u200eb\u200fc\u061c', 'a⟨U+200E⟩b⟨U+200F⟩c⟨U+061C⟩'],
    ['a space without width', 'pay\u200bpal', 'pay⟨U+200B⟩pal'],
    ['a tag that nobody sees', 'a\u{e0041}', 'a⟨U+E0041⟩'],
  ])('%s is made visible', (_name, text, safe) => {
    expect(shown(text)).toBe(safe);
  });

  it('emoji, accents and other scripts stay as they are', () => {
    const text = 'Olá, ação 👩‍👧 日本 مرحبا';
    expect(shown(text)).toBe(text);
  });

  it('a long text ends with a note and not inside a character', () => {
    const text = shown(`${'a'.repeat(3999)}😀${'b'.repeat(6000)}`);
    expect(text).toMatch(/^a{3999}\n\(6002 more characters are not shown\)$/);
    expect(shown('x\n'.repeat(5000)).split('\n').length).toBeLessThanOrEqual(101);
  });

  it.each([`${ESC}]`, `${ESC}[`, '\u0090', '\u009b', 'a', '\n', `${ESC} `])(
    'a text of millions of %j costs no more than a long one',
    async (part) => {
      const grown = await growth(125_000, (size) => {
        const text = Buffer.from(part.repeat(size)).toString();
        return () => shown(text);
      });
      expect(grown).toBeLessThan(CONSTANT);
    },
  );

  it('a line has no breaks and is short', () => {
    expect(shownLine(` a\n\n${ESC}[2Jb\tc `)).toBe('a b c');
    expect(shownLine('n'.repeat(500))).toBe(`${'n'.repeat(200)}…`);
  });

  it('what is no text shows as nothing', () => {
    for (const value of [undefined, null, 7, {}, ['a']]) expect([shown(value), shownLine(value)]).toEqual(['', '']);
  });
});
