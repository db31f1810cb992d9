const LIMIT = 300;

/** Control characters, ANSI escapes and bidi overrides of a hostile server must not reach a terminal through an error. */
const HIDDEN = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/** Text of the server, made safe and short enough for an error message. */
export function printable(text: string): string {
  const shown = text.slice(0, LIMIT).replace(HIDDEN, '\ufffd');
  return text.length > LIMIT ? `${shown}…` : shown;
}
