/**
 * What nobody sees: controls, format characters (zero width, bidi, tags, interlinear annotation), whatever a font may ignore
 * (soft hyphen, fillers, joiners, variation selectors), line and paragraph separators, lone surrogates, noncharacters, and
 * glyphs that are blank. Format characters of Arabic and Kaithi that have a glyph are left out.
 */
const UNSEEN =
  String.raw`[[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}\p{Noncharacter_Code_Point}` +
  String.raw`\u2800\ufffc\u{16fe4}\u{1d159}]--[\u0600-\u0605\u06dd\u0890\u0891\u08e2\u{110bd}\u{110cd}]]`;

const INDIC = String.raw`\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca`;

/** An emoji of several characters as Unicode recommends it; the look ahead is for speed. */
const EMOJI = String.raw`(?=\p{Emoji}\p{Emoji_Modifier}?[\u200d\ufe0f\u{e0060}-\u{e007f}])\p{RGI_Emoji}`;

/**
 * Where such a character belongs to what is seen: in an emoji, in Persian and its neighbours between two letters, and behind the
 * virama of an Indic script (RFC 5892, A.1 and A.2).
 */
const SEEN = String.raw`${EMOJI}|(?<=\p{Script=Arabic})\u200c(?=\p{Script=Arabic})|(?<=[${INDIC}])[\u200c\u200d]`;

const ANY = new RegExp(UNSEEN, 'v');
const EVERY = new RegExp(UNSEEN, 'gv');
const EACH = new RegExp(`${SEEN}|(?<unseen>${UNSEEN})`, 'gv');

/** Puts what `spell` says in place of each character that nobody sees. All that is shown of a server, anywhere, goes through here. */
export function spellUnseen(text: string, spell: (character: string) => string): string {
  if (!ANY.test(text)) return text;
  return text.replace(EACH, (found: string, unseen: string | undefined) =>
    unseen === undefined ? found : spell(unseen),
  );
}

/** A text without such characters, also where they belong to what is seen: two emoji that differ in those look alike. */
export const withoutUnseen = (text: string): string => text.replace(EVERY, '');

/** The first character that nobody sees. */
export function firstUnseen(text: string): string | undefined {
  if (!ANY.test(text)) return undefined;
  return [...text.matchAll(EACH)].find(({ groups }) => groups?.['unseen'] !== undefined)?.[0];
}

/** The code point of a character: `U+200B`. */
export const codePoint = (character: string): string =>
  `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;

/** A character spelled out, for people. */
export const spelledOut = (character: string): string => `⟨${codePoint(character)}⟩`;

/** A character as JSON and JavaScript escape it. */
export const escaped = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => character.charCodeAt(at))
    .map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`)
    .join('');

/** Text of several lines in which what nobody sees is spelled out. */
export const visible = (text: string): string =>
  spellUnseen(text, (character) => (character === '\n' ? character : spelledOut(character)));

/** The first characters of a text; never half of one. */
export const cutAt = (text: string, limit: number): string => text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');
