import { isObject, type JsonObject } from '../json.js';
import { changeJson } from './change-json.js';
import { CALL, type MaskRules } from './mask-rules.js';

/** What has to be known of an ask: what its fields say when nobody answers. */
export interface Asked {
  readonly requestedSchema?: {
    readonly properties: Readonly<
      Record<string, { readonly default?: string | number | boolean | readonly string[] | undefined }>
    >;
  };
}

/** From this length on an answer is hidden inside words, and in capital or small letters; a shorter one as a word of its own. */
const LONG = 6;
/** A shorter number inside JSON is a count or a code. */
const SHORTEST_JSON_NUMBER = 4;
/** What a text that was cut short ends with, and how much of an answer must stand before it. */
const CUT = '…';
const SHORTEST_CUT = 3;
const LONGEST_CUT = 300;
/** How a state begins; what begins like one is one, cut or changed. */
const START = 16;
/** Each text is looked through for each of them. */
const MOST_STATES = 128;
/** What a state goes on with that has something added to it. A dot may end a sentence. */
const MORE_OF_STATE = /^(?:[\w~+/=%…-]|\.(?=\w))*/u;
const TO_SPACE = /^\S*/u;

const escapeAll = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);

/** The ways in which a server may repeat a text: as it is, without the space around it, on one line, in JSON, in an address. */
function formsOf(text: string): string[] {
  const trimmed = text.trim();
  const forms = [trimmed, trimmed.replaceAll(/\s+/gu, ' '), JSON.stringify(trimmed).slice(1, -1)];
  if (!/\p{Surrogate}/u.test(trimmed))
    forms.push(encodeURIComponent(trimmed), encodeURIComponent(trimmed).replaceAll('%20', '+'));
  return forms;
}

function wordPattern(text: string): string {
  const isShort = text.length < LONG;
  const before = isShort && /^[\p{L}\p{N}]/u.test(text) ? String.raw`(?<![\p{L}\p{N}])` : '';
  const after = isShort && /[\p{L}\p{N}]$/u.test(text) ? String.raw`(?![\p{L}\p{N}])` : '';
  return `${before}(${escapeAll(text)})${after}`;
}

type Leaf = readonly [path: readonly string[], value: string | number];

function* leaves(value: unknown, path: readonly string[]): Generator<Leaf> {
  if (typeof value === 'string' || typeof value === 'number') yield [path, value];
  else if (Array.isArray(value)) for (const item of value) yield* leaves(item, path);
  else if (isObject(value)) for (const [name, item] of Object.entries(value)) yield* leaves(item, [...path, name]);
}

/**
 * Hides what must not be seen of one call in what its server says: answers, because many servers repeat them, and states. Yes and no
 * are not hidden, nor are defaults of a form and what is `known` anyway, for example the arguments.
 */
export class Mask {
  readonly #rules: MaskRules;
  readonly #known: ReadonlySet<string>;
  /** What is hidden, with what stands in its place, the longest first. */
  #said: ReadonlyMap<string, string> = new Map();
  #patterns: RegExp[] = [];
  /** The states that were seen last, by how they begin. */
  readonly #states = new Map<string, Set<string>>();

  constructor(known?: unknown, rules: MaskRules = CALL) {
    this.#known = new Set([...leaves(known, [])].map(([, leaf]) => String(leaf)));
    this.#rules = rules;
  }

