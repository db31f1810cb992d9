import { shownLine } from '../../shown/terminal.js';
import type { ArrowSaid, ArrowView } from '../view.js';

type Side = ArrowView['from'];

/** More arrows than these nobody looks at; the last ones are kept. */
const MAX_ARROWS = 400;

/** An arrow is no place for a long text. */
const MAX_TEXT = 60;
const MAX_KEYS = 8;

export function shortKeys(keys: readonly string[]): string[] {
  const some = keys.slice(0, MAX_KEYS).map((key) => shownLine(key, MAX_TEXT));
  return keys.length > MAX_KEYS ? [...some, '…'] : some;
}

export const short = (text: string): string => shownLine(text, MAX_TEXT);

/** The arrows of one call, in the order in which they happened. */
export class Timeline {
  readonly #start = performance.now();
  readonly #arrows: ArrowView[] = [];

  get arrows(): readonly ArrowView[] {
    return this.#arrows;
  }

  /** Milliseconds since the call began. */
  now(): number {
    return Math.round(performance.now() - this.#start);
  }

  /** INVARIANT: the texts in `said` are safe to show. */
  add(from: Side, to: Side, kind: ArrowView['kind'], said: ArrowSaid): void {
    this.#arrows.push({ from, to, said, at: this.now(), kind });
    if (this.#arrows.length > MAX_ARROWS) this.#arrows.splice(1, 1);
  }
}
