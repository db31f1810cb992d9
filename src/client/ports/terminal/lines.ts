import { createInterface, type Interface } from 'node:readline';
import type { Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { onAbort } from '../../abort.js';
import { AHEAD_MS } from './keys.js';

/** The lines of an input, read only while somebody waits for one. What comes together stays in order for later questions. */
export class Lines {
  readonly #input: Readable;
  readonly #lines: string[] = [];
  #reader: Interface | undefined;
  #ended: boolean;
  #wake: (() => void) | undefined;

  constructor(input: Readable) {
    this.#input = input;
    this.#ended = input.readableEnded || input.destroyed;
  }

  async next(signal: AbortSignal): Promise<string | undefined> {
    signal.throwIfAborted();
    if (this.#lines.length === 0 && !this.#ended) await this.#wait(signal);
    return this.#lines.shift();
  }

  /** On a terminal, what was typed before the question was shown is no answer to it. A pipe has its answers ready. */
  async forgetTypedAhead(): Promise<void> {
    if ((this.#input as Readable & { isTTY?: boolean }).isTTY !== true || this.#ended) return;
    this.#open().resume();
    await setTimeout(AHEAD_MS);
    this.#lines.length = 0;
    this.#pause();
  }

  close(): void {
    this.#reader?.close();
  }

  #open(): Interface {
    if (this.#reader !== undefined) return this.#reader;
    const reader = createInterface({ input: this.#input, terminal: false, crlfDelay: Infinity });
    reader.on('line', (line) => {
      this.#lines.push(line);
      this.#wake?.();
    });
    reader.on('close', () => {
      this.#ended = true;
      this.#wake?.();
    });
    // An input that fails has no more lines: the question is cancelled, as at its end.
    reader.on('error', () => reader.close());
    this.#reader = reader;
    return reader;
  }

  async #wait(signal: AbortSignal): Promise<void> {
    let forget = (): void => {};
    try {
      await new Promise<void>((resolve, reject) => {
        this.#wake = resolve;
        forget = onAbort(signal, reject);
        this.#open().resume();
      });
    } finally {
      this.#wake = undefined;
      forget();
      this.#pause();
    }
  }

  #pause(): void {
    if (!this.#ended) this.#reader?.pause();
  }
}
