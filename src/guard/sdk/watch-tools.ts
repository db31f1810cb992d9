import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { flowOf } from '../flow.js';
import type { Policies, Verb } from '../policy.js';
import { keptBy, type Kept } from './handlers.js';

type Callback = (...args: unknown[]) => unknown;

interface Updates {
  readonly name?: string | null;
  readonly uri?: string | null;
  readonly callback?: Callback | undefined;
  readonly paramsSchema?: unknown;
}

/** What the SDK gives for a tool, prompt, resource or template: whatever changes about it goes through its `update`. */
interface Registered {
  readonly annotations?: { readonly readOnlyHint?: boolean };
  readonly handler?: Callback;
  /** What the SDK calls for a tool: the handler, and whatever somebody has put around it. */
  executor?: Callback;
  update(updates: Updates): void;
}

/** Where the SDK keeps a kind of registration, and which member of an update is its name there. */
interface Kind {
  readonly kept: Kept;
  readonly verb: Verb | undefined;
  readonly name: 'name' | 'uri';
}

const TOOL: Kind = { kept: '_registeredTools', verb: 'tools/call', name: 'name' };
const PROMPT: Kind = { kept: '_registeredPrompts', verb: 'prompts/get', name: 'name' };
const RESOURCE: Kind = { kept: '_registeredResources', verb: 'resources/read', name: 'uri' };
/** It has no policy of its own: what is said of an address is said of the address, whatever its template is called. */
const TEMPLATE: Kind = { kept: '_registeredResourceTemplates', verb: undefined, name: 'name' };

/**
 * Follows what is registered on this server, before and from here on: which name it has, whether a tool says that it only reads, and
 * whether its handler threw, which the SDK turns into an ordinary error result.
 */
export function followRegistrations(server: McpServer, policies: Policies): void {
  const follow = (kind: Kind, name: string, registered: Registered): Registered => {
    const { verb } = kind;
    if (verb === undefined) return Object.assign(registered, { update: following(server, kind, name, registered) });
    const named = policies.register(verb, name, () => registered.annotations?.readOnlyHint === true);
    const moved = (next: string | null): void => policies.rename(named, next);
    return Object.assign(registered, { update: following(server, kind, name, registered, moved) });
  };
  for (const kind of [TOOL, PROMPT, RESOURCE, TEMPLATE]) {
    for (const [name, kept] of Object.entries(keptBy(server, kind.kept) ?? {})) {
      const registered = kept as Registered;
      if (kind === TOOL && registered.executor !== undefined) registered.executor = watch(registered.executor);
      follow(kind, name, registered);
    }
  }
  followNew(server, follow);
}

function followNew(server: McpServer, follow: (kind: Kind, name: string, registered: Registered) => Registered): void {
  const registerTool = server.registerTool.bind(server) as (...args: [string, object, Callback]) => unknown;
  const registerPrompt = server.registerPrompt.bind(server) as (...args: [string, ...unknown[]]) => unknown;
  const registerResource = server.registerResource.bind(server) as (...args: [string, ...unknown[]]) => unknown;
  Object.assign(server, {
    registerTool: (name: string, config: object, callback: Callback) =>
      follow(TOOL, name, registerTool(name, config, watch(callback)) as Registered),
    registerPrompt: (name: string, ...rest: unknown[]) =>
      follow(PROMPT, name, registerPrompt(name, ...rest) as Registered),
    registerResource: (name: string, at: unknown, ...rest: unknown[]) => {
      const registered = registerResource(name, at, ...rest) as Registered;
      return typeof at === 'string' ? follow(RESOURCE, at, registered) : follow(TEMPLATE, name, registered);
    },
  });
}

/**
 * The `update` of a registration that is followed. Tools are renamed by the SDK. For the other kinds it forgets each name but the first:
 * a second rename would leave the one before it in use, and could remove whatever has taken the first. So they are renamed here.
 */
function following(
  server: McpServer,
  kind: Kind,
  first: string,
  registered: Registered,
  moved: (name: string | null) => void = () => undefined,
): Registered['update'] {
  const update = registered.update.bind(registered);
  let name: string | null = first;
  return (updates) => {
    const next = updates[kind.name];
    const renames = next !== undefined && next !== name;
    const kept = kind === TOOL ? undefined : keptBy(server, kind.kept);
    if (renames && kept !== undefined) {
      if (name !== null && kept[name] === registered) delete kept[name];
      if (next) kept[next] = registered;
    }
    update({
      ...updates,
      ...(kept === undefined ? {} : { [kind.name]: undefined }),
      ...(kind === TOOL ? watchedCallback(registered, updates) : {}),
    });
    if (!renames) return;
    name = next || null;
    moved(name);
  };
}

/** With another callback or another schema the SDK makes another executor, out of the callback. */
function watchedCallback({ handler }: Registered, { callback, paramsSchema }: Updates): Updates {
  const next = callback ?? (paramsSchema === undefined ? undefined : handler);
  return next === undefined ? {} : { callback: watch(next) };
}

const watched = new WeakSet<Callback>();

function watch(callback: Callback): Callback {
  if (watched.has(callback)) return callback;
  const watching: Callback = async (...args) => {
    try {
      return await callback(...args);
    } catch (error) {
      const flow = flowOf(args.at(-1) as ServerContext);
      if (flow !== undefined) flow.marks.threw = true;
      throw error;
    }
  };
  watched.add(watching);
  return watching;
}
