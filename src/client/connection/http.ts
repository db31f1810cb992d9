import { type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { VueltaError } from '../../errors.js';
import { MAX_MESSAGE_BYTES, readText } from './message-size.js';
import { isObject } from '../../json.js';
import { type Connection, type TargetOptions, type Listener, type Origin, OWN_ID, type Refusal } from './connection.js';
import { withinOrigin } from './redirect.js';
import { EventReader } from './event-stream.js';

const mediaType = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function requestId(body: unknown): string | undefined {
  const message = typeof body === 'string' ? parse(body) : undefined;
  const id = isObject(message) && 'method' in message ? message['id'] : undefined;
  return typeof id === 'string' && id.startsWith(OWN_ID) ? id : undefined;
}

function refusalOf(message: unknown, status: number): Refusal | undefined {
  const error = isObject(message) ? message['error'] : undefined;
  return isObject(error) && typeof error['code'] === 'number' ? { status, code: error['code'] } : undefined;
}

/**
 * A fetch that sees each message before anything parses it: byte-true values, HTTP status, and the request whose response
 * carried it. The last one is what tells two open calls apart on 2025-11-25.
 */
class ObservedFetch {
  readonly fetch: FetchLike;
  listener: Listener | undefined;
  /** Why a request of the SDK's client came to nothing: the greeting, or the stream for the server's own messages. */
  fault: VueltaError | undefined;
  refusal: Refusal | undefined;
  readonly #max: number;

  constructor(base: FetchLike, max: number) {
    this.#max = max;
    const follow = withinOrigin(base);
    this.fetch = async (url, init) => {
      const via = requestId(init?.body);
      try {
        const response = await follow(url, init);
        const origin: Origin = { status: response.status, ...(via !== undefined && { via }) };
        if (mediaType(response) === 'text/event-stream') return this.#stream(response, origin);
        return await this.#whole(response, origin);
      } catch (error) {
        if (error instanceof VueltaError && via === undefined) this.fault = error;
        throw error;
      }
    };
  }

  async #whole(response: Response, origin: Origin): Promise<Response> {
    const { status, statusText, headers } = response;
    const text = await readText(response, this.#max);
    const body = parse(text);
    const messages = Array.isArray(body) ? (body as unknown[]) : [body];
    if (origin.via === undefined) this.refusal = refusalOf(messages[0], status);
    else for (const message of messages) this.listener?.message(message, origin);
    return new Response(text === '' ? null : text, { status, statusText, headers });
  }

  /** The SDK reads behind us, and gets whole lines that end with LF: its own reader knows no limit, and loses a last CR. */
  #stream(response: Response, origin: Origin): Response {
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const events = new EventReader(this.#max, (data) => {
      const message = parse(data);
      if (message !== undefined) this.listener?.message(message, origin);
    });
    const encoder = new TextEncoder();
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform: (chunk, controller) => {
          const lines = this.#read(events, chunk, origin);
          if (lines !== '') controller.enqueue(encoder.encode(lines));
        },
      }),
    );
    return new Response(watched, { status, statusText, headers });
  }

  #read(events: EventReader, chunk: Uint8Array, origin: Origin): string {
    try {
      return events.push(chunk);
    } catch (error) {
      if (error instanceof VueltaError) {
        if (origin.via === undefined) this.fault = error;
        this.listener?.fault(error, origin);
      }
      throw error;
    }
  }
}

export function openHttp(url: URL, base: FetchLike, label: string, options: TargetOptions): Connection {
  const { headers, maxMessageBytes = MAX_MESSAGE_BYTES } = options;
  const observed = new ObservedFetch(base, maxMessageBytes);
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: observed.fetch,
    ...(headers !== undefined && { requestInit: { headers: { ...headers } } }),
  });
  return {
    transport,
    label,
    http: true,
    observe: (listener) => (observed.listener = listener),
    fault: () => observed.fault,
    refusal: () => observed.refusal,
    release: async () => {},
  };
}
