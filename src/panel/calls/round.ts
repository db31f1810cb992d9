import type { Ask, Round } from '../../client/index.js';
import { bareMap } from '../../json.js';
import { shown, shownLine } from '../../shown/terminal.js';
import { messageOf } from './question.js';
import type { Mask } from '../../shown/mask.js';
import type { RoundView, StateView } from '../view.js';

const MESSAGE = { characters: 1_000, lines: 20 };

/** A round as it is shown while it runs and afterwards. */
export class ShownRound {
  readonly number: number;
  readonly #mask: Mask;
  readonly #asks: Array<{ readonly ask: Ask; readonly message: string }> = [];
  readonly #actions = new Map<string, string>();
  #wireMs = 0;
  #personMs = 0;
  #state: StateView | undefined;
  /** How many questions the round has, as far as is known. */
  expected = 0;
  #answered = 0;

  constructor(number: number, mask: Mask) {
    this.number = number;
    this.#mask = mask;
  }

  get left(): number {
    return Math.max(0, this.expected - this.#answered - 1);
  }

  arrived(ms: number): void {
    this.#wireMs = ms;
  }

  keepState(state: StateView | undefined): void {
    this.#state = state;
  }

  asks(asks: readonly Ask[]): void {
    for (const ask of asks) this.#asks.push({ ask, message: this.#mask.text(shown(messageOf(ask), MESSAGE)) });
  }

  answered(key: string, action: string): void {
    this.#answered += 1;
    this.#actions.set(key, action);
  }

  /** The harness has the last word. */
  close(round: Round): void {
    this.#asks.length = 0;
    this.asks(round.asks);
    this.#actions.clear();
    for (const [key, { action }] of Object.entries(round.answers)) this.#actions.set(key, action);
    this.#wireMs = round.wireMs;
    this.#personMs = round.personMs;
  }

  view(): RoundView {
    return {
      number: this.number,
      asks: this.#asks.map(({ ask: { key, kind }, message }) => ({ key: shownLine(key), kind, message })),
      answers: bareMap([...this.#actions].map(([key, action]) => [shownLine(key), action] as const)),
      wireMs: Math.round(this.#wireMs),
      personMs: Math.round(this.#personMs),
      ...(this.#state !== undefined && { state: this.#state }),
    };
  }
}
