import { isLegacyRequest, type McpHttpHandler, type McpServerFactory } from '@modelcontextprotocol/server';
import { listen, type Listener } from './listener.js';
import { Sessions } from './sessions.js';

export interface Revisions {
  /** Answers the requests of 2026-07-28. */
  readonly modern: McpHttpHandler;
  /** Makes the server of one session of 2025-11-25. */
  readonly legacy: McpServerFactory;
  readonly port: number;
  /** The only path that is served; every path by default. */
  readonly path?: string;
  readonly onerror: (error: Error) => void;
}

/** Serves both revisions at one address of 127.0.0.1, the older one with sessions. Closing it ends every request and session. */
export async function serveRevisions({ modern, legacy, port, path, onerror }: Revisions): Promise<Listener> {
  const sessions = new Sessions(legacy, onerror);
  const serve = async (request: Request): Promise<Response> => {
    if (path !== undefined && new URL(request.url).pathname !== path) return new Response(null, { status: 404 });
    return (await isLegacyRequest(request)) ? sessions.fetch(request) : modern.fetch(request);
  };
  const listener = await listen(port, serve, onerror);
  return {
    origin: listener.origin,
    async close() {
      await Promise.all([sessions.close(), modern.close()]);
      await listener.close();
    },
  };
}
