import { type Announcement, describeField } from '../announcement.js';
import type { Field } from '../field.js';
import type { Texts } from '../texts/index.js';

export interface Look {
  readonly columns: number;
  /** Who asks, and the host of an address. */
  readonly strong: (text: string) => string;
  readonly warning: (text: string) => string;
}

/** Letters of East Asian scripts and emoji take two columns. */
const widthOf = (character: string): number => ((character.codePointAt(0) ?? 0) >= 0x11_00 ? 2 : 1);

const wide = (text: string): number => Array.from(text, widthOf).reduce((sum, width) => sum + width, 0);

function cutWord(word: string, width: number): string[] {
  const parts = [''];
  let used = 0;
  for (const character of word) {
    used += widthOf(character);
    if (used > width) {
      parts.push('');
      used = widthOf(character);
    }
    parts[parts.length - 1] += character;
  }
  return parts;
}

function wrapParagraph(paragraph: string, width: number): string[] {
  const lines = [''];
  for (const word of paragraph.match(/\s+|\S+/gu) ?? []) {
    const line = lines.at(-1) ?? '';
    if (wide(line) + wide(word) <= width) lines[lines.length - 1] = line + word;
    else if (/\S/u.test(word)) lines.push(...cutWord(word, width));
  }
  return lines.map((line) => line.trimEnd()).filter((line, at) => line !== '' || at > 0 || lines.length === 1);
}

/**
 * Breaks text into lines that fit, so that every line of a server's text can have our mark before it.
 *
 * INVARIANT: no line of a server can pass for one of ours, whatever it is padded with.
 */
export function wrap(text: string, columns: number): string[] {
  const width = Math.max(columns, 20);
  return text.split('\n').flatMap((paragraph) => wrapParagraph(paragraph, width));
}

function addressLines({ address }: Announcement, texts: Texts, { columns, strong, warning }: Look): string[] {
  if (address === undefined) return [];
  const { href, host, reads } = address;
  return [
    '',
    ...wrap(`${texts.address}: ${href}`, columns),
    `${texts.host}: ${strong(host)}`,
    ...(reads === undefined ? [] : wrap(texts.punycode(reads), columns).map(warning)),
    ...wrap(texts.openYourself, columns),
  ];
}

function fieldLines({ fields, fieldsNotShown, leftOut }: Announcement, texts: Texts, look: Look): string[] {
  const missing = leftOut.length === 0 ? [] : ['', ...wrap(texts.leftOut(leftOut.join(', ')), look.columns)];
  if (fields.length === 0) return missing;
  const secrets = fields.filter(({ secret }) => secret);
  return [
    '',
    texts.fields,
    ...fields.flatMap((field) => wrap(`- ${describeField(field, texts)}`, look.columns)),
    ...(fieldsNotShown > 0 ? [texts.moreFields(fieldsNotShown)] : []),
    ...secrets.flatMap(({ label }) => wrap(texts.secret(label), look.columns).map(look.warning)),
    ...missing,
  ];
}

export function bodyOf(announcement: Announcement, texts: Texts, look: Look): string[] {
  return [
    ...wrap(announcement.message, look.columns),
    ...addressLines(announcement, texts, look),
    ...fieldLines(announcement, texts, look),
  ];
}

/** Who asks, and in what. The names are the server's, so every line but the first gets our mark too. */
export const headingOf = ({ who, target }: Announcement, texts: Texts, columns: number): string[] =>
  wrap(texts.asks(who, target), columns);

export const descriptionOf = ({ description }: Field, columns: number): string[] =>
  description === '' ? [] : wrap(description, columns);
