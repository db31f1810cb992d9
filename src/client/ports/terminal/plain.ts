import type { Writable } from 'node:stream';
import { type Announcement, describeField } from '../announcement.js';
import type { Field } from '../field.js';
import type { FieldDesk, Reply, Start } from '../fields.js';
import type { Texts } from '../texts/index.js';
import { bodyOf, descriptionOf, headingOf, type Look } from './layout.js';
import type { Lines } from './lines.js';

const MARK = '  | ';
const TRIES = 3;
/** Options that are listed; all of them can be taken. */
const MAX_ROWS = 100;

const STARTS: ReadonlyMap<string, Start> = new Map([
  ['', 'answer'],
  ...['n', 'no', 'não', 'nao', 'decline'].map((word) => [word, 'decline'] as const),
  ...['q', 'quit', 'cancel'].map((word) => [word, 'cancel'] as const),
]);

/** Where plain lines are read and written. */
export interface PlainSeat {
  readonly lines: Lines;
  readonly output: Writable;
  /** Whether a person sees what they type: else a line break is missing after each prompt. */
  readonly echoes: boolean;
  readonly columns: number;
}

const isNumber = (text: string): boolean => /^\d{1,4}$/.test(text);

/** What a number or a name in a list stands for; a name wins over a position. */
function pick({ options }: Field, typed: string): string | undefined {
  const text = typed.trim();
  const named = options.find(({ value, label }) => value === text || label === text);
  if (named !== undefined || !isNumber(text)) return named?.value;
  return options[Number(text) - 1]?.value;
}

/** Asks with whole lines: for pipes, dumb terminals and screen readers. No colour, no movement of the cursor. */
export class PlainDesk implements FieldDesk {
  readonly #seat: PlainSeat;
  readonly #texts: Texts;
  readonly #signal: AbortSignal;

  constructor(seat: PlainSeat, texts: Texts, signal: AbortSignal) {
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
    this.#write(below.map((line) => `${MARK}${line}`.trimEnd()));
    await this.#seat.lines.forgetTypedAhead();
    const how = { fields: texts.start, nothing: texts.startAccept, address: texts.startAddress }[announcement.wants];
    for (let tries = 0; tries < TRIES; tries += 1) {
      const line = await this.#read(tries === 0 ? how : texts.startAgain);
      if (line === undefined) return 'cancel';
      const start = STARTS.get(line.trim().toLowerCase());
      if (start !== undefined) return start;
    }
    this.say(texts.notUnderstood);
    return 'cancel';
  }

  text(field: Field): Promise<Reply> {
    return this.#ask(field, []);
  }

  yesNo(field: Field): Promise<Reply> {
    return this.#ask(field, []);
  }

  choose(field: Field): Promise<Reply> {
    return this.#ask(field, [...this.#options(field), this.#texts.pickOne], (line) => {
      const value = pick(field, line);
      return value === undefined ? { kind: 'text', text: line } : { kind: 'picked', value };
    });
  }

  several(field: Field): Promise<Reply> {
    return this.#ask(field, [...this.#options(field), this.#texts.pickSeveral], (line) => {
      const whole = pick(field, line);
      if (whole !== undefined) return { kind: 'picked', value: [whole] };
      const values = line.split(',').flatMap((part) => pick(field, part) ?? []);
      const all = values.length === line.split(',').filter((part) => part.trim() !== '').length;
      return all ? { kind: 'picked', value: values } : { kind: 'text', text: line };
    });
  }

  say(note: string): void {
    this.#write([note]);
  }

  #options({ options }: Field): string[] {
    const rows = options.slice(0, MAX_ROWS).map(({ label }, at) => `${MARK}${at + 1}) ${label}`);
    return options.length > MAX_ROWS ? [...rows, MARK + this.#texts.moreFields(options.length - MAX_ROWS)] : rows;
  }

  async #ask(
    field: Field,
    above: readonly string[],
    read: (line: string) => Reply = (text) => ({ kind: 'text', text }),
  ): Promise<Reply> {
    const description = descriptionOf(field, this.#seat.columns - MARK.length);
    this.#write(['', describeField(field, this.#texts), ...description.map((line) => `${MARK}${line}`), ...above]);
    const line = await this.#read('>');
    if (line === undefined) return { kind: 'cancel' };
    return line.trim() === '' ? { kind: 'empty' } : read(line);
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
