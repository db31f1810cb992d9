import { isObject } from '../../json.js';
import { maskState } from '../../shown/state.js';
import { harmlessJson } from '../../shown/line.js';
import type { Echoes } from '../../shown/answers.js';

/** A shorter number stands in a message by chance. */
const MIN_DIGITS = 4;

function describeState(state: string): string {
  const { bytes, fingerprint } = maskState(state, undefined);
  return `<state: ${bytes} bytes, ${fingerprint}>`;
}

/** What must not be seen in what a call prints: states, and what was answered where the server repeats it. */
export class Hiding {
  readonly #echoes: Echoes;
  readonly #showState: boolean;

  constructor(echoes: Echoes, showState: boolean) {
    this.#echoes = echoes;
    this.#showState = showState;
  }

  text(text: string): string {
    return this.#echoes.mask(text);
  }

  /** Every text, number and name in a JSON value. */
  value(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number') return this.#number(value);
    if (Array.isArray(value)) return value.map((item) => this.value(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [this.text(name), this.#member(name, item)]));
  }

  #member(name: string, value: unknown): unknown {
    if (name !== 'requestState' || typeof value !== 'string') return this.value(value);
    return this.#showState ? value : describeState(value);
  }

  #number(value: number): unknown {
    const text = String(value);
    const hidden = text.length < MIN_DIGITS ? text : this.text(text);
    return hidden === text ? value : hidden;
  }
}

/** JSON for people and programs. */
export const prettyJson = (value: unknown): string => harmlessJson(JSON.stringify(value, null, 2));
