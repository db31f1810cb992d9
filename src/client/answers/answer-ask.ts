import { VueltaError } from '../../errors.js';
import type { Answer, AnswerContext, AnswerFunction } from './answers.js';
import { type Ask, describeAsk } from '../../protocol/ask.js';
import type { AnswerLookup } from './lookup.js';
import { type Revision, MODERN } from '../../protocol/revision.js';
import { checkAnswer } from './check.js';
import { copyJson, isObject, type JsonObject } from '../../json.js';
import { printable } from '../../shown/line.js';
import { waitFor } from '../call/recursion.js';
import type { Mask } from '../../shown/mask.js';
import { onAbort, startBudget } from '../abort.js';

/** What to do with an ask that the answers have nothing for. */
export type OnUnanswered = 'error' | 'cancel' | 'decline' | AnswerFunction;

export interface Answering {
  readonly lookup: AnswerLookup;
  readonly revision: Revision;
  readonly target: string;
  /** What was answered so far in this call: a server that repeats it must not bring it into an error. */
  readonly mask: Mask;
  readonly onUnanswered: OnUnanswered;
  readonly sendInvalid: boolean;
  readonly personTimeoutMs: number;
}

/** Waits for a function of the caller, as long as the person may take and nobody stops it. */
async function consult(
  ask: Ask,
  answer: AnswerFunction,
  answering: Answering,
  context: AnswerContext,
): Promise<unknown> {
  const controller = new AbortController();
  let forget = (): void => {};
  let timer: NodeJS.Timeout | undefined;
  const stopped = new Promise<never>((_resolve, reject) => {
    const stop = (error: Error): void => {
      controller.abort(error);
      reject(error);
    };
    forget = onAbort(context.signal, stop);
    timer = startBudget(answering.personTimeoutMs, () => {
      const why = `No answer to '${printable(ask.key)}' within ${answering.personTimeoutMs} ms (personTimeoutMs).`;
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

async function fallBack(ask: Ask, answering: Answering, context: AnswerContext): Promise<unknown> {
  const { onUnanswered } = answering;
  if (typeof onUnanswered === 'function') return consult(ask, onUnanswered, answering, context);
  const refusable = ask.kind === 'form' || ask.kind === 'url';
  return onUnanswered === 'error' || !refusable ? undefined : { action: onUnanswered };
}

/** Finds, checks and completes the answer to one ask. Nothing is sent here. */
export async function answerAsk(
  asked: Ask,
  answering: Answering,
  round: number,
  signal: AbortSignal,
): Promise<{ readonly ask: Ask; readonly answer: JsonObject }> {
  const { revision, target, lookup, mask, sendInvalid } = answering;
  const context: AnswerContext = { round, revision, target, signal };
  signal.throwIfAborted();
  const { ask, answer } = lookup.find(asked, revision === MODERN);
  const given = typeof answer === 'function' ? await consult(ask, answer, answering, context) : (answer as Answer);
  const chosen = given === undefined ? await fallBack(ask, answering, context) : given;
  if (chosen === undefined) {
    throw new VueltaError(
      'ask_unanswered',
      `Nothing answers ${describeAsk(ask, (text) => mask.text(text))} in round ${round}, so the call stops here. Give an answer under this key; code may set onUnanswered.`,
    );
  }
  const fitted = copyJson(sendInvalid && isObject(chosen) ? chosen : checkAnswer(ask, chosen));
  mask.add(ask.key, fitted, ask);
  return { ask, answer: fitted };
}
