import type { AuthInfo, FetchLike, Transport } from '@modelcontextprotocol/client';
import type { McpServerFactory } from '@modelcontextprotocol/server';
import type { VueltaError } from '../../errors.js';
import type { Revision } from '../../protocol/revision.js';

/** Makes a server: the function that `createMcpHandler` and `serveStdio` of the SDK take. */
export type ServerFactory = McpServerFactory;

/** Where the stderr of a child goes. */
export type StderrSink = 'inherit' | 'ignore' | ((chunk: string) => void);

/** What decides how a target is reached. */
export interface TargetOptions {
  readonly revision: Revision;
  /** Sent with every HTTP request; for a URL, and for a server in this process on 2026-07-28. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Makes the HTTP requests to a URL. The default has no limits of its own and keeps no sockets. */
  readonly fetch?: FetchLike;
  /** What a server in this process gets as the verified token of each request. */
  readonly authInfo?: AuthInfo;
  /** Where the stderr of a child goes; `inherit` by default. */
  readonly stderr?: StderrSink;
  /** The most bytes that one message of the server may have: a response, an event, a line of stdout. 10 MiB by default. */
  readonly maxMessageBytes?: number;
}

/** The SDK client has ids of its own; ours begin so, and no response can be taken for another's. */
export const OWN_ID = 'vuelta-';

/** Where a message came from: the request whose HTTP response carried it, and that response's status. */
export interface Origin {
  readonly via?: string;
  readonly status?: number;
}

/** Reads along on HTTP. */
export interface Listener {
  /** Gets each message as it was on the wire; `undefined` for a response that should hold one and does not. */
  message(message: unknown, origin: Origin): void;
  /** Why a stream was not read to its end. */
  fault(error: VueltaError, origin: Origin): void;
}

/** An HTTP response that holds a JSON-RPC error. */
export interface Refusal {
  readonly status: number;
  readonly code: number;
}

/** An open way to a server. */
export interface Connection {
  readonly transport: Transport;
  /** The target in an error message; never its query or user info. */
  readonly label: string;
  /** Whether each request is an HTTP exchange of its own. */
  readonly http: boolean;
  /** On HTTP, messages are read here, before the transport parses them. */
  readonly observe?: (listener: Listener) => void;
  /** The error that an error of the transport stands for, where it has a code here. */
  readonly explain?: (error: Error) => VueltaError | undefined;
  /** Why nothing came of it, where the transport hides it from its client: the factory failed, or what it sent was refused here. */
  readonly fault?: () => unknown;
  /** What an HTTP server answered to the greeting, where that was an error; never its text, which may echo a token. */
  readonly refusal?: () => Refusal | undefined;
  /** Ends what the transport does not own. */
  release(): Promise<void>;
}
