import type { Readable, Writable } from 'node:stream';
import { onAbort } from '../../abort.js';
import { type Announcement, describeField } from '../announcement.js';
import type { Field } from '../field.js';
import type { FieldPrompts, FieldReply, Start } from '../fields.js';
import type { Texts } from '../texts/index.js';
import { alsoYes, forgetTypedAhead, type OnKey, takeHighlighted } from './keys.js';
import { bodyOf, descriptionOf, headingOf, type Look } from './layout.js';

export type Clack = typeof import('@clack/prompts');

export interface RichTerminal {
  readonly clack: Clack;
  readonly input: Readable & { setRawMode(raw: boolean): unknown };
  readonly output: Writable & { readonly columns?: number | undefined; readonly rows?: number | undefined };
}

interface Common {
  readonly input: Readable;
  readonly output: Writable;
  readonly signal: AbortSignal;
}

const CANCELLED = Symbol('cancelled');
type Given<T> = Exclude<T, symbol> | typeof CANCELLED;

const ENDS = ['end', 'close', 'error'];
const ENTER = '↵';
const LEFT_OUT = -1;
const DEFAULT_ROWS = 24;
/** Lines of a screen that the heading and the keys take. */
const KEPT_ROWS = 8;

const bold = (text: string): string => `\u001b[1m${text}\u001b[22m`;
const yellow = (text: string): string => `\u001b[33m${text}\u001b[39m`;

/** Asks with lists, marks and single keys. Esc cancels the question, Ctrl-C the call. */
export class RichPrompts implements FieldPrompts {
  readonly #seat: RichTerminal;
  readonly #texts: Texts;
  readonly #signal: AbortSignal;
  readonly #interrupt: () => void;

  constructor(seat: RichTerminal, texts: Texts, signal: AbortSignal, interrupt: () => void) {
    this.#seat = seat;
    this.#texts = texts;
    this.#signal = signal;
    this.#interrupt = interrupt;
  }

