import { isObject, type JsonObject } from '../client/json.js';
import type { RawReply } from '../client/reply.js';

/** One request and its response as a report shows them: answers redacted, states masked, tokens never. */
export interface Step {
  /** What the request was for, for example `round 2, accepted`. */
  readonly label: string;
  readonly sent: { readonly method: string; readonly params: JsonObject };
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
    if (!isObject(response)) return response;
    return Object.fromEntries(
      Object.entries(response).map(([name, value]) => [
        name,
        isObject(value) ? this.#content(value) : this.#value(name, value),
      ]),
    );
  }

  #content(content: JsonObject): JsonObject {
    return Object.fromEntries(Object.entries(content).map(([field, value]) => [field, this.#value(field, value)]));
  }

  #value(field: string, value: unknown): unknown {
    return this.#known.get(field)?.has(JSON.stringify(value)) === true ? `<${field}>` : value;
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
