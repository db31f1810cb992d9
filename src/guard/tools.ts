import type { McpServer, ServerContext } from '@modelcontextprotocol/server';
import { flowOf } from './flow.js';
import type { Policies } from './policy.js';

type Callback = (...args: unknown[]) => unknown;
type Register = (name: string, config: { annotations?: { readOnlyHint?: boolean } }, callback: Callback) => unknown;

/**
 * Watches the tools of this server: whether a handler threw, which the SDK turns into an ordinary error result, and which tools say
 * that they only read.
 */
export function watchTools(server: McpServer, policies: Policies): void {
  const register = server.registerTool.bind(server) as unknown as Register;
  const watched: Register = (name, config, callback) => {
    const registered = register(name, config, watch(callback));
    if (config.annotations?.readOnlyHint === true) policies.readOnly(name);
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
