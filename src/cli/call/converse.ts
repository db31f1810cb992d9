import type { Progress } from '@modelcontextprotocol/client';
import type { AnswerFunction, Ask, CallOutcome, Harness, Received, Round } from '../../client/index.js';
import type { CallOptions as HarnessOptions } from '../../client/index.js';
import type { NamedCall } from '../call-words.js';
import { hearFirst, judgeFirst } from './first.js';
import { hintFor } from './missing-name.js';
import type { CallOptions } from './options.js';
import { prepareCall } from './prepare.js';

/** Who sees a call happen. */
export interface Witness {
  /** The first request goes out. */
  started(): void;
  received(message: Received): void;
  asked(ask: Ask, round: number): void;
  roundOver(round: Round): void;
  progress(progress: Progress): void;
}

/** One call, and who answers it. */
export interface Conversation {
  readonly call: NamedCall;
  readonly options: CallOptions;
  readonly answers: AnswerFunction;
  readonly signal: AbortSignal;
  readonly witness: Witness;
}

/** How a call ended; `undefined` when it was only to be begun, and asks. */
export type Outcome = { readonly outcome: CallOutcome<unknown> | undefined; readonly hint?: string };

function complete(harness: Harness, call: NamedCall, options: HarnessOptions): Promise<CallOutcome<unknown>> {
  if ('tool' in call) return harness.call(call.tool, call.args, options);
  return 'prompt' in call
    ? harness.getPrompt(call.prompt, call.args, options)
    : harness.readResource(call.resource, options);
}

async function begin(harness: Harness, call: NamedCall, { signal, witness }: Conversation): Promise<Outcome> {
  const onProgress = (progress: Progress): void => witness.progress(progress);
  const message = await hearFirst((onReceive) => complete(harness, call, { signal, onProgress, onReceive }));
  witness.received(message);
  const first = judgeFirst(message, harness);
  if ('outcome' in first) return { outcome: first.outcome };
  for (const ask of first.asks) witness.asked(ask, 1);
  return { outcome: undefined };
}

async function finish(harness: Harness, call: NamedCall, conversation: Conversation): Promise<Outcome> {
  const { options, answers, signal, witness } = conversation;
  const { personTimeout, maxRounds } = options;
  const outcome = await complete(harness, call, {
    answers,
    signal,
    onReceive: (message) => witness.received(message),
    onRound: (round) => witness.roundOver(round),
    onProgress: (progress) => witness.progress(progress),
    ...(personTimeout !== undefined && { personTimeoutMs: personTimeout }),
    ...(maxRounds !== undefined && { maxRounds }),
  });
  return { outcome };
}

/** Makes the call, or with `--raw` only its first round. */
export async function converse(harness: Harness, conversation: Conversation): Promise<Outcome> {
  const call = await prepareCall(harness, conversation.call, conversation.options);
  conversation.witness.started();
  const ended = await (conversation.options.raw === true ? begin : finish)(harness, call, conversation);
  const hint = ended.outcome === undefined ? undefined : await hintFor(harness, call, ended.outcome);
  return hint === undefined ? ended : { ...ended, hint };
}
