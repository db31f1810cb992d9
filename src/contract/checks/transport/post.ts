import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  type FetchLike,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import { MAX_MESSAGE_BYTES, readText } from '../../../client/connection/message-size.js';
import { fetchUnlimited } from '../../../client/connection/fetch.js';
import { MODERN } from '../../../protocol/revision.js';
import { isObject, type JsonObject } from '../../../json.js';
import { encodeHeader } from '../../../protocol/headers.js';
import { withinOrigin } from '../../../client/connection/redirect.js';
import { servable } from '../../../client/connection/servable.js';
import { EventReader } from '../../../client/connection/event-stream.js';
import { VueltaError } from '../../../errors.js';
import { NotTestable } from '../../evidence/finding.js';
import type { Exchange } from '../../evidence/transcript.js';
import { type CaseResponse, readResponse } from '../../evidence/response.js';
import { type OpenedServer, isFactory, isAddress } from '../../case/opened-server.js';
import type { Trial } from '../../walk/trial.js';

/** One POST, as it is sent. `null` leaves a header out. */
export interface Post {
  readonly label: string;
  readonly method: string;
  readonly params?: Readonly<JsonObject>;
  readonly id?: string | number;
  /** In place of a JSON-RPC request. */
  readonly body?: string;
  readonly version?: string;
  readonly headers?: Readonly<Record<string, string | null>>;
}

export interface Posted {
  readonly status: number;
  readonly message: JsonObject;
  readonly heard: CaseResponse;
}

interface Address {
  readonly url: URL;
  readonly fetch: FetchLike;
  readonly headers: Readonly<Record<string, string>>;
  close(): Promise<void>;
}

const HERE = new URL('http://localhost/mcp');

/** Where this server can be reached over HTTP; `undefined` when it only speaks over stdio. */
export async function addressOf(trial: Trial, server: OpenedServer): Promise<Address | undefined> {
  const { target } = server;
  const { headers = {}, authInfo } = { ...server.connect, ...trial.identity(server) };
  if (isFactory(target)) {
    const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
    const handler = createMcpHandler(servable(target, McpServer));
    const extra = authInfo === undefined ? {} : { authInfo };
    const fetch = withinOrigin((url, init) => handler.fetch(new Request(url, init), extra));
    return { url: HERE, fetch, headers, close: () => handler.close() };
  }
  if (!isAddress(target)) return undefined;
  return {
    url: new URL(target),
    fetch: withinOrigin(server.connect?.fetch ?? fetchUnlimited),
    headers,
    close: async () => {},
  };
}

/** POSTs that no client would send, one HTTP exchange each. */
export class PostBox {
  readonly #trial: Trial;
  readonly #address: Address;

  constructor(trial: Trial, address: Address) {
    this.#trial = trial;
    this.#address = address;
  }

  /** A request that every server of the case answers, to prove the way. Throws {@link NotTestable} when it is not. */
  async control(): Promise<Posted> {
    const posted = await this.post({ label: 'control', method: this.listMethod });
    if (posted.status === 200 && posted.heard.kind === 'result') return posted;
    throw new NotTestable(`a plain ${this.listMethod} should be answered with HTTP 200`, posted.heard);
  }

  /** The list that the target of the case is on. */
  get listMethod(): string {
    const { tool, prompt } = this.#trial.case;
    if (tool !== undefined) return 'tools/list';
    return prompt === undefined ? 'resources/list' : 'prompts/list';
  }

  async post(post: Post): Promise<Posted> {
    const { roundTimeoutMs = 10_000 } = this.#trial.config;
    const { url, fetch } = this.#address;
    const started = performance.now();
    let response: Response;
    let text: string;
    try {
      const signal = AbortSignal.timeout(roundTimeoutMs);
      response = await fetch(url, { method: 'POST', headers: this.#headers(post), body: bodyOf(post), signal });
      text = await readBody(response);
    } catch (error) {
      if (error instanceof VueltaError)
        throw new NotTestable(`the POST '${post.label}' got no response: ${error.message}`);
      const why = error instanceof Error ? error.name : 'no error';
      throw new NotTestable(`the POST '${post.label}' got no HTTP response (${why})`);
    }
    const message = readMessage(text);
    const raw = { status: response.status, ...message };
    const recorded = this.#trial.transcript.record({ ...exchangeOf(post), received: raw, started });
    const heard = readResponse(raw, { server: { name: 'server' }, recorded });
    return { status: response.status, message, heard };
  }

  #headers({ method, params = {}, version = MODERN, headers = {} }: Post): Headers {
    const name = params['name'] ?? params['uri'];
    const all: Record<string, string | null> = {
      ...this.#address.headers,
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream',
      'MCP-Protocol-Version': version,
      'Mcp-Method': method,
      ...(typeof name === 'string' && { 'Mcp-Name': encodeHeader(name) }),
      ...headers,
    };
    return new Headers(Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null));
  }
}

/** A POST as a report shows it. curl sends no header that is given without a value. */
function exchangeOf({
  label,
  method,
  params = {},
  version,
  headers = {},
}: Post): Pick<Exchange, 'label' | 'method' | 'params' | 'meta' | 'headers'> {
  const own = Object.entries(headers).map(([name, value]) => [name, value ?? ''] as const);
  return {
    label,
    method,
    params,
    ...(version && { meta: { [PROTOCOL_VERSION_META_KEY]: version } }),
    headers: { ...(version && { 'MCP-Protocol-Version': version }), ...Object.fromEntries(own) },
  };
}

function bodyOf({ method, params, id = 'contract', body, version = MODERN }: Post): string {
  if (body !== undefined) return body;
  const _meta = {
    [PROTOCOL_VERSION_META_KEY]: version,
    [CLIENT_INFO_META_KEY]: { name: 'vuelta', version: '0' },
    [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { form: {}, url: {} } },
  };
  return JSON.stringify({ jsonrpc: '2.0', id, method, params: { ...params, _meta } });
}

/** The text of a body that is JSON; of a stream, the data of its last event. */
async function readBody(response: Response): Promise<string> {
  const isStream = (response.headers.get('content-type') ?? '').includes('text/event-stream');
  if (!isStream) return readText(response, MAX_MESSAGE_BYTES);
  let last = '';
  const events = new EventReader(MAX_MESSAGE_BYTES, (data) => (last = data));
  for await (const chunk of (response.body ?? []) as AsyncIterable<Uint8Array>) events.push(chunk);
  return last;
}

function readMessage(text: string): JsonObject {
  try {
    const message: unknown = JSON.parse(text);
    return isObject(message) ? message : {};
  } catch {
    return {};
  }
}
