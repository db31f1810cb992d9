import { describe, expect, it } from 'vitest';
import { readAsk } from '../../src/protocol/ask.js';
import { shown, shownLine } from '../../src/shown/terminal.js';
import { printable } from '../../src/shown/line.js';
import { harmlessJson } from '../../src/shown/json.js';
import { unprintable } from '../../src/contract/checks/forms/text.js';
import { formatRecording, parseRecording } from '../../src/recording/index.js';
import type { Recording } from '../../src/recording/recording.js';
import { jsonReport } from '../../src/contract/report/json.js';
import { junitReport } from '../../src/contract/report/junit.js';
import { markdownReport } from '../../src/contract/report/markdown.js';
import { textReport } from '../../src/contract/report/text.js';
import { rawJson } from '../../src/panel/calls/ending.js';
import { Mask } from '../../src/shown/mask.js';
import { visible } from '../../src/invisible-characters.js';
import { resultOf, viewOf } from '../contract/report/view.js';

/** One of each kind of character that nobody sees. */
const UNSEEN = [
  0x0000, 0x0008, 0x007f, 0x0085, 0x009b, 0x00ad, 0x034f, 0x061c, 0x115f, 0x1160, 0x17b4, 0x180b, 0x180e, 0x200b,
  0x200c, 0x200d, 0x200e, 0x2028, 0x2029, 0x202e, 0x2060, 0x2061, 0x2064, 0x2066, 0x206f, 0x2800, 0x3164, 0xd800,
  0xdfff, 0xfe00, 0xfe0e, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffb, 0xfffc, 0xffff, 0x1d159, 0x1d173, 0xe0001, 0xe0041,
  0xe007f, 0xe0100, 0xe01ef,
].map((code) => ({
  code,
  hex: code.toString(16).toUpperCase().padStart(4, '0'),
  character: String.fromCodePoint(code),
}));

/** Controls and line ends are taken out of what a terminal shows, not spelled out. */
const TAKEN_OUT = new Set([0x0000, 0x0008, 0x007f, 0x0085, 0x009b, 0x2028, 0x2029]);

describe('F79 a character that nobody sees is spelled out everywhere', () => {
  it.each(UNSEEN)('U+$hex', async ({ code, hex, character }) => {
    const text = `pay${character}pal`;
    const spelled = `pay⟨U+${hex}⟩pal`;
    expect(visible(text)).toBe(spelled);
    expect(printable(text)).toBe(spelled);
    if (!TAKEN_OUT.has(code)) expect([shown(text), shownLine(text)]).toEqual([spelled, spelled]);
    expect([shown(text), shownLine(text)].join('')).not.toContain(character);

    const view = viewOf([resultOf(0, { message: text, case: text })], { server: { name: text, version: '1' } });
    for (const report of [textReport(view), markdownReport(view), junitReport(view)]) {
      expect(report.split(spelled).length).toBeGreaterThan(3);
      expect(report).not.toContain(character);
    }
    for (const json of [jsonReport(view), harmlessJson(JSON.stringify([text])), rawJson([text], new Mask())]) {
      expect(json).not.toContain(character);
      expect(json).toMatch(/pay(?:\\u[\da-f]{4}|\\b){1,2}pal/u);
      expect(JSON.stringify(JSON.parse(json))).toContain(JSON.stringify(text));
    }

    const origin = { key: 'k', path: 'k', server: { name: 'test' } };
    const ask = readAsk(
      { method: 'elicitation/create', params: { message: text, requestedSchema: { type: 'object', properties: {} } } },
      origin,
    );
    expect(unprintable(ask)).toBe(`message has U+${hex}`);

    const end = { kind: 'result', isError: false, text } as const;
    const recording: Recording = { recording: 1, revision: '2026-07-28', call: { tool: text }, rounds: [], end };
    for (const format of ['yaml', 'json'] as const) {
      const file = await formatRecording(recording, { format });
      expect(file).not.toContain(character);
      expect(await parseRecording(file)).toEqual(recording);
    }
  });

  it.each([
    ['emoji', '👩‍👧 ❤️‍🔥 ⚠️ 1️⃣ 🏴󠁧󠁢󠁷󠁬󠁳󠁿 🏴‍☠️ 🇪🇸 👍🏽'],
    ['Persian', 'می‌خواهم'],
    ['Hindi and Malayalam', 'क्‍ष अक्‌ष അവന്‍'],
    ['accents, spaces of typography, other scripts', 'Olá, ação l’été à 5 % 日本　語 مرحبا שלום'],
  ])('what belongs to a word or an emoji stays: %s', (_name, text) => {
    expect(visible(text)).toBe(text);
    expect([printable(text), shown(text), harmlessJson(text)]).toEqual([text, text, text]);
  });

  it.each([
    ['a joiner between letters', 'a\u200db', 'a⟨U+200D⟩b'],
    ['a selector on what is no emoji', '1\ufe0f', '1⟨U+FE0F⟩'],
    ['a second selector', '⚠\ufe0f\ufe0f', '⚠\ufe0f⟨U+FE0F⟩'],
    ['an emoji that is not finished', '👩\u200d', '👩⟨U+200D⟩'],
    ['text in the tags of a flag', '🏴\u{e0061}\u{e0062}\u{e007f}', '🏴⟨U+E0061⟩⟨U+E0062⟩⟨U+E007F⟩'],
    ['two joiners in Persian', 'می\u200c\u200cخ', 'می⟨U+200C⟩⟨U+200C⟩خ'],
  ])('%s does not hide there', (_name, text, spelled) => {
    expect(visible(text)).toBe(spelled);
  });

  it('half of a character that was cut is no lone surrogate', () => {
    expect(printable(`${'a'.repeat(299)}😀`)).toBe(`${'a'.repeat(299)}…`);
  });

  it('line breaks and tabs of a text on one line are shown as such', () => {
    expect(printable('one\r\ntwo\n\tthree')).toBe('one↵two↵ three');
    expect(shown('one\r\n\ttwo')).toBe('one\n  two');
  });
});
