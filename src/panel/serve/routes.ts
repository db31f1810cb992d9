import type { IncomingMessage, ServerResponse } from 'node:http';
import { isObject, type JsonObject } from '../../json.js';
import { readAsset } from '../assets.js';
import { copyCall, type CopyTarget } from '../copy/copy.js';
import type { Events } from './events.js';
import type { Access } from './access.js';
import { ACTIONS, type ActionContext } from './actions.js';
import { Refusal } from './refusal.js';
import { json, plain, type Reply, send } from './reply.js';
import type { CopyAs, PanelView } from '../view.js';

const OUTSIDE =
  'This page is for whoever started it. Open the link that the terminal shows, or start vuelta panel again: ' +
  'a link works once.\n';

const MAX_BYTES = 1024 * 1024;

export interface Served extends ActionContext {
  readonly access: Access;
  readonly events: Events;
  readonly copyTarget: CopyTarget;
  readonly view: () => PanelView;
  /** Somebody was let in, and the link is used up. */
  readonly letIn: () => void;
}

function admit({ access, letIn }: Served, token: string, known: boolean): Reply {
  const cookie = access.letIn(token);
  if (cookie === undefined && !known) return plain(OUTSIDE, 403);
  if (cookie !== undefined) letIn();
  return {
    ...plain('', 303),
    headers: { location: access.base, ...(cookie !== undefined && { 'set-cookie': cookie }) },
  };
}

function copy({ calls, copyTarget }: Served, { searchParams }: URL): Reply {
  return plain(copyCall(calls.find(searchParams.get('call')), searchParams.get('as') as CopyAs, copyTarget));
}

/** The same with what the page remembers of the answers. */
function copyTold({ calls, copyTarget }: Served, { call, as, answers }: JsonObject): Reply {
  const told: readonly unknown[] = Array.isArray(answers) ? answers : [];
  return plain(copyCall(calls.find(call), as as CopyAs, copyTarget, told));
}

async function get(served: Served, url: URL, path: string, response: ServerResponse): Promise<Reply | undefined> {
  switch (path) {
    case '/api/view':
      return json(served.view());
    case '/api/copy':
      return copy(served, url);
    case '/api/events':
      served.events.open(response);
      return undefined;
    default: {
      const asset = await readAsset(path);
      if (asset === undefined) throw new Refusal(404, 'There is nothing here.');
      return asset;
    }
  }
}

const isJson = ({ headers }: IncomingMessage): boolean =>
  headers['content-type']?.split(';')[0]?.trim().toLowerCase() === 'application/json';

async function readAll(request: IncomingMessage): Promise<Buffer> {
  if (Number(request.headers['content-length'] ?? 0) > MAX_BYTES) throw new Refusal(413, 'This is too long.');
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw new Refusal(413, 'This is too long.');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Reads a JSON object; what was in it is in no error. */
async function readBody(request: IncomingMessage): Promise<JsonObject> {
  if (!isJson(request)) throw new Refusal(415, 'The content type must be application/json.');
  const bytes = await readAll(request);
  let value: unknown;
  try {
    value = JSON.parse(bytes.toString('utf8'));
  } catch {
    throw new Refusal(400, 'This is no JSON.');
  }
  if (!isObject(value)) throw new Refusal(400, 'This is no JSON object.');
  return value;
}

async function post(served: Served, path: string, request: IncomingMessage): Promise<Reply> {
  if (path === '/api/copy') return copyTold(served, await readBody(request));
  const handle = Object.hasOwn(ACTIONS, path) ? ACTIONS[path] : undefined;
  if (handle === undefined) throw new Refusal(404, 'There is nothing here.');
  return handle(served, await readBody(request));
}

/** INVARIANT: nothing is served before the Host, the Origin, the path and the cookie were looked at. */
async function route(served: Served, request: IncomingMessage, response: ServerResponse): Promise<Reply | undefined> {
  const { access } = served;
  access.checkOrigin(request);
  const { method = '', url: address = '/' } = request;
  const url = new URL(`http://${request.headers.host}${address.startsWith('/') ? address : '/'}`);
  if (!url.pathname.startsWith(access.base)) return plain(OUTSIDE, 403);
  const path = url.pathname.slice(access.base.length - 1);
  const token = method === 'GET' && path === '/' ? url.searchParams.get('token') : null;
  const known = access.isLetIn(request);
  if (token !== null) return admit(served, token, known);
  if (!known) return plain(OUTSIDE, 403);
  if (path !== '/') access.checkFetch(request);
  if (method === 'GET') return get(served, url, path, response);
  if (method === 'POST') return post(served, path, request);
  throw new Refusal(405, 'Only GET and POST are served.');
}

/** Answers one request. Never rejects. */
export async function serve(served: Served, request: IncomingMessage, response: ServerResponse): Promise<void> {
  let reply: Reply | undefined;
  try {
    reply = await route(served, request, response);
  } catch (error) {
    if (response.headersSent) {
      response.destroy();
      return;
    }
    // What a person answered may be in an error, so none goes out but our own.
    reply =
      error instanceof Refusal
        ? json({ error: error.message }, error.status)
        : json({ error: 'The page failed at this.' }, 500);
  }
  if (reply === undefined) return;
  // What is left of a body that was refused is not read.
  send(response, request.complete ? reply : { ...reply, headers: { ...reply.headers, connection: 'close' } });
}
