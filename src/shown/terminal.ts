import { cutAt, visible } from '../invisible-characters.js';

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

const clean = (text: string): string =>
  visible(text.replace(ESCAPES, '').replace(BREAKS, '\n').replaceAll('\t', '  ').replace(CONTROLS, ''));

const notShown = (characters: number): string => `(${characters} more characters are not shown)`;

/**
 * Text of a server, made safe for a terminal at full length: control characters and ANSI escapes are gone, bidi overrides
 * and other characters that nobody sees are spelled out, line breaks stay, and a text without end gets one.
 */
export function shown(text: unknown, limits: ShownLimits = {}): string {
  if (typeof text !== 'string') return '';
  const { characters = CHARACTERS, lines = LINES, more = notShown } = limits;
  const whole = clean(cutAt(text, characters * LOOK))
    .replace(/\n{4,}/g, '\n\n\n')
    .trim();
  const kept = cutAt(whole, characters).split('\n').slice(0, lines).join('\n');
  const missing = whole.length - kept.length + Math.max(0, text.length - characters * LOOK);
  return missing === 0 ? kept : `${kept}\n${more(missing)}`;
}

/** The same for a text that has one line: a name, a title, an option. */
export function shownLine(text: unknown, limit = LINE_CHARACTERS): string {
  if (typeof text !== 'string') return '';
  const line = clean(cutAt(text, limit * LOOK))
    .replace(/\s+/gu, ' ')
    .trim();
  return line.length > limit || text.length > limit * LOOK ? `${cutAt(line, limit)}…` : line;
}

/** Whether {@link shown} leaves some of the text out. */
export function isCut(text: string, limits: ShownLimits): boolean {
  let cut = false;
  shown(text, {
    ...limits,
    more() {
      cut = true;
      return '';
    },
  });
  return cut;
}

/** The same for {@link shownLine}. */
export const isCutLine = (text: string, limit: number): boolean =>
  text.length > limit * LOOK || shownLine(text, limit) !== shownLine(text, Infinity);
