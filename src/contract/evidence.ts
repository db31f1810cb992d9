import { isObject, type JsonObject } from '../client/json.js';
import type { RawReply } from '../client/reply.js';
import type { StateUse } from './trail.js';

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
  readonly era?: '2025-11-25';
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

/** Answers that a report must not show: values that the author of the case gave, and nobody else may read. */
export class Redactor {
  readonly #texts = new Set<string>();
  readonly #known = new Map<string, Set<string>>();

  /** Notes the answers that a case gives. Choices and yes/no are the server's own words; they are redacted in requests only. */
  learn(responses: Readonly<Record<string, unknown>>): void {
    for (const response of Object.values(responses)) {
      const content = isObject(response) ? response['content'] : undefined;
      if (!isObject(content)) continue;
      for (const [field, value] of Object.entries(content)) {
        const seen = this.#known.get(field) ?? new Set();
        seen.add(JSON.stringify(value));
        this.#known.set(field, seen);
        if (typeof value === 'string' && value.length > 2) this.#texts.add(value);
      }
    }
  }

  /** A text of the server without what was answered. */
  text(text: string, own: ReadonlySet<string> = new Set()): string {
    let shown = text;
    for (const secret of this.#texts) if (!own.has(secret)) shown = shown.replaceAll(secret, '[answer]');
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

  #param(name: string, value: unknown): unknown {
    if (name === 'requestState') return maskState(value);
    if (name !== 'inputResponses' || !isObject(value)) return value;
    return Object.fromEntries(Object.entries(value).map(([key, response]) => [key, this.#response(response)]));
  }

  #response(response: unknown): unknown {
    return isObject(response) ? this.#members(response) : response;
  }

  /** However deep: an attack puts answers where none belong. */
  #members(object: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, this.#value(name, value)]));
  }

  #value(name: string, value: unknown): unknown {
    if (this.#known.get(name)?.has(JSON.stringify(value)) === true) return `<${name}>`;
    return isObject(value) ? this.#members(value) : value;
  }

  #mask(value: unknown): unknown {
    if (typeof value === 'string') return this.text(value);
    if (Array.isArray(value)) return value.map((item: unknown) => this.#mask(item));
    if (!isObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, item]) => [name, name === 'requestState' ? maskState(item) : this.#mask(item)]),
    );
  }
}

const maskState = (state: unknown): string =>
  typeof state === 'string' ? `[state, ${Buffer.byteLength(state)} bytes]` : '[state, no text]';

const SECRET_HEADER = /authorization|cookie|token|key|secret/i;

/** Headers as a report shows them. */
export const hideTokens = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? '[token]' : value]),
  );
