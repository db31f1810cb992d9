import { isObject, type JsonObject } from '../../json.js';
import type { RawReply } from '../../protocol/reply.js';

/** Where a state that was sent came from. */
export interface StateUse {
  /** The number of the step whose response had it. */
  readonly of: number;
  /** Absent when it was sent as it came. */
  readonly change?: StateChange;
}

/** A state that was changed in one place: so many characters kept at its start and at its end, and what stands between them. */
export interface StateChange {
  /** Characters of the state before. */
  readonly length: number;
  readonly start: number;
  readonly insert: string;
  readonly end: number;
}

/** What a request carried, as a report shows it. */
export interface Sent {
  readonly method: string;
  /** Without the `_meta` that every request has; where a request changes some of it, with these members. */
  readonly params: JsonObject;
  /** Where its state came from, when that is known. */
  readonly state?: StateUse;
  /** The headers that only this request had. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Which of the case's two users sent it, when it has two. */
  readonly as?: 'own' | 'other';
}

/** One request and its response as a report shows them: answers redacted, states masked, tokens never. */
export interface Step {
  /** From 1, in the order of the responses of one check. */
  readonly number: number;
  /** What the request was for, for example `round 2, accepted`. */
  readonly label: string;
  /** On 2025-11-25 a call is no single request: it stays open while the server asks. */
  readonly revision?: '2025-11-25';
  readonly sent: Sent;
  readonly received: {
    readonly status?: number;
    readonly result?: unknown;
    readonly error?: unknown;
    readonly silent?: string;
  };
  /** Milliseconds from the request to the response. */
  readonly ms: number;
}

/** A server may nest a response as deep as its parser goes. */
const DEEPEST = 64;
const TOO_DEEP = '[nested too deeply to be shown]';

/** Shorter answers stand in any text by chance. */
const SHORTEST_TEXT = 3;
const SHORTEST_NUMBER = 4;
/** What a message that was cut short ends with. */
const CUT = '…';
const LONGEST_CUT = 300;

/** A shorter state is a word, and may stand in a text by chance. */
const SHORTEST_STATE = 16;
/** Each text of the server is looked through for each of them. */
const MOST_STATES = 128;

/** Answers that a report must not show: values that the author of the case gave, and nobody else may read. */
export class Redactor {
  readonly #texts = new Set<string>();
  readonly #known = new Map<string, Set<string>>();
  /** How the states begin that were seen last. */
  readonly #states = new Set<string>();

  /** Notes the answers that a case gives. Choices and yes/no are the server's own words; they are redacted in requests only. */
  learn(responses: Readonly<Record<string, unknown>>): void {
    for (const response of Object.values(responses)) {
      for (const said of saidBy(response)) this.#hide(said);
      const content = isObject(response) ? response['content'] : undefined;
      if (!isObject(content) || !isObject(response) || response['action'] === undefined) continue;
      for (const [field, value] of Object.entries(content)) {
        const seen = this.#known.get(field) ?? new Set();
        seen.add(JSON.stringify(value));
        this.#known.set(field, seen);
        this.#hide(value);
      }
    }
  }

