import type { Prompt, Resource, ResourceTemplateType, Tool } from '@modelcontextprotocol/client';
import type { Revision } from '../../protocol/revision.js';
import type { Harness, ServerIdentity } from '../../client/index.js';
import { VueltaError } from '../../errors.js';
import { fromAnnotations, type MayAsk, probe } from './may-ask.js';

/** What a server has, as it says. `vuelta tools --json` prints this. */
export interface Listing {
  readonly target: string;
  readonly server: ServerIdentity;
  readonly revision: Revision;
  readonly tools: readonly (Tool & { readonly mayAsk: MayAsk })[];
  readonly prompts: readonly Prompt[];
  readonly resources: readonly Resource[];
  readonly resourceTemplates: readonly ResourceTemplateType[];
}

/** A list of the server: nothing where it declares none, or knows none. Servers with resources may not know the list of templates. */
export async function listed<T>(there: unknown, list: () => Promise<T[]>): Promise<T[]> {
  if (there === undefined) return [];
  try {
    return await list();
  } catch (error) {
    if (error instanceof VueltaError && error.code === 'request_refused') return [];
    throw error;
  }
}

/** Reads all lists. With `tries`, tools that only read get a first round. */
export async function listAll(harness: Harness, target: string, tries: boolean): Promise<Listing> {
  const { capabilities, server, revision } = harness;
  const tools: (Tool & { mayAsk: MayAsk })[] = [];
  for (const tool of capabilities.tools === undefined ? [] : await harness.listTools()) {
    tools.push({ ...tool, mayAsk: tries ? await probe(harness, tool) : fromAnnotations(tool) });
  }
  return {
    target,
    server,
    revision,
    tools,
    prompts: capabilities.prompts === undefined ? [] : await harness.listPrompts(),
    resources: capabilities.resources === undefined ? [] : await harness.listResources(),
    resourceTemplates: await listed(capabilities.resources, () => harness.listResourceTemplates()),
  };
}
