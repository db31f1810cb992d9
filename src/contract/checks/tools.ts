import type { JsonObject } from '../../json.js';
import { VueltaError } from '../../errors.js';
import type { Trial } from '../walk/trial.js';

export type Tool = Awaited<ReturnType<Awaited<ReturnType<Trial['talk']>>['harness']['listTools']>>[number];

/** The tools of the server under test; none when it lists none. */
export async function toolsOf(trial: Trial): Promise<readonly Tool[]> {
  const { harness } = await trial.talk();
  try {
    return await harness.listTools();
  } catch (error) {
    if (error instanceof VueltaError) return [];
    throw error;
  }
}

/** Whether a tool takes these arguments, by their names. */
export function takesSame({ inputSchema }: Tool, args: Readonly<JsonObject>): boolean {
  const known = Object.keys(inputSchema.properties ?? {});
  const given = Object.keys(args);
  return (
    given.every((name) => known.includes(name)) && (inputSchema.required ?? []).every((name) => given.includes(name))
  );
}

/** Why a second use of a state does no harm in this case; `undefined` when it may. */
export async function readsOnly(trial: Trial): Promise<string | undefined> {
  const { tool } = trial.case;
  if (tool === undefined) return 'what a prompt or a resource gives is only read, and may be read twice';
  const found = (await toolsOf(trial)).find(({ name }) => name === tool);
  return found?.annotations?.readOnlyHint === true ? 'the tool says that it only reads' : undefined;
}
