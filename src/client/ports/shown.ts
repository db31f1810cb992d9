/** How much of a text a person is shown. */
export interface ShownLimits {
  /** Characters, 4000 by default. */
  readonly characters?: number;
  /** Lines, 100 by default. */
  readonly lines?: number;
  /** Says that some is missing; in English by default. */
  readonly more?: (characters: number) => string;
}

const CHARACTERS = 4000;
const LINES = 100;
const LINE_CHARACTERS = 200;

/** Nothing beyond this many times the limit is looked at: a text of escapes only must not cost more than one of letters. */
const LOOK = 4;

const escapes = (): RegExp => {
  const command = String.raw`(?:\u001b\[|\u009b)[0-?]*[ -/]*[@-~]`;
  const text = String.raw`(?:\u001b[\]P^_X]|[\u0090\u0098\u009d-\u009f])[^\u0007\u001b\u0080-\u009f]*(?:\u0007|\u001b\\|\u009c)`;
  const other = String.raw`\u001b[ -/]*[0-~]?`;
  return new RegExp(`${command}|${text}|${other}`, 'gu');
};

/** ANSI escapes: commands, texts for the terminal (titles, links, clipboard), and the rest. */
const ESCAPES = escapes();
const BREAKS = /\r\n?|[\v\f\u0085\u2028\u2029]/gu;
const CONTROLS = /(?!\n)\p{Cc}/gu;
/** Joiners and soft hyphens belong to words and emoji; every other format character can make a text read as another one. */
const UNSEEN = /(?![\u00ad\u200c\u200d])\p{Cf}|[\u115f\u1160\u3164\uffa0]|[\u{e0100}-\u{e01ef}]/gu;
const LONE = /\p{Cs}/gu;

const visible = (character: string): string =>
  `⟨U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}⟩`;

function clean(text: string): string {
  return text
    .replace(ESCAPES, '')
    .replace(BREAKS, '\n')
    .replaceAll('\t', '  ')
    .replace(CONTROLS, '')
    .replace(UNSEEN, visible)
    .replace(LONE, '\ufffd');
}

const notShown = (characters: number): string => `(${characters} more characters are not shown)`;

/** Cuts at a limit, and never through a character. */
const cut = (text: string, limit: number): string => text.slice(0, limit).replace(/[\ud800-\udbff]$/, '');

/**
 * Text of a server, made safe for a terminal at full length: control characters and ANSI escapes are gone, bidi overrides
 * and other characters that nobody sees are spelled out, line breaks stay, and a text without end gets one.
 */
export function shown(text: unknown, limits: ShownLimits = {}): string {
  if (typeof text !== 'string') return '';
  const { characters = CHARACTERS, lines = LINES, more = notShown } = limits;
  const whole = clean(text.slice(0, characters * LOOK))
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
  const kept = cut(whole, characters).split('\n').slice(0, lines).join('\n');
  const missing = whole.length - kept.length + Math.max(0, text.length - characters * LOOK);
  return missing === 0 ? kept : `${kept}\n${more(missing)}`;
}

/** The same for a text that has one line: a name, a title, an option. */
export function shownLine(text: unknown, limit = LINE_CHARACTERS): string {
  if (typeof text !== 'string') return '';
  const line = clean(text.slice(0, limit * LOOK))
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length > limit || text.length > limit * LOOK ? `${cut(line, limit)}…` : line;
}
