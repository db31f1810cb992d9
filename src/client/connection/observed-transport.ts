import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client';
import { onAbort } from '../abort.js';
import type { Connection } from './connection.js';
import type { Requests } from './requests.js';

/** A transport around another one, which may look at what passes. */
export class TransportWrapper implements Transport {
  onmessage?: Transport['onmessage'];
  onerror?: Transport['onerror'];
  onclose?: Transport['onclose'];
  readonly hasPerRequestStream: boolean;
  readonly #inner: Transport;

  constructor(inner: Transport) {
    this.#inner = inner;
    this.hasPerRequestStream = inner.hasPerRequestStream === true;
  }

  get sessionId(): string | undefined {
    return this.#inner.sessionId;
  }

  setProtocolVersion(version: string): void {
    this.#inner.setProtocolVersion?.(version);
  }

  setSupportedProtocolVersions(versions: string[]): void {
    this.#inner.setSupportedProtocolVersions?.(versions);
  }

  async start(): Promise<void> {
    Object.assign(this.#inner, {
      onmessage: (message: JSONRPCMessage, extra?: MessageExtraInfo) => this.receive(message, extra),
      onerror: (error: Error) => this.fault(error),
      onclose: () => this.closed(),
    });
    await this.#inner.start();
  }

  send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    return this.#inner.send(message, options);
  }

  close(): Promise<void> {
    return this.#inner.close();
  }

  protected receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    this.onmessage?.(message, extra);
  }

  protected fault(error: Error): void {
    this.onerror?.(error);
  }

  protected closed(): void {
    this.onclose?.();
  }
}

/**
 * The transport that the SDK client gets. The client connects through it and keeps what is its own; the requests of the
 * harness go beside it, so that none of the client's limits, schemas or retries apply to them.
 */
export class ObservedTransport extends TransportWrapper {
  readonly #connection: Connection;
  readonly #refused = new AbortController();
  #requests: Requests | undefined;

  constructor(connection: Connection) {
    super(connection.transport);
    this.#connection = connection;
    connection.observe?.({
      message: (message, origin) => this.#requests?.receive(message, origin),
      fault: (error, origin) =>
        this.#requests === undefined ? this.#refused.abort(error) : this.#requests.refuse(error, origin),
    });
  }

  /** Rejects when a stream is given up before anybody is attached; the SDK's client would wait on for what it should have brought. */
  get refused(): Promise<never> {
    return new Promise((_resolve, reject) => onAbort(this.#refused.signal, reject));
  }

  attach(requests: Requests): void {
    this.#requests = requests;
  }

  protected override receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if (this.#requests?.claims(message) !== true) super.receive(message, extra);
    else if (this.#connection.observe === undefined) this.#requests.receive(message, {});
  }

  protected override fault(error: Error): void {
    const known = this.#connection.explain?.(error) ?? error;
    this.#requests?.fault(known);
    super.fault(known);
  }

  protected override closed(): void {
    this.#requests?.close();
    super.closed();
  }
}
