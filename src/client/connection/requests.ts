import type { JSONRPCMessage, Progress, Transport } from '@modelcontextprotocol/client';
import { VueltaError } from '../../errors.js';
import { violation } from '../../protocol/ask.js';
import { ASK_METHODS } from '../../protocol/kinds.js';
import { type Revision, MODERN } from '../../protocol/revision.js';
import { OpenRequest, type SendOptions } from './request.js';
import { isObject, type JsonObject } from '../../json.js';
import { type Connection, type Origin, OWN_ID } from './connection.js';
import { printable } from '../../shown/line.js';
import type { RawReply } from '../../protocol/reply.js';
import { onAbort } from '../abort.js';

/** What `open` sends: the params as they are, plus `meta` and a progress token in `_meta` where there is one. */
export interface OutgoingRequest {
  readonly method: string;
  readonly params: JsonObject | undefined;
  readonly meta: JsonObject | undefined;
}

const lost = (label: string, why: string, cause?: unknown): VueltaError =>
  new VueltaError('connection_lost', `The connection ended before the response to ${label}: ${why}.`, {
    ...(cause !== undefined && { cause }),
  });

/** The body of an HTTP error may echo anything; only network failures are kept as a cause. */
const networkCause = (error: unknown): unknown =>
  error instanceof Error && !('data' in error) && error.name !== 'ZodError' ? error : undefined;

function sendFault(label: string, error: unknown): VueltaError {
  if (error instanceof VueltaError) return error;
  const status = isObject(error) && isObject(error['data']) ? error['data']['status'] : undefined;
  return lost(
    label,
    typeof status === 'number' ? `HTTP ${status}` : 'a message could not be sent',
    networkCause(error),
  );
}

export class Requests {
  readonly #transport: Transport;
  readonly #connection: Connection;
  readonly #revision: Revision;
  readonly #cancelMeta: JsonObject | undefined;
  readonly #open = new Map<string, OpenRequest>();
  #count = 0;

  /** `envelope` is the `_meta` of a notification on this connection. */
  constructor(connection: Connection, transport: Transport, revision: Revision, envelope: JsonObject | undefined) {
    this.#connection = connection;
    this.#transport = transport;
    this.#revision = revision;
    this.#cancelMeta = envelope;
  }

  /** Whether an answer to a server→client request can reach the call that waits for it. */
  get hasBackChannel(): boolean {
    return !this.#connection.http || this.#transport.sessionId !== undefined;
  }

  open({ method, params, meta }: OutgoingRequest, options: SendOptions): OpenRequest {
    this.#count += 1;
    const id = `${OWN_ID}${this.#count}`;
    let forget = (): void => {};
    const request = new OpenRequest(
      id,
      { ...options, hint: () => this.#hint() },
      () => {
        this.#open.delete(id);
        forget();
      },
      () => this.#cancel(request),
    );
    if (options.signal?.aborted) {
      request.fail(options.signal.reason as Error);
      return request;
    }
    this.#open.set(id, request);
    if (options.signal !== undefined) forget = onAbort(options.signal, (error) => request.stop(error));
    const token = options.onProgress === undefined ? {} : { progressToken: id };
    const _meta = { ...meta, ...(params?.['_meta'] as JsonObject | undefined), ...token };
    const sent = Object.keys(_meta).length === 0 ? params : { ...params, _meta };
    this.#send({ jsonrpc: '2.0', id, method, ...(sent !== undefined && { params: sent }) }, request);
    return request;
  }

  async respond(id: string | number, result: JsonObject, label: string): Promise<void> {
    try {
      await this.#transport.send({ jsonrpc: '2.0', id, result });
    } catch (error) {
      throw sendFault(label, error);
    }
  }

  claims(message: JSONRPCMessage): boolean {
    if (!('method' in message)) return typeof message.id === 'string' && message.id.startsWith(OWN_ID);
    if ('id' in message) return this.#revision === MODERN || ASK_METHODS.has(message.method);
    return message.method === 'notifications/cancelled' || message.method === 'notifications/progress';
  }

  receive(message: unknown, origin: Origin): void {
    const carrier = origin.via === undefined ? undefined : this.#open.get(origin.via);
    if (message === undefined) {
      carrier?.fail(lost(carrier.options.label, `HTTP ${origin.status} without a JSON-RPC message`));
    } else if (!isObject(message)) {
      carrier?.stop(violation('message', 'it must be a JSON-RPC object'));
    } else if (!('method' in message)) {
      this.#response(message, origin, carrier);
    } else if ('id' in message) {
      this.#request(message, carrier);
    } else {
      this.#notification(message);
    }
  }

  /** A stream was not read to its end, and whoever waits for something on it waits no longer. */
  refuse(error: VueltaError, { via }: Origin): void {
    const carrier = via === undefined ? undefined : this.#open.get(via);
    for (const request of carrier === undefined ? this.#open.values() : [carrier]) request.stop(error);
  }

  /** A fault of the transport. A stdio line that is no JSON-RPC message is dropped by it, and somebody waits for it. */
  fault(error: Error): void {
    if (error instanceof VueltaError && !this.#connection.http) return this.refuse(error, {});
    const [only, ...more] = this.#open.values();
    if (this.#connection.http || error.name !== 'ZodError' || only === undefined || more.length > 0) return;
    only.stop(violation('message', 'it must be a JSON-RPC message'));
  }

  /** The connection is gone: whoever waits fails, with `error` or with the reason of the end. */
  close(error?: Error): void {
    for (const request of this.#open.values()) {
      request.fail(error ?? lost(request.options.label, 'the server closed it'));
      request.abort.abort();
    }
  }

  /** Why the stream for the server's own messages could not be opened; whoever waits in vain for one should learn it. */
  #hint(): string | undefined {
    const fault = this.#connection.fault?.();
    return fault instanceof VueltaError ? fault.message : undefined;
  }

  #send(message: JSONRPCMessage, request: OpenRequest): void {
    const { label, headers } = request.options;
    const sending = this.#transport.send(message, {
      requestSignal: request.abort.signal,
      onRequestStreamEnd: () => request.fail(lost(label, 'the stream of the response ended')),
      ...(headers !== undefined && { headers }),
    });
    sending.catch((error: unknown) => request.fail(sendFault(label, error)));
  }