  async announce(announcement: Announcement): Promise<Start> {
    const { clack } = this.#seat;
    const texts = this.#texts;
    const look: Look = { columns: this.#columns(), strong: bold, warning: yellow };
    const [who = '', ...more] = headingOf(announcement, texts, this.#columns()).map(bold);
    this.#write(`\n${clack.S_BAR_START}  ${who}\n`);
    const lines = [...more, '', ...bodyOf(announcement, texts, look)];
    const size = Math.max(1, (this.#seat.output.rows ?? DEFAULT_ROWS) - KEPT_ROWS);
    for (let at = 0; at < lines.length; at += size) {
      this.#bar(lines.slice(at, at + size));
      const left = lines.length - at - size;
      const start = left > 0 ? await this.#start(announcement.who, texts.readOn(left)) : 'answer';
      if (start !== 'answer') return start;
    }
    if (!announcement.isWhole) this.say(texts.startTooLong);
    const how = { fields: texts.answer, nothing: texts.accept, address: texts.done }[announcement.wants];
    return this.#start(announcement.who, announcement.isWhole ? how : undefined);
  }

  /** Enter where there is something to go on with, n or q. What was typed before this was on the screen is no answer to it. */
  async #start(message: string, goOn: string | undefined): Promise<Start> {
    const { clack, input } = this.#seat;
    const options = [
      ...(goOn === undefined ? [] : [{ value: ENTER, label: goOn }]),
      { value: 'n', label: this.#texts.decline },
      { value: 'q', label: this.#texts.cancel },
    ];
    for (;;) {
      if (await forgetTypedAhead(input)) this.#interrupt();
      const key = await this.#prompt((common) => clack.selectKey({ ...common, message, options }));
      if (key === CANCELLED || key === 'q') return 'cancel';
      if (key === 'n') return 'decline';
      if (goOn !== undefined) return 'answer';
    }
  }

  ask(field: Field): Promise<FieldReply> {
    if (field.kind === 'yesNo') return this.#yesNo(field);
    if (field.kind === 'choice') return this.#choose(field);
    return field.kind === 'several' ? this.#several(field) : this.#text(field);
  }

  async #text(field: Field): Promise<FieldReply> {
    const placeholder = field.preset?.label ?? '';
    const text = await this.#field(field, (common) => this.#seat.clack.text({ ...common, placeholder }));
    if (text === CANCELLED) return { kind: 'cancel' };
    return text === undefined || text.trim() === '' ? { kind: 'empty' } : { kind: 'text', text };
  }

  /** Without a default, Enter says no; an optional field can be left out. */
  async #yesNo(field: Field): Promise<FieldReply> {
    const { yes, no } = this.#texts;
    if (this.#leavingOut(field).length > 0) return this.#list(field, [yes, no], [true, false]);
    const value = await this.#field(
      field,
      (common) =>
        this.#seat.clack.confirm({
          ...common,
          active: yes,
          inactive: no,
          initialValue: field.preset?.value === true,
        }),
      { onKey: alsoYes(this.#seat.input, yes.charAt(0).toLowerCase()) },
    );
    return value === CANCELLED ? { kind: 'cancel' } : { kind: 'picked', value };
  }

  #choose(field: Field): Promise<FieldReply> {
    return this.#list(
      field,
      field.options.map(({ label }) => label),
      field.options.map(({ value }) => value),
    );
  }

  /** Nothing marked: Enter takes what is highlighted, which for an optional field is to leave it out. */
  async #several(field: Field): Promise<FieldReply> {
    const { options, preset } = field;
    const given = Array.isArray(preset?.value) ? preset.value : [];
    const initialValues = options.flatMap(({ value }, at) => (given.includes(value) ? [at] : []));
    const rows = options.map(({ label }, value) => ({ value, label }));
    const picked = await this.#field(
      field,
      (common) =>
        this.#seat.clack.multiselect<number>({
          ...common,
          options: [...this.#leavingOut(field), ...rows],
          initialValues,
          required: false,
          showInstructions: false,
        }),
      { hint: this.#texts.severalKeys, ...(preset === undefined && { onKey: takeHighlighted(this.#seat.input) }) },
    );
    if (picked === CANCELLED) return { kind: 'cancel' };
    const marked = new Set(picked);
    const value = options.flatMap(({ value }, at) => (marked.has(at) ? [value] : []));
    return value.length === 0 && preset === undefined ? { kind: 'empty' } : { kind: 'picked', value };
  }

  say(note: string): void {
    this.#seat.clack.log.warn(note, { output: this.#seat.output });
  }

  /** The first row of a list, where the field is optional and has no default. */
  #leavingOut({ required, preset }: Field): { value: number; label: string }[] {
    return required || preset !== undefined ? [] : [{ value: LEFT_OUT, label: this.#texts.leaveOut }];
  }

  async #list(field: Field, labels: readonly string[], values: readonly (string | boolean)[]): Promise<FieldReply> {
    const options = labels.map((label, value) => ({ value, label }));
    const preset = values.findIndex((value) => value === field.preset?.value);
    const at = await this.#field(
      field,
      (common) =>
        this.#seat.clack.select<number>({
          ...common,
          options: [...this.#leavingOut(field), ...options],
          showInstructions: false,
          ...(preset !== -1 && { initialValue: preset }),
        }),
      { hint: this.#texts.pickKeys },
    );
    if (at === CANCELLED) return { kind: 'cancel' };
    const value = values[at];
    return value === undefined ? { kind: 'empty' } : { kind: 'picked', value };
  }

  #field<T>(
    field: Field,
    show: (common: Common & { readonly message: string }) => Promise<T>,
    { hint, onKey }: { readonly hint?: string; readonly onKey?: OnKey } = {},
  ): Promise<Given<T>> {
    const description = descriptionOf(field, this.#columns());
    if (description.length > 0) this.#bar(['', ...description]);
    const lines = [describeField(field, this.#texts), ...(hint === undefined ? [] : [hint])];
    return this.#prompt((common) => show({ ...common, message: lines.join('\n') }), onKey);
  }

  /** One prompt of the library, with what it leaves to others: Ctrl-C apart from Esc, Ctrl-D, and the end of the input. */
  async #prompt<T>(show: (common: Common) => Promise<T>, onKey: OnKey = () => {}): Promise<Given<T>> {
    const { input, output, clack } = this.#seat;
    this.#signal.throwIfAborted();
    const stop = new AbortController();
    const end = (): void => stop.abort();
    const forget = onAbort(this.#signal, end);
    let interrupted = false;
    const listen: OnKey = (typed, key) => {
      if (key?.ctrl === true && key.name === 'c') interrupted = true;
      else if (key?.ctrl === true && key.name === 'd') queueMicrotask(end);
      else onKey(typed, key);
    };
    input.on('keypress', listen);
    for (const event of ENDS) input.once(event, end);
    try {
      const given = await show({ input, output, signal: stop.signal });
      if (interrupted) this.#interrupt();
      this.#signal.throwIfAborted();
      if (!clack.isCancel(given)) return given as Given<T>;
      clack.cancel(this.#texts.cancelled, { output });
      return CANCELLED;
    } finally {
      forget();
      input.off('keypress', listen);
      for (const event of ENDS) input.off(event, end);
    }
  }

  #columns(): number {
    return (this.#seat.output.columns ?? 80) - 4;
  }

  #bar(lines: readonly string[]): void {
    const { S_BAR } = this.#seat.clack;
    if (lines.length > 0) this.#write(lines.map((line) => `${S_BAR}  ${line}`.trimEnd()).join('\n') + '\n');
  }

  #write(text: string): void {
    this.#seat.output.write(text);
  }
}
