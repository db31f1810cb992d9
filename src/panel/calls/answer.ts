import type { Answer, Ask } from '../../client/index.js';
import { checkAnswer, checkForm } from '../../client/answers/check.js';
import { isObject, type JsonObject } from '../../json.js';
import { VueltaError } from '../../errors.js';
import { isWhole } from './question.js';
import type { FormIssue } from '../../form/index.js';

/** What the page posts for a question. */
export interface Given {
  readonly action: 'accept' | 'decline' | 'cancel';
  readonly content?: unknown;
}

/** An answer that fits, or why it does not. */
export type Settled = { readonly answer: Answer | undefined } | { readonly issues: readonly FormIssue[] };

const refused = (path: string, message: string): Settled => ({ issues: [{ path, message }] });

function settleForm(ask: Ask, content: unknown): Settled {
  const { requestedSchema = { type: 'object', properties: {} } } = ask;
  const fitted = checkForm(requestedSchema, content);
  if ('issues' in fitted) return fitted;
  return { answer: { action: 'accept', content: { ...(content as JsonObject | undefined) } } };
}

function settleSampling(content: unknown): Settled {
  const said = isObject(content) ? content['text'] : undefined;
  if (typeof said !== 'string' || said === '') return refused('text', 'is required');
  return {
    answer: { role: 'assistant', content: { type: 'text', text: said }, model: 'person', stopReason: 'endTurn' },
  };
}

const isFolder = (uri: unknown): boolean =>
  typeof uri === 'string' && URL.canParse(uri) && new URL(uri).protocol === 'file:';

function settleRoots(content: unknown): Settled {
  const roots = isObject(content) ? content['roots'] : undefined;
  if (!Array.isArray(roots)) return refused('roots', 'must be a list');
  if (!roots.every(isFolder)) return refused('roots', 'must be file:// addresses');
  return { answer: { roots: roots.map((uri: string) => ({ uri })) } };
}

function settleAccepted(ask: Ask, content: unknown): Settled {
  switch (ask.kind) {
    case 'form':
      return settleForm(ask, content);
    case 'url':
      return { answer: { action: 'accept' } };
    case 'sampling':
      return settleSampling(content);
    case 'roots':
      return settleRoots(content);
  }
}

/** Checks what the person gave before any of it goes to the server. A sampling or roots ask that is not accepted has no answer. */
export function settle(ask: Ask, { action, content }: Given): Settled {
  const bare = ask.kind === 'sampling' || ask.kind === 'roots';
  if (action !== 'accept') return { answer: bare ? undefined : { action } };
  if (!isWhole(ask)) return refused('', 'cannot be accepted, because it is too long to be shown whole');
  const settled = settleAccepted(ask, content);
  if ('issues' in settled) return settled;
  try {
    checkAnswer(ask, settled.answer);
    return settled;
  } catch (error) {
    if (error instanceof VueltaError && error.code === 'answer_invalid') return refused('', error.message);
    throw error;
  }
}