  /**
   * On HTTP, 2026-07-28 cancels by closing the response stream; everywhere else a notification does, and names the request
   * in flight (basic/utilities/cancellation).
   */
  #cancel({ id, abort }: OpenRequest): void {
    if (this.#connection.http && this.#revision === MODERN) return abort.abort();
    const meta = this.#cancelMeta === undefined ? {} : { _meta: this.#cancelMeta };
    const params = { ...meta, requestId: id, reason: 'cancelled by the harness' };
    const close = (): void => abort.abort();
    this.#transport.send({ jsonrpc: '2.0', method: 'notifications/cancelled', params }).then(close, close);
  }

  #response(message: JsonObject, { status }: Origin, carrier: OpenRequest | undefined): void {
    const { id } = message;
    if (!('result' in message) && !('error' in message)) {
      (carrier ?? this.#open.get(String(id)))?.stop(violation('message', 'it has neither result nor error'));
      return;
    }
    // A server that could not read the request answers under no id; the HTTP exchange says whose answer it is.
    const anonymous = (id === null || id === undefined) && 'error' in message;
    if (carrier !== undefined && id !== carrier.id && !anonymous) {
      carrier.stop(violation('id', 'the response to one request came with the id of another'));
      return;
    }
    const request = carrier ?? (typeof id === 'string' ? this.#open.get(id) : undefined);
    const reply = 'error' in message ? { error: message['error'] } : { result: message['result'] };
    request?.succeed({ ...reply, ...(status !== undefined && { status }) } as RawReply);
  }

  #request(message: JsonObject, carrier: OpenRequest | undefined): void {
    const { id, method } = message;
    if ((typeof id !== 'string' && typeof id !== 'number') || typeof method !== 'string') {
      carrier?.stop(violation('message', 'it must have an id and a method'));
      return;
    }
    if (this.#revision !== MODERN && !ASK_METHODS.has(method)) return;
    const calls = [...this.#open.values()].filter(({ options }) => options.onAsk !== undefined);
    const owners = carrier === undefined ? calls : [carrier];
    const refusal = this.#refuseOwners(method, owners.length);
    if (refusal !== undefined) {
      for (const owner of owners) owner.stop(refusal);
      return;
    }
    const [owner] = owners;
    const onAsk = owner?.options.onAsk;
    if (owner !== undefined && onAsk !== undefined) onAsk({ id, method, message }, owner);
    else this.#decline(id);
  }

  #refuseOwners(method: string, owners: number): VueltaError | undefined {
    if (this.#revision === MODERN) {
      return violation('message', `${MODERN} has no server-to-client requests, and this is ${printable(method)}`);
    }
    if (owners < 2) return undefined;
    return new VueltaError(
      'ask_unanswered',
      `The server sent ${method} while ${owners} calls are open, and on this connection nothing says which call it belongs to. ` +
        'Make one call at a time, or connect over HTTP with sessions.',
    );
  }

  #decline(id: string | number): void {
    const error = { code: -32_600, message: 'No call is open that could be asked something' };
    this.#transport.send({ jsonrpc: '2.0', id, error }).catch(() => {});
  }

  #notification({ method, params }: JsonObject): void {
    if (!isObject(params)) return;
    if (method === 'notifications/progress') {
      const token = params['progressToken'];
      const request = typeof token === 'string' ? this.#open.get(token) : undefined;
      request?.progress(params as unknown as Progress);
    }
    if (method === 'notifications/cancelled') {
      for (const { options } of this.#open.values()) options.onWithdrawn?.(params['requestId']);
    }
  }
}
