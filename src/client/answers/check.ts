import { isAction } from '../../protocol/kinds.js';
import { VueltaError } from '../../errors.js';
import { checkContent, type FormIssue, type FormSchema } from '../../form/index.js';
import type { Ask } from '../../protocol/ask.js';
import { findPattern } from './pattern.js';
import { type Foreign, foreignIn, refuseForeign, toWire } from './foreign.js';
import { bareMap, isObject, type JsonObject } from '../../json.js';
import { printable } from '../../shown/line.js';

const origins = new WeakMap<object, string>();

/** Notes where an answer was written, for an error that must name its place and not its values. */
export function noteOrigin<T extends object>(answer: T, place: string): T {
  origins.set(answer, place);
  return answer;
}

function invalid(ask: Ask, answer: unknown, issues: readonly FormIssue[]): VueltaError {
  const origin = isObject(answer) ? origins.get(answer) : undefined;
  const from = origin === undefined ? '' : ` (${printable(origin)})`;
  const lines = issues.map(({ path, message }) => printable(path === '' ? message : `${path}: ${message}`));
  return new VueltaError(
    'answer_invalid',
    `The answer to '${printable(ask.key)}'${from} does not fit and was not sent. ${lines.join('; ')}. ` +
      'Correct it; code that means it sets sendInvalid.',
  );
}

const one = (path: string, message: string): FormIssue[] => [{ path, message }];

function inGrammar(schema: FormSchema, foreign: ReadonlyMap<string, unknown>): FormSchema {
  const entries = Object.entries(schema.properties).filter(([name]) => !foreign.has(name));
  const required = (schema.required ?? []).filter(
    (name) => Object.hasOwn(schema.properties, name) && !foreign.has(name),
  );
  return { type: 'object', properties: bareMap(entries), required };
}

/** What is answered to a field beyond the grammar, and why it does not fit. One that cannot be read is sent as it is. */
function fitForeign(
  foreign: Foreign | undefined,
  given: unknown,
  isRequired: boolean,
): { readonly value: unknown; readonly refused: string | undefined } {
  if (foreign === undefined) return { value: given, refused: undefined };
  const usual = foreign.property.default;
  const value = given === undefined && usual !== undefined ? toWire(foreign, usual) : given;
  if (value === undefined) return { value, refused: isRequired ? 'is required' : undefined };
  return { value, refused: refuseForeign(foreign, value, findPattern) };
}

export function checkForm(
  schema: FormSchema,
  given: unknown,
): { readonly content: JsonObject } | { readonly issues: readonly FormIssue[] } {
  const content = given ?? {};
  if (!isObject(content)) return { issues: one('', 'content must be an object with one value for each field') };
  const strangers = Object.keys(content).filter((name) => !Object.hasOwn(schema.properties, name));
  if (strangers.length > 0)
    return { issues: strangers.map((path) => ({ path, message: 'is not a field of the form' })) };
  const foreign = foreignIn(schema);
  const outcome = checkContent(inGrammar(schema, foreign), content);
  const rest = [...foreign].map(([name, own]) => {
    const value = Object.hasOwn(content, name) ? content[name] : undefined;
    const { value: fitted, refused } = fitForeign(own, value, schema.required?.includes(name) === true);
    return { name, value: fitted, refused };
  });
  const refused = rest.flatMap(({ name, refused: message }) => (message === undefined ? [] : one(name, message)));
  const issues = [...(outcome.ok ? [] : outcome.issues), ...refused];
  if (issues.length > 0 || !outcome.ok) return { issues };
  const answered = rest.filter(({ value }) => value !== undefined).map(({ name, value }) => [name, value] as const);
  return { content: { ...outcome.wire, ...Object.fromEntries(answered) } };
}

function fitElicitation(ask: Ask, answer: JsonObject): JsonObject {
  const { action, content } = answer;
  if (!isAction(action)) throw invalid(ask, answer, one('action', "must be 'accept', 'decline' or 'cancel'"));
  const meta = answer['_meta'] === undefined ? {} : { _meta: answer['_meta'] };
  if (action !== 'accept') return { action, ...meta };
  if (ask.requestedSchema === undefined) {
    if (content !== undefined) throw invalid(ask, answer, one('content', 'a URL ask is accepted without content'));
    return { action, ...meta };
  }
  const fitted = checkForm(ask.requestedSchema, content);
  if ('issues' in fitted) throw invalid(ask, answer, fitted.issues);
  return { action, content: fitted.content, ...meta };
}

/**
 * The answer as it goes on the wire: an accepted form is checked and its defaults are filled in; a decline or cancel carries
 * nothing else. Throws `answer_invalid`, which names fields and never values.
 */
export function checkAnswer(ask: Ask, answer: unknown): JsonObject {
  if (!isObject(answer)) throw invalid(ask, answer, one('', 'an answer is an object'));
  if (ask.kind === 'form' || ask.kind === 'url') return fitElicitation(ask, answer);
  if (ask.kind === 'roots') {
    if (!Array.isArray(answer['roots'])) throw invalid(ask, answer, one('roots', 'must be a list'));
    return answer;
  }
  const missing = ['role', 'content', 'model'].filter((name) => answer[name] === undefined);
  if (missing.length > 0)
    throw invalid(
      ask,
      answer,
      missing.map((path) => ({ path, message: 'is required in a sampling result' })),
    );
  return answer;
}

/** Whether every field that the answer gives is a field of the ask, and the answer is of the right kind. */
export function suits(ask: Ask, answer: unknown): boolean {
  if (!isObject(answer)) return false;
  if (ask.kind === 'roots') return Array.isArray(answer['roots']);
  if (ask.kind === 'sampling') return answer['role'] !== undefined;
  if (answer['action'] === undefined) return false;
  const content = answer['content'];
  if (answer['action'] !== 'accept' || content === undefined || content === null) return true;
  const properties = ask.requestedSchema?.properties;
  return (
    properties !== undefined &&
    isObject(content) &&
    Object.keys(content).every((name) => Object.hasOwn(properties, name))
  );
}
