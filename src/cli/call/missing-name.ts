import { calledBy } from '../../protocol/call.js';
import type { CallOutcome, Harness } from '../../client/index.js';
import type { NamedCall } from '../call-words.js';
import { nearest } from '../nearest.js';

type Kind = 'tool' | 'prompt' | 'resource';

/** Invalid params, and what a server of 2025-11-25 says of a resource that is not there. */
const NOT_THERE: ReadonlySet<number> = new Set([-32_602, -32_002]);

const OTHER_KIND: Readonly<Record<Kind, string>> = {
  tool: 'There is a tool of that name: leave out --prompt or --resource.',
  prompt: 'There is a prompt of that name: add --prompt.',
  resource: 'There is a resource of that address: add --resource.',
};

/** What the server has of a kind; nothing when it does not say. */
async function listNames(harness: Harness, kind: Kind): Promise<string[]> {
  const { tools, prompts, resources } = harness.capabilities;
  try {
    if (kind === 'tool') return tools === undefined ? [] : (await harness.listTools()).map(({ name }) => name);
    if (kind === 'prompt') return prompts === undefined ? [] : (await harness.listPrompts()).map(({ name }) => name);
    return resources === undefined ? [] : (await harness.listResources()).map(({ uri }) => uri);
  } catch {
    return [];
  }
}

/** What somebody may have meant by a name that is not there; `undefined` when that is not what went wrong. */
export async function hintFor(
  harness: Harness,
  call: NamedCall,
  outcome: CallOutcome<unknown>,
): Promise<string | undefined> {
  if (outcome.kind !== 'error' || !NOT_THERE.has(outcome.code)) return undefined;
  const { kind, name } = calledBy(call);
  const names = await listNames(harness, kind);
  if (names.includes(name)) return undefined;
  for (const other of (['tool', 'prompt', 'resource'] as const).filter((one) => one !== kind)) {
    if ((await listNames(harness, other)).includes(name)) return OTHER_KIND[other];
  }
  const near = nearest(name, names);
  return near.length === 0 ? "'vuelta tools' lists what there is." : `Did you mean ${near.join(', ')}?`;
}
