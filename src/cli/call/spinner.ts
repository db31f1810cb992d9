import type { Progress } from '@modelcontextprotocol/client';
import { shownLine } from '../../shown/terminal.js';
import { type Lang, langOf } from '../../client/ports/texts/lang.js';
import { progressOn } from '../terminal.js';

const FRAME_MS = 120;
const FRAMES = ['|', '/', '-', '\\'] as const;

const TEXTS: Readonly<Record<Lang, (round: number, seconds: number) => string>> = {
  en: (round, seconds) => `round ${round}: waiting for the server, ${seconds} s`,
  es: (round, seconds) => `vuelta ${round}: esperando al servidor, ${seconds} s`,
  pt: (round, seconds) => `rodada ${round}: esperando o servidor, ${seconds} s`,
};

/** What the server says of its progress, on one line. */
function describe({ progress, total, message }: Partial<Progress>): string {
  const parts = [progress, total].filter((value) => typeof value === 'number');
  return [shownLine(message), parts.join('/')].filter((part) => part !== '').join(' ');
}

/** One line on stderr while a round is on its way. Without a terminal only the server's progress is told, a line each. */
export class Spinner {
  readonly #stream = process.stderr;
  readonly #line = progressOn(this.#stream);
  readonly #lang: Lang;
  #round = 0;
  #since = 0;
  #note = '';
  #isDrawn = false;
  #timer: NodeJS.Timeout | undefined;

  constructor(lang: Lang | undefined) {
    this.#lang = lang ?? langOf(process.env);
  }

  begin(round: number): void {
    this.end();
    [this.#round, this.#since, this.#note] = [round, Date.now(), ''];
    this.#timer = setInterval(() => this.#draw(), FRAME_MS);
  }

  /** The server's progress. While a person has the turn, nothing may be written over the question. */
  progress(progress: Progress): void {
    this.#note = describe(progress);
    if (this.#timer === undefined || this.#note === '') return;
    if (this.#stream.isTTY) this.#draw();
    else this.#stream.write(`progress: ${this.#note}\n`);
  }

  end(): void {
    if (this.#timer === undefined) return;
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#isDrawn) this.#line.clear();
    this.#isDrawn = false;
  }

  #draw(): void {
    this.#isDrawn = true;
    const passed = Date.now() - this.#since;
    const frame = FRAMES[Math.floor(passed / FRAME_MS) % FRAMES.length] ?? '';
    const text = TEXTS[this.#lang](this.#round, Math.floor(passed / 1000));
    this.#line.show([frame, text, this.#note].filter((part) => part !== '').join('  '));
  }
}
