import type { Answer, Ask } from '../../client/index.js';
import { checkAnswer, checkForm } from '../../client/answers/check.js';
import { isObject, type JsonObject } from '../../json.js';
import { VueltaError } from '../../errors.js';
import { isWhole } from './question.js';
import type { FormIssue } from '../../form/index.js';

export interface PostedAnswer {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: unknown;
}

export type ReadAnswer = { readonly answer: Answer | undefined } | { readonly issues: readonly FormIssue[] };

const refused = (path: string, message: string): ReadAnswer => ({ issues: [{ path, message }] });

function readForm(content: unknown, ask: Ask): ReadAnswer {
  const { requestedSchema = { type: 'object', properties: {} } } = ask;
  const fitted = checkForm(requestedSchema, content);
  if ('issues' in fitted) return fitted;
  return { answer: { action: 'accept', content: { ...(content as JsonObject | undefined) } } };
}

function readSampling(content: unknown): ReadAnswer {
  const said = isObject(content) ? content['text'] : undefined;
  if (typeof said !== 'string' || said === '') return refused('text', 'is required');
  return {
    answer: { role: 'assistant', content: { type: 'text', text: said }, model: 'person', stopReason: 'endTurn' },
  };
}

const isFolder = (uri: unknown): boolean =>
  typeof uri === 'string' && URL.canParse(uri) && new URL(uri).protocol === 'file:';

function readRoots(content: unknown): ReadAnswer {
  const roots = isObject(content) ? content['roots'] : undefined;
  if (!Array.isArray(roots)) return refused('roots', 'must be a list');
  if (!roots.every(isFolder)) return refused('roots', 'must be file:// addresses');
  return { answer: { roots: roots.map((uri: string) => ({ uri })) } };
}

const ACCEPTED: Readonly<Record<Ask['kind'], (content: unknown, ask: Ask) => ReadAnswer>> = {
  form: readForm,
  url: () => ({ answer: { action: 'accept' } }),
  sampling: readSampling,
  roots: readRoots,
};

/** Checks what the person gave before any of it goes to the server. A sampling or roots ask that is not accepted has no answer. */
export function readAnswer(ask: Ask, { action, content }: PostedAnswer): ReadAnswer {
  const bare = ask.kind === 'sampling' || ask.kind === 'roots';
  if (action !== 'accept') return { answer: bare ? undefined : { action } };
  if (!isWhole(ask)) return refused('', 'cannot be accepted, because it is too long to be shown whole');
  const read = ACCEPTED[ask.kind](content, ask);
  if ('issues' in read) return read;
  try {
    checkAnswer(ask, read.answer);
    return read;
  } catch (error) {
    if (error instanceof VueltaError && error.code === 'answer_invalid') return refused('', error.message);
    throw error;
  }
}
