import type {
  AuthInfo,
  JSONRPCMessage,
  MessageExtraInfo,
  Transport,
  TransportSendOptions,
} from '@modelcontextprotocol/client';
import { MODERN } from '../../protocol/revision.js';
import { openHttp } from './http.js';
import { copyJson } from '../../json.js';
import type { Connection, TargetOptions, ServerFactory } from './connection.js';
import { TransportWrapper } from './observed-transport.js';
import { servable } from './servable.js';

/** Nothing listens here: requests go to the handler, never to a network. */
const ADDRESS = new URL('http://localhost/mcp');
const LABEL = 'server in this process';

/** A server at the other end of linked memory. There, messages pass by reference; a copy is what a wire would have carried. */
class MemoryTransport extends TransportWrapper {
  readonly #serve: () => Promise<void>;
  readonly #authInfo: AuthInfo | undefined;

  constructor(near: Transport, serve: () => Promise<void>, authInfo: AuthInfo | undefined) {
    super(near);
    this.#serve = serve;
    this.#authInfo = authInfo;
  }

  override async start(): Promise<void> {
    await super.start();
    await this.#serve();
  }

  override send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    const extra = this.#authInfo === undefined ? {} : { authInfo: this.#authInfo };
    return super.send(copyJson(message), { ...options, ...extra });
  }

  protected override receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    super.receive(copyJson(message), extra);
  }
}

async function openModern(factory: ServerFactory, options: TargetOptions): Promise<Connection> {
  const { createMcpHandler, McpServer } = await import('@modelcontextprotocol/server');
  const served = servable(factory, McpServer);
  /** What the factory failed with last, or else what the SDK's handler could not put into a response. */
  let fault: unknown;
  const watched: ServerFactory = async (context) => {
    try {
      return await served(context);
    } catch (error) {
      fault = error;
      throw error;
    }
  };
  const handler = createMcpHandler(watched, { onerror: (error) => (fault ??= error) });
  const extra = options.authInfo === undefined ? {} : { authInfo: options.authInfo };
  const connection = openHttp(ADDRESS, (url, init) => handler.fetch(new Request(url, init), extra), LABEL, options);
  return { ...connection, fault: () => fault ?? connection.fault?.(), release: () => handler.close() };
}

async function openLegacy(factory: ServerFactory, { authInfo }: TargetOptions): Promise<Connection> {
  const { InMemoryTransport } = await import('@modelcontextprotocol/server');
  const [near, far] = InMemoryTransport.createLinkedPair();
  let server: Awaited<ReturnType<ServerFactory>> | undefined;
  const serve = async (): Promise<void> => {
    server = await factory({ era: 'legacy', ...(authInfo !== undefined && { authInfo }) });
    await server.connect(far);
  };
  const transport = new MemoryTransport(near, serve, authInfo);
  return { transport, label: LABEL, http: false, release: async () => server?.close() };
}

/** Serves a factory in this process: through the SDK's HTTP handler on 2026-07-28, over linked memory on 2025-11-25. */
export function openInProcess(factory: ServerFactory, options: TargetOptions): Promise<Connection> {
  return options.revision === MODERN ? openModern(factory, options) : openLegacy(factory, options);
}
