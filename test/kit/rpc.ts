import { request, Agent } from 'node:http';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';

export interface RpcReply {
  readonly status: number;
  readonly result?: {
    readonly resultType?: string;
    readonly content?: readonly { readonly text?: string }[];
    readonly isError?: boolean;
    readonly inputRequests?: Record<string, unknown>;
    readonly requestState?: string;
  };
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** The members of `params` that belong to a retry. */
export interface Retry {
  readonly inputResponses?: unknown;
  readonly requestState?: string;
}

export const FORMS = { elicitation: { form: {} } };

const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** One POST, written by hand: no SDK on this side. */
export async function post(url: URL, body: string, headers: Record<string, string> = {}): Promise<RpcReply> {
  const outgoing = request(url, {
    agent,
    method: 'POST',
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [IncomingMessage];
  const answer = await text(incoming);
  return { ...(answer === '' ? {} : (JSON.parse(answer) as object)), status: incoming.statusCode ?? 0 };
}

/** One `tools/call` of revision 2026-07-28. `retry` may be JSON text, for members that an object literal cannot have. */
export function callTool(
  url: URL,
  name: string,
  args: unknown,
  retry: Retry | string = {},
  headers: Record<string, string> = {},
): Promise<RpcReply> {
  const meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1.0.0' },
    'io.modelcontextprotocol/clientCapabilities': FORMS,
  };
  const members = typeof retry === 'string' ? retry : JSON.stringify(retry).slice(1, -1);
  const params = `{"name":${JSON.stringify(name)},"arguments":${JSON.stringify(args)},"_meta":${JSON.stringify(meta)}${
    members === '' ? '' : `,${members}`
  }}`;
  const body = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":${params}}`;
  return post(url, body, {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': name,
    ...headers,
  });
}

export function textOf({ result }: RpcReply): string | undefined {
  return result?.content?.[0]?.text;
}
