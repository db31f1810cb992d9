import { type Readable, Writable } from 'node:stream';
import { VueltaError } from '../../../errors.js';
import type { Answer } from '../../answers/answers.js';
import { onAbort } from '../../abort.js';
import { askByField, type FieldPrompts } from '../fields.js';
import type { Question } from '../port.js';
import { type Lang, langOf, type Texts, textsIn } from '../texts/index.js';
import { Lines } from './lines.js';
import { PlainPrompts } from './plain.js';
import { RichPrompts, type RichTerminal } from './rich.js';

/** How a terminal asks. */
export interface TerminalOptions {
  /** stdin by default. */
  readonly input?: Readable;
  /** stderr by default, so that stdout stays for the result. */
  readonly output?: Writable;
  /** By default the language of `LC_ALL`, `LC_MESSAGES` or `LANG`, and English where it is none of the three. */
  readonly lang?: Lang;
  /** Whole lines, as without a capable terminal. */
  readonly plain?: boolean;
  /** Runs when the person presses Ctrl-C at a question, just before the answer fails with `client_aborted`. */
  readonly onInterrupt?: () => void;
}

// oxlint-disable-next-line no-control-regex -- colour is what is looked for
const COLOUR = /\u001b\[[\d;]*m/g;

/** A terminal without its colours; the cursor still moves. `NO_COLOR` asks for this. */
class Colourless extends Writable {
  readonly #terminal: Writable & { readonly columns?: number; readonly rows?: number };

  constructor(terminal: Writable) {
    super({ decodeStrings: false });
    this.#terminal = terminal;
    terminal.on('resize', this.#resize);
  }

  get columns(): number | undefined {
    return this.#terminal.columns;
  }

  get rows(): number | undefined {
    return this.#terminal.rows;
  }

  readonly isTTY = true;

  override _write(chunk: string | Buffer, _encoding: BufferEncoding, done: (error?: Error | null) => void): void {
    this.#terminal.write(String(chunk).replaceAll(COLOUR, ''), done);
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.#terminal.off('resize', this.#resize);
    done(error);
  }

  readonly #resize = (): void => {
    this.emit('resize');
  };
}

type Env = Readonly<Record<string, string | undefined>>;

const PLAIN_COLUMNS = 80;

function isCapable(input: Readable, output: Writable, env: Env): input is RichTerminal['input'] {
  const [from, to] = [input, output] as ReadonlyArray<{ isTTY?: boolean; setRawMode?: unknown }>;
  return from?.isTTY === true && to?.isTTY === true && typeof from.setRawMode === 'function' && env['TERM'] !== 'dumb';
}

export class Seat {
  readonly #texts: Texts;
  readonly #input: Readable;
  readonly #onInterrupt: (() => void) | undefined;
  readonly #open: (signal: AbortSignal, interrupt: () => void) => FieldPrompts;
  readonly #close: () => void;
  readonly #rich: boolean;

  private constructor(options: TerminalOptions, input: Readable, output: Writable, rich: RichTerminal | undefined) {
    this.#texts = textsIn(options.lang ?? langOf(process.env));
    this.#input = input;
    this.#onInterrupt = options.onInterrupt;
    this.#rich = rich !== undefined;
    if (rich !== undefined) {
      this.#open = (signal, interrupt) => new RichPrompts(rich, this.#texts, signal, interrupt);
      this.#close = () => rich.output instanceof Colourless && rich.output.destroy();
      return;
    }
    const lines = new Lines(input);
    const { columns = PLAIN_COLUMNS, rows } = output as { columns?: number; rows?: number };
    const echoes = (input as { isTTY?: boolean }).isTTY === true;
    this.#open = (signal) =>
      new PlainPrompts({ lines, output, echoes, columns, rows: echoes ? rows : undefined }, this.#texts, signal);
    this.#close = () => lines.close();
  }

  static async take(options: TerminalOptions): Promise<Seat> {
    const { input = process.stdin, output = process.stderr, plain = false } = options;
    if (plain || !isCapable(input, output, process.env)) return new Seat(options, input, output, undefined);
    const clack = await import('@clack/prompts');
    const colourless = (process.env['NO_COLOR'] ?? '') !== '';
    return new Seat(options, input, output, { clack, input, output: colourless ? new Colourless(output) : output });
  }

  async put(question: Question): Promise<Answer | undefined> {
    const stop = new AbortController();
    const forget = onAbort(question.signal, (reason) => stop.abort(reason));
    let interrupted = false;
    const interrupt = (): void => {
      if (stop.signal.aborted) return;
      interrupted = true;
      stop.abort(new VueltaError('client_aborted', 'The person interrupted the call.'));
      this.#onInterrupt?.();
    };
    const release = this.#rich ? () => {} : this.#onSigint(interrupt);
    const prompts = this.#open(stop.signal, interrupt);
    try {
      return await askByField(question, prompts, this.#texts);
    } catch (error) {
      if (question.signal.aborted && !interrupted) prompts.say(this.#texts.takenBack);
      throw error;
    } finally {
      release();
      forget();
    }
  }

  close(): void {
    this.#close();
  }

  /** Where Ctrl-C is no key, it is a signal of the process; it is ours while a question of its own terminal is open. */
  #onSigint(interrupt: () => void): () => void {
    if (this.#input !== process.stdin) return () => {};
    process.on('SIGINT', interrupt);
    return () => process.off('SIGINT', interrupt);
  }
}
