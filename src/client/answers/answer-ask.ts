import { VueltaError } from '../../errors.js';
import type { Answer, AnswerContext, AnswerFunction } from './answers.js';
import { type Ask, describeAsk } from '../../protocol/ask.js';
import type { AnswerBook } from './lookup.js';
import { startBudget } from '../connection/budget.js';
import { type Revision, MODERN } from '../../protocol/revision.js';
import { fitAnswer } from './check.js';
import { copyJson, isObject, type JsonObject } from '../../json.js';
import { printable } from '../../shown/line.js';
import { waitFor } from '../call/recursion.js';
import type { Mask } from '../../shown/mask.js';
import { onStop } from '../abort.js';

/** What to do with an ask that the answers have nothing for. */
export type OnUnanswered = 'error' | 'cancel' | 'decline' | AnswerFunction;

/** Who answers the asks of one call, and how long that may take. */
export interface Person {
  readonly book: AnswerBook;
  readonly revision: Revision;
  /** What was called, for {@link AnswerContext}. */
  readonly target: string;
  /** What was answered so far in this call: a server that repeats it must not bring it into an error. */
  readonly mask: Mask;
  readonly onUnanswered: OnUnanswered;
  readonly sendInvalid: boolean;
  /** `Infinity` for no limit. */
  readonly personTimeoutMs: number;
}

/** An ask with its answer, ready to be sent. */
export interface Answered {
  readonly ask: Ask;
  readonly answer: JsonObject;
}

function unanswered(ask: Ask, round: number, mask: Mask): VueltaError {
  return new VueltaError(
    'ask_unanswered',
    `Nothing answers ${describeAsk(ask, (text) => mask.text(text))} in round ${round}, so the call stops here. Give an answer under this key; code may set onUnanswered.`,
  );
}

/** Waits for a function of the caller, as long as the person may take and nobody stops it. */
async function consult(ask: Ask, answer: AnswerFunction, person: Person, context: AnswerContext): Promise<unknown> {
  const controller = new AbortController();
  let forget = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (error: Error): void => {
      controller.abort(error);
      reject(error);
    };
    forget = onStop(context.signal, stop);
    timer = startBudget(person.personTimeoutMs, () => {
      const why = `No answer to '${printable(ask.key)}' within ${person.personTimeoutMs} ms (personTimeoutMs).`;
      stop(new VueltaError('client_timeout', why));
    });
  });
  try {
    return await Promise.race([stopped, waitFor(answer, () => answer(ask, { ...context, signal: controller.signal }))]);
  } finally {
    clearTimeout(timer);
    forget();
  }
}

async function fallBack(ask: Ask, person: Person, context: AnswerContext): Promise<unknown> {
  const { onUnanswered } = person;
  if (typeof onUnanswered === 'function') return consult(ask, onUnanswered, person, context);
  const refusable = ask.kind === 'form' || ask.kind === 'url';
  return onUnanswered === 'error' || !refusable ? undefined : { action: onUnanswered };
}

/** Finds, checks and completes the answer to one ask. Nothing is sent here. */
export async function answerAsk(asked: Ask, person: Person, round: number, signal: AbortSignal): Promise<Answered> {
  const { revision, target, book, mask, sendInvalid } = person;
  const context: AnswerContext = { round, revision, target, signal };
  signal.throwIfAborted();
  const { ask, answer } = book.find(asked, revision === MODERN);
  const given = typeof answer === 'function' ? await consult(ask, answer, person, context) : (answer as Answer);
  const settled = given === undefined ? await fallBack(ask, person, context) : given;
  if (settled === undefined) throw unanswered(ask, round, mask);
  const fitted = copyJson(sendInvalid && isObject(settled) ? settled : fitAnswer(ask, settled));
  mask.add(ask.key, fitted, ask);
  return { ask, answer: fitted };
}
