import { shownLine } from '../../shown/terminal.js';
import { prettyJson } from '../../shown/json.js';
import type { Ending } from './ending.js';
import type { AskDocument } from './document.js';

const MESSAGE = 400;

function describeAsk({ key, kind, message, url }: AskDocument): string {
  const said = [shownLine(message, MESSAGE), shownLine(url, MESSAGE)].filter((part) => part !== '').join(' ');
  return `${shownLine(key)} (${kind})${said === '' ? '' : `: ${said}`}`;
}

/**
 * Whether the first message is shown raw: when it asks; never, with a person who is about to read the question itself; or as all
 * there is, so that a program can read it.
 */
export type RawFirst = 'asks' | 'never' | 'only';

/** A call as people read it: the first round, each question and what became of it, the result. */
export class Transcript {
  readonly #write: (text: string) => void;
  readonly #raw: RawFirst;

  constructor(write: (text: string) => void, raw: RawFirst) {
    this.#write = write;
    this.#raw = raw;
  }

  first(raw: unknown, asks: boolean): void {
    if (this.#raw === 'only') this.#write(`${prettyJson(raw)}\n`);
    else if (this.#raw === 'asks' && asks) this.#write(`round 1\n${prettyJson(raw)}\n\n`);
  }

  answered(asks: readonly AskDocument[]): void {
    for (const ask of asks) {
      this.#write(`asked     ${describeAsk(ask)}\nanswered  ${ask.action ?? 'nothing'}\n\n`);
    }
  }

  ending(ending: Ending): void {
    if (ending.kind !== 'result' || this.#raw === 'only') return;
    this.#write(`result${ending.isError ? ' (isError)' : ''}\n${ending.text}\n`);
  }
}
