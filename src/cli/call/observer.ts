import type { Progress } from '@modelcontextprotocol/client';
import type { Ask, Received, Round } from '../../client/index.js';
import type { Lang } from '../../client/ports/texts/lang.js';
import type { AnswerEvents } from './answers.js';
import type { Witness } from './converse.js';
import type { Hiding } from './hiding.js';
import { CallLog, type RoundDocument } from './log.js';
import type { Transcript } from './transcript.js';
import { Waiting } from './spinner.js';

/** Where a call happens: it is shown to people on the way, and kept for the document. */
export class Stage implements Witness, AnswerEvents {
  readonly notices: string[] = [];
  readonly #log: CallLog;
  readonly #hiding: Hiding;
  readonly #transcript: Transcript;
  readonly #waiting: Waiting;
  readonly #tell: (lines: readonly string[]) => void;
  /** Asks that were cancelled without asking anybody. */
  readonly #refused = new Set<string>();

  constructor(
    hiding: Hiding,
    transcript: Transcript,
    { lang, tell }: { readonly lang: Lang | undefined; readonly tell: (lines: readonly string[]) => void },
  ) {
    this.#hiding = hiding;
    this.#log = new CallLog(hiding);
    this.#transcript = transcript;
    this.#waiting = new Waiting(lang);
    this.#tell = tell;
  }

  started(): void {
    this.#waiting.begin(1);
  }

  received(message: Received): void {
    this.#waiting.end();
    const { raw, first, asks } = this.#log.receive(message);
    if (first) this.#transcript.first(raw, asks);
  }

  asked(ask: Ask, round: number): void {
    this.#waiting.end();
    this.#log.asked(ask, round);
  }

  refused({ key }: Ask, round: number, message: string): void {
    this.#refused.add(`${round} ${this.#hiding.text(key)}`);
    this.notice('notice address_refused', message);
  }

  roundOver(round: Round): void {
    this.#transcript.answered(this.#log.close(round));
    this.#waiting.begin(round.number + 1);
  }

  progress(progress: Progress): void {
    this.#waiting.progress(progress);
  }

  /** The call is over, however it ended. */
  over(): void {
    this.#waiting.end();
  }

  /** Something that happened without the person. */
  notice(heading: string, message: string): void {
    const text = this.#hiding.text(message);
    this.notices.push(text);
    this.#tell([`vuelta: ${heading}`, text]);
  }

  rounds(): readonly RoundDocument[] {
    return this.#log.rounds();
  }

  /** Whether somebody went away without an answer in the last round that asked. */
  wentAway(): boolean {
    return this.#log.wasCancelled(this.#refused);
  }
}
