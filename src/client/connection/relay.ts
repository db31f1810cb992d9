import type { JSONRPCMessage, MessageExtraInfo, Transport, TransportSendOptions } from '@modelcontextprotocol/client';

/** A transport around another one, which may look at what passes. */
export class Relay implements Transport {
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