  /** `answer` was given to the ask of this key. */
  add(key: string, answer: Readonly<JsonObject>, { requestedSchema }: Asked = {}): void {
    const { content, roots } = answer;
    const elicited = Object.hasOwn(answer, 'action');
    const properties = requestedSchema?.properties ?? {};
    const said = new Map(this.#said);
    for (const [path, leaf] of leaves(elicited ? content : { content, roots }, [])) {
      if (!elicited && path.at(-1) === 'type') continue;
      const field = path[0] ?? '';
      const preset = elicited && Object.hasOwn(properties, field) ? properties[field]?.default : undefined;
      const { shortestText, shortestNumber } = this.#rules;
      const text = String(leaf).trim();
      if (text.length < (typeof leaf === 'number' ? shortestNumber : shortestText)) continue;
      if (this.#known.has(text) || (preset !== undefined && String(preset) === String(leaf))) continue;
      const mark = this.#rules.answer([key, ...path].join('.'));
      for (const form of formsOf(text)) if (!said.has(form)) said.set(form, mark);
    }
    if (said.size === this.#said.size) return;
    this.#said = new Map([...said].sort(([one], [other]) => other.length - one.length));
    this.#patterns = [];
  }

  /** A state of the call, or one that was made from it. */
  learn(state: unknown): void {
    if (typeof state !== 'string' || state.length < this.#rules.shortestState) return;
    const start = state.slice(0, START);
    const alike = this.#states.get(start) ?? new Set();
    this.#states.delete(start);
    this.#states.set(start, alike.add(state));
    for (const seen of [alike, this.#states]) {
      const [oldest] = seen.keys();
      if (seen.size > MOST_STATES && oldest !== undefined) seen.delete(oldest);
    }
  }

  /** Whether a text is exactly one of the answers. */
  isAnswer(text: string): boolean {
    return this.#said.has(text.trim());
  }

  /** A text of the server without answers and states. */
  text(text: string): string {
    return this.answers(this.states(text));
  }

  /** A text without answers, also where one was cut short. */
  answers(text: string): string {
    if (this.#said.size === 0) return text;
    if (this.#patterns.length === 0) this.#patterns = this.#build();
    const marks = [...this.#said.values()];
    const markOf = (found: string, ...groups: unknown[]): string => marks[groups.indexOf(found)] ?? found;
    const whole = this.#patterns.reduce((shown, pattern) => shown.replaceAll(pattern, markOf), text);
    const [last = '', ...cut] = whole.split(CUT).toReversed();
    return [...cut.toReversed().map((part) => this.#cut(part)), last].join(CUT);
  }

  /** A text without states; for somebody who may read the answers, because they gave them. */
  states(text: string): string {
    if (this.#rules.showStates === true) return text;
    let shown = text;
    for (const [start, alike] of this.#states) shown = this.#withoutStates(shown, start, alike);
    return shown;
  }

  /** Every text, number and name in a JSON value. */
  value(value: unknown): unknown {
    const text = (shown: string): string => this.text(shown);
    return changeJson(value, { text, name: text, number: (shown) => this.number(shown), member: this.member });
  }

  number(number: number): unknown {
    const text = String(number);
    const hidden = text.length < SHORTEST_JSON_NUMBER ? text : this.answers(text);
    return hidden === text ? number : hidden;
  }

  /** The member that holds a state, from here on hidden in texts, too. */
  readonly member = (name: string, value: unknown): unknown => {
    if (name !== 'requestState' || this.#rules.showStates === true) return undefined;
    this.learn(value);
    return this.#rules.state(value);
  };

  #build(): RegExp[] {
    const texts = [...this.#said.keys()];
    const words = new RegExp(texts.map(wordPattern).join('|'), 'giu');
    const { insideWords } = this.#rules;
    if (insideWords >= LONG) return [words];
    // What is replaced already is passed over; an empty group keeps the place of an answer that is hidden as a word only.
    const marks = [...new Set(this.#said.values())].map(escapeAll);
    const inside = texts.map((text) => (text.length < insideWords ? '(?!)()' : `(${escapeAll(text)})`));
    return [words, new RegExp([...marks, ...inside].join('|'), 'gu')];
  }

  /** What stands before the mark of a cut, without the beginning of an answer. */
  #cut(text: string): string {
    for (const [answer, mark] of this.#said)
      for (let length = Math.min(answer.length - 1, LONGEST_CUT, text.length); length >= SHORTEST_CUT; length -= 1) {
        if (text.slice(-length).toLowerCase() !== answer.slice(0, length).toLowerCase()) continue;
        const inWord = /[\p{L}\p{N}]$/u.test(text.slice(0, -length));
        if (!inWord || length >= this.#rules.insideWords) return text.slice(0, -length) + mark;
      }
    return text;
  }

  #withoutStates(text: string, start: string, alike: ReadonlySet<string>): string {
    const parts = [];
    let from = 0;
    for (let at = text.indexOf(start); at !== -1; at = text.indexOf(start, from)) {
      const [whole] = [...alike]
        .filter((state) => text.startsWith(state, at))
        .sort((one, other) => other.length - one.length);
      const end = at + (whole ?? start).length;
      const more = whole === undefined ? TO_SPACE : MORE_OF_STATE;
      const rest = start.length < START ? '' : (more.exec(text.slice(end))?.[0] ?? '');
      parts.push(text.slice(from, at), this.#rules.stateInText(rest === '' ? whole : undefined));
      from = end + rest.length;
    }
    return parts.join('') + text.slice(from);
  }
}
