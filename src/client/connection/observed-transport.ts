import type { JSONRPCMessage, MessageExtraInfo } from '@modelcontextprotocol/client';
import type { Line } from './connection.js';
import { Relay } from './relay.js';
import { onStop } from '../abort.js';
import type { Wire } from './requests.js';

/**
 * The transport that the SDK client gets. The client connects through it and keeps what is its own; the requests of the
 * harness go beside it, so that none of the client's limits, schemas or retries apply to them.
 */
export class Tap extends Relay {
  readonly #readAhead: boolean;
  readonly #refused = new AbortController();
  #wire: Wire | undefined;

  constructor(line: Line) {
    super(line.transport);
    this.#readAhead = line.observe !== undefined;
    line.observe?.({
      message: (message, origin) => this.#wire?.receive(message, origin),
      fault: (error, origin) =>
        this.#wire === undefined ? this.#refused.abort(error) : this.#wire.refuse(error, origin),
    });
  }

  /** Rejects when a stream is given up before anybody is attached; the SDK's client would wait on for what it should have brought. */
  get refused(): Promise<never> {
    return new Promise((_resolve, reject) => onStop(this.#refused.signal, reject));
  }

  attach(wire: Wire): void {
    this.#wire = wire;
  }

  protected override receive(message: JSONRPCMessage, extra?: MessageExtraInfo): void {
    if (this.#wire?.claims(message) !== true) super.receive(message, extra);
    else if (!this.#readAhead) this.#wire.receive(message, {});
  }

  protected override fault(error: Error): void {
    this.#wire?.fault(error);
    super.fault(error);
  }

  protected override closed(): void {
    this.#wire?.close();
    super.closed();
  }
}
