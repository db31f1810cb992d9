import { Writable } from 'node:stream';

// oxlint-disable-next-line no-control-regex -- colour is what is looked for
const COLOUR = /\u001b\[[\d;]*m/g;

/** A terminal without its colours; the cursor still moves. `NO_COLOR` asks for this. */
export class Colourless extends Writable {
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
