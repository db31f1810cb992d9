import type { Answer, AnswerContext, AnswerFunction, AnswerMap, Answers } from '../../client/answers/answers.js';
import type { Ask } from '../../protocol/ask.js';
import { AnswerLookup } from '../../client/answers/lookup.js';
import { type Revision, MODERN, LEGACY } from '../../protocol/revision.js';
import { bareMap, isObject } from '../../json.js';
import type { AnswerFile } from '../../client/script/file.js';
import { scriptedAnswers } from '../../client/script/script.js';
import { checkContent, type FormSchema } from '../../form/index.js';
import { exampleContent } from '../../form/example.js';
import type { Redactor } from '../evidence/redactor.js';
import { NotTestable } from '../evidence/finding.js';
import { isAnswerFile } from '../case/case.js';

/** Answers as they go on the wire, by key. A check may put anything here. */
export type Responses = Readonly<Record<string, unknown>>;

/** An ask of 2025-11-25, which has no key on the wire, and the round that it came in. */
export interface KeylessAsk {
  readonly ask: Ask;
  readonly round: number;
}

export class AnswerSource {
  readonly #given: Answers | undefined;
  readonly #redactor: Redactor;
  readonly #target: string;

  constructor(given: Answers | AnswerFile | undefined, target: string, redactor: Redactor) {
    this.#given = isAnswerFile(given) ? answersOf(given) : given;
    this.#target = target;
    this.#redactor = redactor;
  }

  async answer(asks: readonly Ask[], round: number): Promise<Responses> {
    const responses = bareMap<unknown>();
    for (const ask of asks) responses[ask.key] = complete(ask, await this.#find(ask, round));
    if (this.#given !== undefined) this.#redactor.learn(responses);
    return responses;
  }

  /** The answer to the last of these asks of 2025-11-25; the others were asked before it, and {@link Answers} says what follows. */
  async answerKeyless(asked: readonly KeylessAsk[], key: string): Promise<unknown> {
    const last = asked.at(-1);
    if (last === undefined) throw new RangeError('there is no ask to answer');
    const answer = complete(last.ask, await this.#match(asked, last));
    if (this.#given !== undefined) this.#redactor.learn({ [key]: answer });
    return answer;
  }

  async #match(asked: readonly KeylessAsk[], last: KeylessAsk): Promise<unknown> {
    if (this.#given === undefined) return exampleAnswer(last.ask);
    const book = new AnswerLookup(this.#given, false);
    let found: ReturnType<AnswerLookup['find']> | undefined;
    for (const [index, { ask, round }] of asked.entries()) {
      if (asked[index - 1]?.round !== round) book.begin([], false);
      found = book.find(ask, false);
    }
    const answer = found?.answer;
    const given =
      typeof answer === 'function' ? await consult(answer, last.ask, this.#context(last.round, LEGACY)) : answer;
    if (given !== undefined) return given;
    throw new NotTestable(`the case has no answer for '${last.ask.key}' in round ${last.round}`);
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
    if (typeof entry === 'function') return consult(entry, ask, this.#context(round, MODERN));
    return entry !== undefined && Object.hasOwn(entry, ask.key) ? entry[ask.key] : undefined;
  }

  #context(round: number, revision: Revision): AnswerContext {
    return { round, revision, target: this.#target, signal: new AbortController().signal };
  }
}

async function consult(answer: AnswerFunction, ask: Ask, context: AnswerContext): Promise<unknown> {
  try {
    return await answer(ask, context);
  } catch (error) {
    const why = error instanceof Error ? error.message : 'it threw no error';
    throw new NotTestable(`the answer function of the case failed at '${ask.key}': ${why}`);
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

/**
 * The answers of a file for one conversation. A check asks for the answers of a round as often as it sends that round; each entry
 * counts as used once, as in one call.
 */
function answersOf(file: AnswerFile): AnswerFunction {
  const script = scriptedAnswers(file, { loose: true, onWarning: () => {} });
  const known = new Map<string, Promise<Answer | undefined>>();
  return (ask, context) => {
    const place = JSON.stringify([context.round, ask.key]);
    const answer = known.get(place) ?? Promise.resolve(script(ask, context));
    known.set(place, answer);
    return answer;
  };
}
