import type { AuthInfo, FetchLike, Transport } from '@modelcontextprotocol/client';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { Era } from './era.js';

/** Makes a server: the function that `createMcpHandler` and `serveStdio` of the SDK take. */
export type ServerFactory = McpServerFactory;

/** Where the stderr of a child goes. */
export type StderrSink = 'inherit' | 'ignore' | ((chunk: string) => void);

/** What decides how a target is reached. */
export interface LineOptions {
  readonly era: Era;
  /** Sent with every HTTP request; for a URL, and for a server in this process on 2026-07-28. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the HTTP requests to a URL. The default has no limits of its own and keeps no sockets. */
  readonly fetch?: FetchLike;
  /** What a server in this process gets as the verified token of each request. */
  readonly authInfo?: AuthInfo;
  /** Where the stderr of a child goes; `inherit` by default. */
  readonly stderr?: StderrSink;
}

/** Where a message came from: the request whose HTTP response carried it, and that response's status. */
export interface Origin {
  readonly via?: string;
  readonly status?: number;
}

/** Gets each message as it was on the wire; `undefined` for a response that should hold one and does not. */
export type Listener = (message: unknown, origin: Origin) => void;

/** An open way to a server. */
export interface Line {
  readonly transport: Transport;
  /** The target in an error message; never its query or user info. */
  readonly label: string;
  /** Whether each request is an HTTP exchange of its own. */
  readonly http: boolean;
  /** On HTTP, messages are read here, before the transport parses them. */
  readonly observe?: (listener: Listener) => void;
  /** Why the server could not be made; a handler in this process hides it from its client. */
  readonly fault?: () => unknown;
  /** Ends what the transport does not own. */
  release(): Promise<void>;
}
