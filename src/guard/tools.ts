import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { flowOf } from './flow.js';
import type { Policies } from './policy.js';

type Callback = (...args: unknown[]) => unknown;

interface Updates {
  readonly name?: string | null;
  readonly callback?: Callback;
}

interface Registered {
  readonly annotations?: { readonly readOnlyHint?: boolean };
  update(updates: Updates): void;
}

type Register = (name: string, config: object, callback: Callback) => Registered;

/**
 * Watches the tools of this server: whether a handler threw, which the SDK turns into an ordinary error result, and which tools say
 * that they only read. A tool may be changed as long as it lives.
 */
export function watchTools(server: McpServer, policies: Policies): void {
  const register = server.registerTool.bind(server) as unknown as Register;
  const watched: Register = (first, config, callback) => {
    const registered = register(first, config, watch(callback));
    let name: string | null = first;
    const mark = (): void => {
      if (name !== null) policies.markReadOnly(name, registered.annotations?.readOnlyHint === true);
    };
    const update = registered.update.bind(registered);
    registered.update = (updates) => {
      update(updates.callback === undefined ? updates : { ...updates, callback: watch(updates.callback) });
      if (updates.name !== undefined && updates.name !== name) {
        if (name !== null) policies.rename(name, updates.name);
        ({ name } = updates);
      }
      mark();
    };
    mark();
    return registered;
  };
  server.registerTool = watched as unknown as McpServer['registerTool'];
}

function watch(callback: Callback): Callback {
  return async (...args) => {
    try {
      return await callback(...args);
    } catch (error) {
      const flow = flowOf(args.at(-1) as ServerContext);
      if (flow !== undefined) flow.marks.threw = true;
      throw error;
    }
  };
}
