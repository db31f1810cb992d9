import { cutAt, spelledOut, spellUnseen } from '../invisible-characters.js';

const LIMIT = 300;

/** Line breaks and tabs of a text that gets one line. */
const LAYOUT: Readonly<Record<string, string>> = { '\n': '↵', '\t': ' ' };

/** Text of the server, on one line, with nothing in it that a terminal would obey or that nobody sees. */
export const harmless = (text: string): string =>
  spellUnseen(text.replaceAll('\r\n', '\n'), (unseen) => LAYOUT[unseen] ?? spelledOut(unseen));

/** Text of the server, made safe and short enough for an error message. */
export function printable(text: string): string {
  const shown = harmless(cutAt(text, LIMIT));
  return text.length > LIMIT ? `${shown}…` : shown;
}
