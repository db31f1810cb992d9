import type { Progress } from '@modelcontextprotocol/client';
import type { Ask, Received, Round } from '../../client/index.js';
import type { Lang } from '../../client/ports/texts/lang.js';
import type { Mask } from '../../shown/mask.js';
import { CallLog, type RoundDocument } from './document.js';
import type { Transcript } from './transcript.js';
import { Spinner } from './spinner.js';

/** Shows a call to people while it runs, and collects its document. */
export class CallObserver {
  readonly notices: string[] = [];
  readonly #log: CallLog;
  readonly #mask: Mask;
  readonly #transcript: Transcript;
  readonly #spinner: Spinner;
  readonly #tell: (lines: readonly string[]) => void;
  /** Asks that were cancelled without asking anybody. */
  readonly #refused = new Set<string>();

  constructor(
    mask: Mask,
    transcript: Transcript,
    { lang, tell }: { readonly lang: Lang | undefined; readonly tell: (lines: readonly string[]) => void },
  ) {
    this.#mask = mask;
    this.#log = new CallLog(mask);
    this.#transcript = transcript;
    this.#spinner = new Spinner(lang);
    this.#tell = tell;
  }

  started(): void {
    this.#spinner.begin(1);
  }

  received(message: Received): void {
    this.#spinner.end();
    const { raw, first, asks } = this.#log.receive(message);
    if (first) this.#transcript.first(raw, asks);
  }

  asked(ask: Ask, round: number): void {
    this.#spinner.end();
    this.#log.asked(ask, round);
  }

  /** Something was cancelled without asking anybody. */
  refused({ key }: Ask, round: number, message: string): void {
    this.#refused.add(`${round} ${this.#mask.text(key)}`);
    this.notice('notice address_refused', message);
  }

  roundOver(round: Round): void {
    this.#transcript.answered(this.#log.close(round));
    this.#spinner.begin(round.number + 1);
  }

  progress(progress: Progress): void {
    this.#spinner.progress(progress);
  }

  /** The call is over, however it ended. */
  over(): void {
    this.#spinner.end();
  }

  /** Something that happened without the person. */
  notice(heading: string, message: string): void {
    const text = this.#mask.text(message);
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
