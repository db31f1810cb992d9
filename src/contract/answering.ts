import type { AnswerFunction, AnswerMap, Answers } from '../client/answers.js';
import type { Ask } from '../client/ask.js';
import { MODERN } from '../client/era.js';
import { bareMap, isObject } from '../client/json.js';
import { checkContent, type FormSchema } from '../form/index.js';
import { NotTestable } from './check.js';
import type { Responses } from './conversation.js';
import { exampleContent } from './example.js';
import type { Redactor } from './evidence.js';

/** The answers of a case's happy path. */
export class AnswerSource {
  readonly #given: Answers | undefined;
  readonly #redactor: Redactor;
  readonly #target: string;

  constructor(given: Answers | undefined, target: string, redactor: Redactor) {
    this.#given = given;
    this.#target = target;
    this.#redactor = redactor;
  }

  /** One answer for each ask of a round, as it goes on the wire. */
  async answer(asks: readonly Ask[], round: number): Promise<Responses> {
    const responses = bareMap<unknown>();
    for (const ask of asks) responses[ask.key] = complete(ask, await this.#find(ask, round));
    if (this.#given !== undefined) this.#redactor.learn(responses);
    return responses;
  }

  async #find(ask: Ask, round: number): Promise<unknown> {
    if (this.#given === undefined) return exampleAnswer(ask);
    const found = await this.#consult(this.#entry(round), ask, round);
    if (found === undefined) throw new NotTestable(`the case has no answer for '${ask.key}' in round ${round}`);
    return found;
  }

  #entry(round: number): AnswerMap | AnswerFunction | undefined {
    return Array.isArray(this.#given)
      ? (this.#given as ReadonlyArray<AnswerMap | AnswerFunction>)[round - 1]
      : (this.#given as AnswerMap | AnswerFunction);
  }

  async #consult(entry: AnswerMap | AnswerFunction | undefined, ask: Ask, round: number): Promise<unknown> {
    if (typeof entry === 'function') {
      const context = { round, era: MODERN, target: this.#target, signal: new AbortController().signal };
      return entry(ask, context);
    }
    return entry !== undefined && Object.hasOwn(entry, ask.key) ? entry[ask.key] : undefined;
  }
}

/** Fills in defaults as a host would; refuses content that no host would send. */
function complete(ask: Ask, answer: unknown): unknown {
  if (!isObject(answer) || ask.kind !== 'form' || answer['action'] !== 'accept' || ask.faults.length > 0) return answer;
  const outcome = checkContent(ask.requestedSchema as FormSchema, answer['content'] ?? {});
  if (outcome.ok) return { ...answer, content: outcome.wire };
  const issues = outcome.issues.map(({ path, message }) => `${path}: ${message}`).join('; ');
  throw new NotTestable(`the case's answer to '${ask.key}' does not fit its form: ${issues}`);
}

/** An answer that an obliging person might give, made from the ask alone. */
export function exampleAnswer(ask: Ask): unknown {
  switch (ask.kind) {
    case 'url':
      return { action: 'accept' };
    case 'roots':
      return { roots: [{ uri: 'file:///tmp' }] };
    case 'sampling':
      return { role: 'assistant', content: { type: 'text', text: 'example' }, model: 'example', stopReason: 'endTurn' };
    case 'form':
      return { action: 'accept', content: exampleContent(ask.requestedSchema as FormSchema) };
  }
}
