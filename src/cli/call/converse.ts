import type { Progress } from '@modelcontextprotocol/client';
import { readInbound } from '../../client/call/legacy.js';
import { toOutcome } from '../../client/call/outcome.js';
import type { AnswerFunction, Ask, CallOutcome, Harness, Received } from '../../client/index.js';
import { readEnding, readReply } from '../../protocol/reply.js';
import { makeRecordedCall } from '../../recording/call.js';
import { MODERN } from '../../protocol/revision.js';
import type { NamedCall } from '../call-words.js';
import { hintFor } from './missing-name.js';
import type { CallObserver } from './observer.js';
import type { CallOptions } from './options.js';
import { prepareCall } from './prepare.js';

export interface Conversation {
  readonly call: NamedCall;
  readonly options: CallOptions;
  readonly answers: AnswerFunction;
  readonly signal: AbortSignal;
  readonly observer: CallObserver;
}

/** How a call ended; `undefined` when it was only to be begun, and asks. */
export type Outcome = { readonly outcome: CallOutcome<unknown> | undefined; readonly hint?: string };

/** What the first message of a call is: the asks of its round, or the end of the call. */
type First = { readonly asks: readonly Ask[] } | { readonly outcome: CallOutcome<unknown> };

class Stop extends Error {}

/** Runs a call until its first message and stops it there. The message is heard before it is judged. */
async function hearFirst(call: (onReceive: (message: Received) => void) => Promise<unknown>): Promise<Received> {
  const heard: Received[] = [];
  const stop = new Stop('The first message is there.');
  try {
    await call((message) => {
      heard.push(message);
      throw stop;
    });
  } catch (error) {
    if (error !== stop) throw error;
  }
  const [first] = heard;
  if (first === undefined) throw new Error('A call ended without a message.');
  return first;
}

/** Reads the first message; throws `protocol_violation` for one that breaks the revision. */
function judgeFirst(message: Received, { revision, server }: Harness): First {
  if ('request' in message) {
    const { request } = message;
    const inbound = { id: 0, method: String(request['method']), message: request };
    return { asks: [readInbound(inbound, server, 1, [])] };
  }
  if (revision !== MODERN) return { outcome: toOutcome(readEnding(message), []) };
  const reading = readReply(message, server);
  return reading.kind === 'input_required' ? { asks: reading.asks } : { outcome: toOutcome(reading, []) };
}

async function begin(harness: Harness, call: NamedCall, { signal, observer }: Conversation): Promise<Outcome> {
  const onProgress = (progress: Progress): void => observer.progress(progress);
  const message = await hearFirst((onReceive) => makeRecordedCall(harness, call, { signal, onProgress, onReceive }));
  observer.received(message);
  const first = judgeFirst(message, harness);
  if ('outcome' in first) return { outcome: first.outcome };
  for (const ask of first.asks) observer.asked(ask, 1);
  return { outcome: undefined };
}

async function finish(harness: Harness, call: NamedCall, conversation: Conversation): Promise<Outcome> {
  const { options, answers, signal, observer } = conversation;
  const { personTimeout, maxRounds } = options;
  const outcome = await makeRecordedCall(harness, call, {
    answers,
    signal,
    onReceive: (message) => observer.received(message),
    onRound: (round) => observer.roundOver(round),
    onProgress: (progress) => observer.progress(progress),
    ...(personTimeout !== undefined && { personTimeoutMs: personTimeout }),
    ...(maxRounds !== undefined && { maxRounds }),
  });
  return { outcome };
}

/** Makes the call, or with `--raw` only its first round. */
export async function converse(harness: Harness, conversation: Conversation): Promise<Outcome> {
  const call = await prepareCall(harness, conversation.call, conversation.options);
  conversation.observer.started();
  const ended = await (conversation.options.raw === true ? begin : finish)(harness, call, conversation);
  const hint = ended.outcome === undefined ? undefined : await hintFor(harness, call, ended.outcome);
  return hint === undefined ? ended : { ...ended, hint };
}