  /** A text of the server without what was answered. */
  text(text: string, own: ReadonlySet<string> = new Set()): string {
    let shown = text;
    for (const secret of this.#texts) if (!own.has(secret)) shown = withoutAnswer(shown, secret);
    for (const start of this.#states) shown = withoutStates(shown, start);
    return shown;
  }

  sent(params: JsonObject): JsonObject {
    return Object.fromEntries(
      Object.entries(params)
        .filter(([name]) => name !== '_meta')
        .map(([name, value]) => [name, this.#param(name, value)]),
    );
  }

  received(reply: RawReply): Step['received'] {
    const { status, result, error } = reply;
    return {
      ...(status !== undefined && { status }),
      ...(result !== undefined && { result: this.#mask(result) }),
      ...(error !== undefined && { error: this.#mask(error) }),
    };
  }

  /** A text as it is, and as it may come back: on one line, in JSON, in an address. */
  #hide(value: unknown): void {
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string' || text.length < (text === value ? SHORTEST_TEXT : SHORTEST_NUMBER)) return;
    const forms = [text, text.replaceAll(/\s+/g, ' '), JSON.stringify(text).slice(1, -1), encoded(text)];
    for (const form of forms) this.#texts.add(form);
  }

  #state(state: unknown): string {
    if (typeof state === 'string' && state.length >= SHORTEST_STATE) {
      this.#states.add(state.slice(0, SHORTEST_STATE));
      const [oldest = ''] = this.#states;
      if (this.#states.size > MOST_STATES) this.#states.delete(oldest);
    }
    return maskState(state);
  }

  #param(name: string, value: unknown): unknown {
    if (name === 'requestState') return this.#state(value);
    if (name !== 'inputResponses' || !isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, response]) => [key, this.#response(response)]));
  }

  #response(response: unknown): unknown {
    return isObject(response) ? this.#members(response, 0) : response;
  }

  /** However deep an attack puts answers where none belong, up to where a report shows anything. */
  #members(object: JsonObject, depth: number): JsonObject {
    return Object.fromEntries(
      Object.entries(object).map(([name, value]) => [name, this.#value(name, value, depth + 1)]),
    );
  }

  #value(name: string, value: unknown, depth: number): unknown {
    if (this.#known.get(name)?.has(JSON.stringify(value)) === true) return `<${name}>`;
    if (typeof value === 'string' && this.#texts.has(value)) return '[answer]';
    if (depth > DEEPEST && typeof value === 'object' && value !== null) return TOO_DEEP;
    if (Array.isArray(value)) return value.map((item: unknown) => this.#value('', item, depth + 1));
    return isObject(value) ? this.#members(value, depth) : value;
  }

  #mask(value: unknown, depth = 0): unknown {
    if (typeof value === 'string') return this.text(value);
    if (typeof value === 'number' && this.#texts.has(String(value))) return '[answer]';
    if (depth > DEEPEST && typeof value === 'object' && value !== null) return TOO_DEEP;
    if (Array.isArray(value)) return value.map((item: unknown) => this.#mask(item, depth + 1));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [
        name,
        name === 'requestState' ? this.#state(item) : this.#mask(item, depth + 1),
      ]),
    );
  }
}

/** A text of the server without an answer, also where it was cut short within it. */
function withoutAnswer(text: string, answer: string): string {
  const shown = text.replaceAll(answer, '[answer]');
  const cut = shown.indexOf(CUT);
  if (cut === -1) return shown;
  for (let length = Math.min(answer.length - 1, LONGEST_CUT); length >= SHORTEST_TEXT; length -= 1) {
    const start = answer.slice(0, length) + CUT;
    if (shown.includes(start)) return shown.replaceAll(start, `[answer]${CUT}`);
  }
  return shown;
}

function encoded(text: string): string {
  try {
    return encodeURIComponent(text);
  } catch {
    return text;
  }
}

/** What an answer to sampling or roots says. */
function saidBy(response: unknown): unknown[] {
  if (!isObject(response)) return [];
  const { content, roots } = response;
  const parts: unknown[] = 'role' in response ? [content].flat() : [];
  return [
    ...parts.map((part) => (isObject(part) ? part['text'] : undefined)),
    ...(Array.isArray(roots) ? roots.map((root: unknown) => (isObject(root) ? root['uri'] : undefined)) : []),
  ];
}

/** A text of the server without the states that begin like this, also where one was cut short. */
function withoutStates(text: string, start: string): string {
  let shown = text;
  for (let at = shown.indexOf(start); at !== -1; at = shown.indexOf(start)) {
    const rest = shown.slice(at + start.length);
    const end = rest.search(/\s/);
    shown = `${shown.slice(0, at)}[state]${end === -1 ? '' : rest.slice(end)}`;
  }
  return shown;
}

const maskState = (state: unknown): string =>
  typeof state === 'string' ? `[state, ${Buffer.byteLength(state)} bytes]` : '[state, no text]';

const SECRET_HEADER = /authorization|cookie|token|key|secret/i;

/** Headers as a report shows them. */
export const hideTokens = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? '[token]' : value]),
  );
