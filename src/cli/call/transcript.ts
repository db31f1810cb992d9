import { shownLine } from '../../client/ports/shown.js';
import { prettyJson } from './hiding.js';
import type { Ending } from './ending.js';
import type { AskDocument } from './log.js';

const MESSAGE = 400;

function describeAsk({ key, kind, message, url }: AskDocument): string {
  const said = [shownLine(message, MESSAGE), shownLine(url, MESSAGE)].filter((part) => part !== '').join(' ');
  return `${shownLine(key)} (${kind})${said === '' ? '' : `: ${said}`}`;
}

/** A call as people read it: the first round raw, each question and what became of it, the result. */
export class Transcript {
  readonly #write: (text: string) => void;
  readonly #rawOnly: boolean;

  /** With `rawOnly` the first round is all, so that a program can read it. */
  constructor(write: (text: string) => void, rawOnly: boolean) {
    this.#write = write;
    this.#rawOnly = rawOnly;
  }

  first(raw: unknown): void {
    this.#write(`${this.#rawOnly ? '' : 'round 1\n'}${prettyJson(raw)}\n`);
  }

  answered(asks: readonly AskDocument[]): void {
    for (const ask of asks) {
      this.#write(`\nasked     ${describeAsk(ask)}\nanswered  ${ask.action ?? 'nothing'}\n`);
    }
  }

  ending(ending: Ending): void {
    if (ending.kind !== 'result' || this.#rawOnly) return;
    this.#write(`\nresult${ending.isError ? ' (isError)' : ''}\n${ending.text}\n`);
  }
}
