import {
  createMcpHandler,
  McpServer,
  type CallToolResult,
  type ClientCapabilities,
  type McpHttpHandler,
  type StandardSchemaWithJSON,
} from '@modelcontextprotocol/server';
import { afterEach, beforeEach, expect } from 'vitest';
import { createVuelta, type Asks, type Rounds, type RoundsToolConfig, type VueltaEvent } from '../../src/index.js';
import type { VueltaOptions } from '../../src/index.js';

const REVISION = '2026-07-28';

export const KEYS = [{ kid: 'k1', secret: new Uint8Array(32).fill(7) }];

/** Everything that a client can declare. */
export const ALL: ClientCapabilities = {
  elicitation: { form: {}, url: {} },
  sampling: {},
  roots: {},
};

export interface AskOnWire {
  readonly method: string;
  readonly params: { message?: string; requestedSchema?: { properties: Record<string, unknown> }; url?: string };
}

/** One round's response, read. */
export interface Reply {
  readonly status: number;
  readonly result: Record<string, unknown>;
  readonly error: { code: number; message: string; data?: Record<string, unknown> } | undefined;
  readonly state: string | undefined;
  readonly asks: Record<string, AskOnWire>;
  readonly keys: string[];
  readonly text: string;
  readonly isError: boolean;
}

export type Answers = Record<string, unknown>;

export const accept = (content?: unknown): unknown =>
  content === undefined ? { action: 'accept' } : { action: 'accept', content };
export const decline = { action: 'decline' };
export const cancel = { action: 'cancel' };

/** For a test that answers one state in many ways. */
export const MANY_ANSWERS: VueltaOptions = { singleUse: false };

interface Target {
  readonly method: string;
  readonly params: Record<string, unknown>;
}

let lastId = 0;

/** Drives the rounds of one call by hand, with raw JSON-RPC bodies. */
export class Driver {
  readonly #http: McpHttpHandler;
  readonly #target: Target;
  readonly #capabilities: ClientCapabilities;

  constructor(http: McpHttpHandler, target: Target, capabilities: ClientCapabilities = ALL) {
    this.#http = http;
    this.#target = target;
    this.#capabilities = capabilities;
  }

  /** The same target for a client of other capabilities. */
  as(capabilities: ClientCapabilities): Driver {
    return new Driver(this.#http, this.#target, capabilities);
  }

  with(params: Record<string, unknown>): Driver {
    const target = { ...this.#target, params: { ...this.#target.params, ...params } };
    return new Driver(this.#http, target, this.#capabilities);
  }

  first(answers?: Answers, signal?: AbortSignal): Promise<Reply> {
    return this.#send({ inputResponses: answers }, signal);
  }

  /** The next round: the state of `reply`, and these answers only. */
  answer(reply: Reply, answers: Answers, signal?: AbortSignal): Promise<Reply> {
    expect(reply.state, `not a question: ${JSON.stringify(reply.result ?? reply.error)}`).toBeTypeOf('string');
    return this.#send({ inputResponses: answers, requestState: reply.state }, signal);
  }

  /** Answers every ask until there is none. */
  async play(give: (key: string, ask: AskOnWire) => unknown): Promise<Reply> {
    let reply = await this.first();
    while (reply.state !== undefined) {
      const given = Object.entries(reply.asks).map(([key, ask]) => [key, give(key, ask)] as const);
      reply = await this.answer(reply, Object.fromEntries(given));
    }
    return reply;
  }

  async #send(retry: Record<string, unknown>, signal: AbortSignal | undefined): Promise<Reply> {
    lastId += 1;
    const { method, params } = this.#target;
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': REVISION,
      'io.modelcontextprotocol/clientInfo': { name: 'driver', version: '1.0.0' },
      'io.modelcontextprotocol/clientCapabilities': this.#capabilities,
    };
    const headers = {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      'mcp-protocol-version': REVISION,
      'mcp-method': method,
      'mcp-name': String(params['name'] ?? params['uri']),
    };
    const body = JSON.stringify({ jsonrpc: '2.0', id: lastId, method, params: { _meta, ...params, ...retry } });
    const init = { method: 'POST', headers, body, ...(signal === undefined ? {} : { signal }) };
    const response = await this.#http.fetch(new Request('http://127.0.0.1/mcp', init));
    return read(response.status, await response.json());
  }
}

function read(status: number, message: unknown): Reply {
  const { result = {}, error } = message as { result?: Record<string, unknown>; error?: Reply['error'] };
  const asks = (result['inputRequests'] ?? {}) as Record<string, AskOnWire>;
  const content = (result['content'] ?? []) as { text?: string }[];
  return {
    status,
    result,
    error,
    state: result['resultType'] === 'input_required' ? (result['requestState'] as string) : undefined,
    asks,
    keys: Object.keys(asks),
    text: content.map((block) => block.text ?? '').join('\n'),
    isError: result['isError'] === true,
  };
}

export interface Served {
  readonly events: VueltaEvent[];
  /** How often a handler has been started. */
  readonly runs: { count: number };
  readonly http: McpHttpHandler;
  call(name: string, args?: Record<string, unknown>): Driver;
  prompt(name: string, args?: Record<string, string>): Driver;
  resource(uri: string): Driver;
  types(): string[];
}

/** A guarded server in process; `register` sets it up for each request, as the SDK's factory does. */
export function serve(register: (rounds: Rounds, server: McpServer) => void, options: VueltaOptions = {}): Served {
  const events: VueltaEvent[] = [];
  const vuelta = createVuelta({ keys: KEYS, ...options, onEvent: (event) => events.push(event) });
  const http = createMcpHandler(() => {
    const server = new McpServer({ name: 'ask-tests', version: '1.0.0' });
    register(vuelta.attach(server), server);
    return server;
  });
  return {
    events,
    runs: { count: 0 },
    http,
    call: (name, args = {}) => new Driver(http, { method: 'tools/call', params: { name, arguments: args } }),
    prompt: (name, args = {}) => new Driver(http, { method: 'prompts/get', params: { name, arguments: args } }),
    resource: (uri) => new Driver(http, { method: 'resources/read', params: { uri } }),
    types: () => events.map((event) => event.type),
  };
}

export type Handler<A = Record<string, unknown>> = (ask: Asks, args: A) => CallToolResult | Promise<CallToolResult>;

/** A server with one tool, `task`, and the driver of a call to it. */
export function tool<S extends StandardSchemaWithJSON | undefined = undefined>(
  handler: Handler,
  options: VueltaOptions & { config?: RoundsToolConfig<S>; args?: Record<string, unknown> } = {},
): { call: Driver; served: Served; events: VueltaEvent[] } {
  const { config = {}, args, ...rest } = options;
  const served: Served = serve((rounds) => {
    rounds.tool('task', config, (given, ask) => {
      served.runs.count += 1;
      return handler(ask, given as Record<string, unknown>);
    });
  }, rest);
  return { served, call: served.call('task', args), events: served.events };
}

export const tick = (): Promise<void> =>
  new Promise((resolve) => {
    setImmediate(resolve);
  });

export const sleep = (ms: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, ms);
  });

/** Fails every test of a file that leaves a rejection which nobody handles (A4). */
export function refuseUnhandledRejections(): void {
  const unhandled: unknown[] = [];
  const note = (reason: unknown): void => void unhandled.push(reason);
  beforeEach(() => {
    unhandled.length = 0;
    process.on('unhandledRejection', note);
  });
  afterEach(async () => {
    await tick();
    await tick();
    process.off('unhandledRejection', note);
    expect(unhandled).toEqual([]);
  });
}
