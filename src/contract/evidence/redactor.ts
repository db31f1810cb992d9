import { isObject, type JsonObject } from '../../json.js';
import { changeJson } from '../../shown/change-json.js';
import { Mask } from '../../shown/mask.js';
import { REPORT } from '../../shown/mask-rules.js';
import type { RawReply } from '../../protocol/reply.js';
import type { Step } from './step.js';

/** Hides in a report the answers that the author of a case gave, which nobody else may read, and states. */
export class Redactor {
  readonly #mask = new Mask(undefined, REPORT);
  readonly #fields = new Map<string, Set<string>>();

  /** Notes the answers that a case gives. Yes and no are the server's own words; they are hidden in requests only. */
  learn(responses: Readonly<Record<string, unknown>>): void {
    for (const [key, response] of Object.entries(responses)) {
      if (!isObject(response)) continue;
      this.#mask.add(key, response);
      if (!isObject(response['content']) || response['action'] === undefined) continue;
      for (const [field, value] of Object.entries(response['content'])) {
        const seen = this.#fields.get(field) ?? new Set();
        this.#fields.set(field, seen.add(JSON.stringify(value)));
      }
    }
  }

  text(text: string): string {
    return this.#mask.text(text);
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
      ...(result !== undefined && { result: this.#masked(result) }),
      ...(error !== undefined && { error: this.#masked(error) }),
    };
  }

  #param(name: string, value: unknown): unknown {
    if (name !== 'inputResponses' || !isObject(value)) return this.#mask.member(name, value) ?? value;
    return Object.fromEntries(Object.entries(value).map(([key, response]) => [key, this.#response(response)]));
  }

  /** However deep an attack puts answers where none belong. */
  #response(response: unknown): unknown {
    const text = (said: string): string => (this.#mask.isAnswer(said) ? '[answer]' : said);
    const member = (name: string, value: unknown): unknown =>
      this.#fields.get(name)?.has(JSON.stringify(value)) === true ? `<${name}>` : undefined;
    return isObject(response) ? changeJson(response, { text, member }) : response;
  }

  #masked(value: unknown): unknown {
    const { member } = this.#mask;
    return changeJson(value, {
      text: (text) => this.text(text),
      number: (number) => this.#mask.number(number),
      member,
    });
  }
}

const SECRET_HEADER = /authorization|cookie|token|key|secret/i;

export const hideTokens = (headers: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [name, SECRET_HEADER.test(name) ? '[token]' : value]),
  );
