const LIMIT = 300;

/** Control characters, ANSI escapes and bidi overrides of a hostile server must not reach a terminal, not even through an error. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/gu;

const toEscape = (hidden: string): string => `\\u${hidden.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** Text of the server, on one line, with nothing in it that a terminal would obey. */
export const harmless = (text: string): string => text.replace(HIDDEN, '\ufffd');

/** JSON on one line, with its hidden characters escaped: the same value, and nothing in it that a terminal would obey. */
export const harmlessJson = (json: string): string => json.replace(HIDDEN, toEscape);

/** Text of the server, made safe and short enough for an error message. */
export function printable(text: string): string {
  const shown = harmless(text.slice(0, LIMIT));
  return text.length > LIMIT ? `${shown}…` : shown;
}
