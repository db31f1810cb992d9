import type { Writable } from 'node:stream';
import { type Announcement, describeField } from '../announcement.js';
import type { Field } from '../field.js';
import type { FieldPrompts, FieldReply, Start } from '../fields.js';
import type { Texts } from '../texts/index.js';
import { bodyOf, descriptionOf, headingOf, type Look, wrap } from './layout.js';
import type { Lines } from './lines.js';
import { pickOne, pickSeveral } from './pick.js';

const MARK = '  | ';
const TRIES = 3;
/** Lines of a screen that the heading and the prompt take. */
const KEPT_ROWS = 6;

const STARTS: ReadonlyMap<string, Start> = new Map([
  ['', 'answer'],
  ...['n', 'no', 'não', 'nao', 'decline'].map((word) => [word, 'decline'] as const),
  ...['q', 'quit', 'cancel'].map((word) => [word, 'cancel'] as const),
]);

export interface PlainTerminal {
  readonly lines: Lines;
  readonly output: Writable;
  /** Whether a person sees what they type: else a line break is missing after each prompt. */
  readonly echoes: boolean;
  readonly columns: number;
  /** How much a screen holds at once; `undefined` where there is none, as through a pipe. */
  readonly rows: number | undefined;
}

/** Asks with whole lines: for pipes, dumb terminals and screen readers. No colour, no movement of the cursor. */
export class PlainPrompts implements FieldPrompts {
  readonly #seat: PlainTerminal;
  readonly #texts: Texts;
  readonly #signal: AbortSignal;

  constructor(seat: PlainTerminal, texts: Texts, signal: AbortSignal) {
    this.#seat = seat;
    this.#texts = texts;
    this.#signal = signal;
  }

  async announce(announcement: Announcement): Promise<Start> {
    const texts = this.#texts;
    const look: Look = {
      columns: this.#seat.columns - MARK.length,
      strong: (text) => text,
      warning: (text) => `! ${text}`,
    };
    const [who = '', ...more] = headingOf(announcement, texts, look.columns);
    this.#write(['', who]);
    const below = [...more, ...(more.length === 0 ? [] : ['']), ...bodyOf(announcement, texts, look)];
    const size = Math.max(1, (this.#seat.rows ?? Infinity) - KEPT_ROWS);
    for (let at = 0; at < below.length; at += size) {
      this.#write(below.slice(at, at + size).map((line) => `${MARK}${line}`.trimEnd()));
      const left = below.length - at - size;
      const start = left > 0 ? await this.#start(`Enter: ${texts.readOn(left)}`, true) : 'answer';
      if (start !== 'answer') return start;
    }
    const how = { fields: texts.start, nothing: texts.startAccept, address: texts.startAddress }[announcement.wants];
    return this.#start(announcement.isWhole ? how : texts.startTooLong, announcement.isWhole);
  }

  /** Enter, n or q; `mayGoOn` says whether Enter is one of them. */
  async #start(how: string, mayGoOn: boolean): Promise<Start> {
    const texts = this.#texts;
    await this.#seat.lines.forgetTypedAhead();
    for (let tries = 0; tries < TRIES; tries += 1) {
      const line = await this.#read(tries === 0 || !mayGoOn ? how : texts.startAgain);
      if (line === undefined) return 'cancel';
      const start = STARTS.get(line.trim().toLowerCase());
      if (start !== undefined && (mayGoOn || start !== 'answer')) return start;
    }
    this.say(texts.notUnderstood);
    return 'cancel';
  }

  async ask(field: Field): Promise<FieldReply> {
    const texts = this.#texts;
    const columns = this.#seat.columns - MARK.length;
    const options = field.options.flatMap(({ label }, at) => wrap(`${at + 1}) ${label}`, columns));
    const marked = [...descriptionOf(field, columns), ...options].map((line) => MARK + line);
    const how: Partial<Record<Field['kind'], string>> = { choice: texts.pickOne, several: texts.pickSeveral };
    this.#write(['', describeField(field, texts), ...marked, how[field.kind] ?? []].flat());
    const line = await this.#read('>');
    if (line === undefined) return { kind: 'cancel' };
    if (line.trim() === '') return { kind: 'empty' };
    if (field.kind === 'choice') return pickOne(field, line, texts);
    return field.kind === 'several' ? pickSeveral(field, line, texts) : { kind: 'text', text: line };
  }

  say(note: string): void {
    this.#write([note]);
  }

  async #read(prompt: string): Promise<string | undefined> {
    this.#seat.output.write(`${prompt} `);
    let line: string | undefined;
    try {
      line = await this.#seat.lines.next(this.#signal);
      return line;
    } finally {
      if (!this.#seat.echoes || line === undefined) this.#seat.output.write('\n');
    }
  }

  #write(lines: readonly string[]): void {
    this.#seat.output.write(`${lines.join('\n')}\n`);
  }
}
