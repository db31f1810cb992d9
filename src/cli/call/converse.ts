import type { Progress } from '@modelcontextprotocol/client';
import type { AnswerFunction, Ask, CallOutcome, Harness, Received, Round } from '../../client/index.js';
import type { CallOptions as HarnessOptions } from '../../client/index.js';
import { VueltaError } from '../../errors.js';
import { type NamedCall, textArguments } from '../call-words.js';
import { hearFirst, judgeFirst } from './first.js';
import { hintFor } from './missing-name.js';
import type { CallOptions } from './options.js';
import { typedArguments } from './typed.js';

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

type Tools = Awaited<ReturnType<Harness['listTools']>>;

/** The server's tools; none when it does not say. */
async function listTools(harness: Harness): Promise<Tools> {
  if (harness.capabilities.tools === undefined) return [];
  try {
    return await harness.listTools();
  } catch (error) {
    if (error instanceof VueltaError && error.code === 'request_refused') return [];
    throw error;
  }
}

/** The call with its text arguments typed as the tool's schema wants them. */
async function prepare(harness: Harness, { call, options }: Conversation): Promise<NamedCall> {
  const texts = textArguments(options);
  if (!('tool' in call) || call.args === undefined || texts.size === 0) return call;
  const tool = (await listTools(harness)).find(({ name }) => name === call.tool);
  return tool === undefined ? call : { tool: call.tool, args: typedArguments(tool.inputSchema, call.args, texts) };
}

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
  const call = await prepare(harness, conversation);
  conversation.witness.started();
  const ended = await (conversation.options.raw === true ? begin : finish)(harness, call, conversation);
  const hint = ended.outcome === undefined ? undefined : await hintFor(harness, call, ended.outcome);
  return hint === undefined ? ended : { ...ended, hint };
}
