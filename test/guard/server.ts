import {
  createMcpHandler,
  McpServer,
  type AuthInfo,
  type ClientCapabilities,
  type McpHttpHandler,
  type McpServerOptions,
} from '@modelcontextprotocol/server';
import { createVuelta } from '../../src/index.js';
import type { AttachOptions, Rounds, Vuelta, VueltaEvent, VueltaOptions } from '../../src/index.js';

const REVISION = '2026-07-28';

export const KEYS = [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }];

/** Registers what a server offers; without a guard there are no rounds. */
export type Register = (server: McpServer, rounds: Rounds) => void;

export interface HostOptions extends VueltaOptions {
  /** Its own guard, to share among hosts. */
  readonly vuelta?: Vuelta;
  /** `false` leaves the SDK's server as it is. */
  readonly guarded?: boolean;
  readonly name?: string;
  readonly server?: McpServerOptions;
  readonly attach?: AttachOptions;
  /** Another entry than that of the SDK in use, and what it serves. */
  readonly entry?: typeof createMcpHandler;
  readonly make?: () => McpServer;
  readonly onerror?: (error: Error) => void;
}

export interface SendOptions {
  readonly state?: unknown;
  readonly answers?: unknown;
  readonly capabilities?: ClientCapabilities;
  readonly auth?: AuthInfo | undefined;
  /** Hangs up. */
  readonly signal?: AbortSignal;
  /** The last word on the bytes that are sent. */
  readonly edit?: (body: string) => string;
}

/** What came back, read. */
export interface Reply {
  readonly status: number;
  readonly result: Record<string, unknown> | undefined;
  readonly error: { code: number; message: string; data?: Record<string, unknown> } | undefined;
  /** The state of an `input_required` result. */
  readonly state: string | undefined;
  readonly asks: Record<string, { method: string; params: Record<string, unknown> }>;
  readonly text: string;
  /** The bytes of the response, but for the id of the request. */
  readonly bytes: string;
}

const FORMS: ClientCapabilities = { elicitation: { form: {} } };

let lastId = 0;

/** A server in process, spoken to in raw JSON-RPC over `fetch`, on 2026-07-28. */
export class Host {
  readonly events: VueltaEvent[] = [];
  readonly #http: McpHttpHandler;

  constructor(register: Register, options: HostOptions = {}) {
    const {
      vuelta,
      guarded = true,
      name = 'turmas',
      server: serverOptions,
      attach,
      entry,
      make,
      onerror,
      ...rest
    } = options;
    const { onEvent = (event: VueltaEvent) => this.events.push(event) } = options;
    const guard = vuelta ?? createVuelta({ keys: KEYS, ...rest, onEvent });
    const build = (): McpServer => {
      const server = new McpServer({ name, version: '1.0.0' }, serverOptions);
      register(server, guarded ? guard.attach(server, attach) : ({} as Rounds));
      return server;
    };
    this.#http = (entry ?? createMcpHandler)(make ?? build, onerror === undefined ? {} : { onerror });
  }

  tool(name: string, args: unknown, options?: SendOptions): Promise<Reply> {
    return this.send('tools/call', { name, arguments: args }, options);
  }

  prompt(name: string, args: unknown, options?: SendOptions): Promise<Reply> {
    return this.send('prompts/get', { name, arguments: args }, options);
  }

  resource(uri: string, options?: SendOptions): Promise<Reply> {
    return this.send('resources/read', { uri }, options);
  }

  async send(method: string, params: Record<string, unknown>, options: SendOptions = {}): Promise<Reply> {
    const { auth, signal, edit = (body) => body } = options;
    lastId += 1;
    const message = { jsonrpc: '2.0', id: lastId, method, params: { ...params, ...retryOf(options) } };
    const request = new Request('http://127.0.0.1/mcp', {
      method: 'POST',
      headers: headersOf(method, params),
      body: edit(JSON.stringify(message)),
      ...(signal === undefined ? {} : { signal }),
    });
    const response = await this.#http.fetch(request, auth === undefined ? {} : { authInfo: auth });
    return read(response.status, payloadOf(await response.text()));
  }
}

function retryOf({ state, answers, capabilities = FORMS }: SendOptions): Record<string, unknown> {
  return {
    ...(answers === undefined ? {} : { inputResponses: answers }),
    ...(state === undefined ? {} : { requestState: state }),
    _meta: {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'host', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': capabilities,
    },
  };
}

function headersOf(method: string, { name, uri }: Record<string, unknown>): Record<string, string> {
  return {
    'content-type': 'application/json',
    accept: 'application/json, text/event-stream',
    'mcp-protocol-version': REVISION,
    'mcp-method': method,
    'mcp-name': headerValue(String(name ?? uri)),
  };
}

/** A header carries what is not plain ASCII in base64 (basic/transports, header encoding). */
function headerValue(text: string): string {
  return /^[!-~]+$/.test(text) ? text : `=?base64?${Buffer.from(text).toString('base64')}?=`;
}

/** A JSON body, or the last event of a stream. */
function payloadOf(body: string): string {
  return body.startsWith('{') ? body : (body.split('data: ').at(-1) ?? '');
}

function read(status: number, payload: string): Reply {
  const { result, error } = JSON.parse(payload) as Pick<Reply, 'result' | 'error'>;
  const { requestState, inputRequests = {}, content, contents, messages } = result ?? {};
  const [part] = (content ?? contents ?? messages ?? []) as { text?: string; content?: { text: string } }[];
  return {
    status,
    result,
    error,
    state: requestState as string | undefined,
    asks: inputRequests as Reply['asks'],
    text: part?.text ?? part?.content?.text ?? '',
    bytes: payload.replace(/"id":\d+/, '"id":0'),
  };
}

/** What a client is told about every state that is refused. */
export const REFUSED = {
  code: -32_602,
  message: 'Invalid or expired requestState',
  data: { reason: 'invalid_request_state' },
};

export const yes = (content: unknown = { ok: true }) => ({ action: 'accept', content });
export const no = { action: 'decline' };
export const closed = { action: 'cancel' };

/** For a test that answers one state in many ways. */
export const MANY_ANSWERS: VueltaOptions = { singleUse: false };

/** Another value of the same place: what every base64url character may be changed to. */
export const BASE64URL = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
