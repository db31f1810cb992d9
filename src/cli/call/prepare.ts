import type { Harness } from '../../client/index.js';
import { VueltaError } from '../../errors.js';
import { type CallOptionWords, type NamedCall, readArguments } from '../call-words.js';
import { promptTakes, requireArguments, type Takes, toolTakes } from './takes.js';
import { typedArguments } from './argument-types.js';

/** A list of the server; nothing when it does not say. */
async function listed<T>(there: unknown, list: () => Promise<T[]>): Promise<T[]> {
  if (there === undefined) return [];
  try {
    return await list();
  } catch (error) {
    if (error instanceof VueltaError && error.code === 'request_refused') return [];
    throw error;
  }
}

/** The words of the command line, read again with the names that there are: one of them may have `=` in it. */
function given(name: string, takes: Takes, options: CallOptionWords): ReturnType<typeof readArguments> {
  const read = readArguments(options, takes.names);
  requireArguments(name, takes, read.args ?? {});
  return read;
}

/**
 * The call as the server's own list wants it: names that are not there and names that are missing are refused, and texts get the
 * types of the schema. What `--args` gives goes out as it is.
 */
export async function prepareCall(harness: Harness, call: NamedCall, options: CallOptionWords): Promise<NamedCall> {
  if (options.args !== undefined || 'resource' in call) return call;
  const { tools, prompts } = harness.capabilities;
  if ('prompt' in call) {
    const found = (await listed(prompts, () => harness.listPrompts())).find(({ name }) => name === call.prompt);
    if (found === undefined) return call;
    const { args } = given(call.prompt, promptTakes(found), options);
    return { prompt: call.prompt, ...(args !== undefined && { args: args as Record<string, string> }) };
  }
  const tool = (await listed(tools, () => harness.listTools())).find(({ name }) => name === call.tool);
  if (tool === undefined) return call;
  const { args, texts } = given(call.tool, toolTakes(tool), options);
  return { tool: call.tool, ...(args !== undefined && { args: typedArguments(tool.inputSchema, args, texts) }) };
}
