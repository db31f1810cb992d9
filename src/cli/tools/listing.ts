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

/** Servers that have resources and no templates may not know this list. */
async function templatesOf(harness: Harness): Promise<ResourceTemplateType[]> {
  try {
    return await harness.listResourceTemplates();
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
  const hasResources = capabilities.resources !== undefined;
  return {
    target,
    server,
    revision,
    tools,
    prompts: capabilities.prompts === undefined ? [] : await harness.listPrompts(),
    resources: hasResources ? await harness.listResources() : [],
    resourceTemplates: hasResources ? await templatesOf(harness) : [],
  };
}
