import type { Ask } from '../../client/index.js';
import type { JsonObject } from '../../json.js';
import { maskState } from '../../shown/state.js';
import { harmlessJson } from '../../shown/line.js';
import { Echoes } from '../../shown/answers.js';

/** What is longer is cut: the page shows it, nobody reads it all. */
const MAX_RAW = 100_000;

/** A shorter state may stand anywhere by chance, so it is hidden in its own member only. */
const MIN_HIDDEN = 8;

/** JSON that is nested without end is no reason to fail a call. */
function written(message: unknown, mask: (name: string, value: unknown) => unknown): string {
  try {
    return JSON.stringify(message, mask, 2) ?? '';
  } catch {
    return '(nested too deeply to be shown)';
  }
}

function described(state: string): string {
  const { bytes, fingerprint } = maskState(state, undefined);
  return `<state: ${bytes} bytes, ${fingerprint}>`;
}

/** What must not be seen of one call: its states, and what was answered where the server repeats it on the way. */
export class Secrets {
  readonly #seen = new Set<string>();
  readonly #echoes: Echoes;

  /** `known` may be seen: the arguments. */
  constructor(known: unknown) {
    this.#echoes = new Echoes(known);
  }

  learn(state: unknown): void {
    if (typeof state === 'string' && state.length >= MIN_HIDDEN) this.#seen.add(state);
  }

  answered(ask: Ask, answer: Readonly<JsonObject>): void {
    this.#echoes.add(ask.key, ask, answer);
  }

  /** Text of a result, in which a person may read what they said. */
  hide(text: string): string {
    let hidden = text;
    for (const state of this.#seen) hidden = hidden.replaceAll(state, () => described(state));
    return hidden;
  }

  /** Any other text of the server. */
  mask(text: string): string {
    return this.#echoes.mask(this.hide(text));
  }

  /** A message of the server as JSON that a person can read. */
  raw(message: unknown): string {
    const mask = (name: string, value: unknown): unknown => {
      if (typeof value !== 'string') return value;
      return name === 'requestState' ? described(value) : this.hide(value);
    };
    const json = harmlessJson(written(message, mask));
    return json.length <= MAX_RAW ? json : `${json.slice(0, MAX_RAW)}\n… (${json.length - MAX_RAW} more characters)`;
  }
}
