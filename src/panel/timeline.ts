import { shownLine } from '../client/ports/shown.js';
import type { ArrowView } from './view.js';

type Side = ArrowView['from'];

/** More arrows than these nobody looks at; the last ones are kept. */
const MAX_ARROWS = 400;

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

  add(from: Side, to: Side, kind: ArrowView['kind'], label: string): void {
    this.#arrows.push({ from, to, label: shownLine(label), at: this.now(), kind });
    if (this.#arrows.length > MAX_ARROWS) this.#arrows.splice(1, 1);
  }
}
