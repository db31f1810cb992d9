// #region both
import { createServer as createHttpServer, type Server } from 'node:http';
import { localhostHostValidation, localhostOriginValidation, toNodeHandler } from '@modelcontextprotocol/node';
import {
  createMcpHandler,
  isLegacyRequest,
  WebStandardStreamableHTTPServerTransport as Session,
} from '@modelcontextprotocol/server';
import { createServer } from './first-tool.js';

const MAX_SESSIONS = 100;

/** One address for both revisions: 2026-07-28 without sessions, older ones with them. */
export function listenForBoth(port: number): Server {
  const onerror = console.error;
  const modern = createMcpHandler(createServer, { legacy: 'reject', onerror });
  const sessions = new Map<string, Session>();

  const begin = async (request: Request): Promise<Response> => {
    const session: Session = new Session({
      sessionIdGenerator: () => crypto.randomUUID(),
      onsessioninitialized: (id) => void sessions.set(id, session),
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await createServer().connect(session);
    const response = await session.handleRequest(request);
    if (session.sessionId === undefined) await session.close();
    const [oldest] = sessions.size > MAX_SESSIONS ? sessions : [];
    if (oldest !== undefined && sessions.delete(oldest[0])) await oldest[1].close();
    return response;
  };

  const serve = async (request: Request): Promise<Response> => {
    if (!(await isLegacyRequest(request))) return modern.fetch(request);
    const id = request.headers.get('mcp-session-id');
    if (id === null) return begin(request);
    return sessions.get(id)?.handleRequest(request) ?? new Response('no such session', { status: 404 });
  };

  const node = toNodeHandler({ fetch: serve }, { onerror });
  const [hostIsOurs, originIsOurs] = [localhostHostValidation(), localhostOriginValidation()];
  const http = createHttpServer((req, res) => {
    if (hostIsOurs(req, res) && originIsOurs(req, res)) void node(req as Parameters<typeof node>[0], res);
  });
  return http.listen(port, '127.0.0.1');
}
// #endregion both
