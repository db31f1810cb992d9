import { cutAt, escaped, spelledOut, spellUnseen } from './text.js';

const LIMIT = 300;

/** Line breaks and tabs of a text that gets one line. */
const LAYOUT: Readonly<Record<string, string>> = { '\n': '↵', '\t': ' ' };

/** Text of the server, on one line, with nothing in it that a terminal would obey or that nobody sees. */
export const harmless = (text: string): string =>
  spellUnseen(text.replaceAll('\r\n', '\n'), (unseen) => LAYOUT[unseen] ?? spelledOut(unseen));

/** What a CI takes for a command anywhere in a line; the first character gives way to its escape. */
const COMMAND = /#(?=#(?:vso|teamcity)?\[)/giu;

/**
 * JSON with what nobody sees escaped: the same value, and nothing in it that a terminal or a CI would obey. A line break can only
 * stand between members.
 */
export const harmlessJson = (json: string): string =>
  spellUnseen(json, (unseen) => (unseen === '\n' ? unseen : escaped(unseen))).replace(COMMAND, escaped);

/** JSON for people and programs. */
export const prettyJson = (value: unknown): string => harmlessJson(JSON.stringify(value, null, 2));

/** Text of the server, made safe and short enough for an error message. */
export function printable(text: string): string {
  const shown = harmless(cutAt(text, LIMIT));
  return text.length > LIMIT ? `${shown}…` : shown;
}
