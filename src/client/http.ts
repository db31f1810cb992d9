import { type FetchLike, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { isObject } from './json.js';
import type { Line, LineOptions, Listener, Origin } from './line.js';
import { EventReader } from './sse.js';

const mediaType = (response: Response): string =>
  (response.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';

const isRedirect = (status: number): boolean => status >= 300 && status < 400;

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** The id of the one request in a POST body. */
function requestId(body: unknown): string | undefined {
  const message = typeof body === 'string' ? parse(body) : undefined;
  return isObject(message) && 'method' in message && typeof message['id'] === 'string' ? message['id'] : undefined;
}

/**
 * A fetch that sees each message before anything parses it: byte-true values, HTTP status, and the request whose response
 * carried it. The last one is what tells two open calls apart on 2025-11-25.
 */
class HttpTap {
  readonly fetch: FetchLike;
  #listener: Listener | undefined;

  constructor(base: FetchLike) {
    this.fetch = async (url, init) => {
      const via = requestId(init?.body);
      const response = await base(url, init);
      const origin: Origin = { status: response.status, ...(via !== undefined && { via }) };
      if (mediaType(response) === 'text/event-stream') return this.#stream(response, origin);
      return via === undefined || isRedirect(response.status) ? response : this.#whole(response, origin);
    };
  }

  observe(listener: Listener): void {
    this.#listener = listener;
  }

  async #whole(response: Response, origin: Origin): Promise<Response> {
    const { status, statusText, headers } = response;
    const text = await response.text();
    const body = parse(text);
    for (const message of Array.isArray(body) ? (body as unknown[]) : [body]) this.#listener?.(message, origin);
    return new Response(text === '' ? null : text, { status, statusText, headers });
  }

  #stream(response: Response, origin: Origin): Response {
    if (response.body === null) return response;
    const { status, statusText, headers } = response;
    const decoder = new TextDecoder();
    const events = new EventReader((data) => {
      const message = parse(data);
      if (message !== undefined) this.#listener?.(message, origin);
    });
    const watched = response.body.pipeThrough(
      new TransformStream<Uint8Array, Uint8Array>({
        transform(chunk, controller) {
          events.push(decoder.decode(chunk, { stream: true }));
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(watched, { status, statusText, headers });
  }
}

/** A line whose requests are HTTP exchanges through `base`. */
export function openHttp(url: URL, base: FetchLike, label: string, { headers }: LineOptions): Line {
  const tap = new HttpTap(base);
  const transport = new StreamableHTTPClientTransport(url, {
    fetch: tap.fetch,
    ...(headers !== undefined && { requestInit: { headers: { ...headers } } }),
  });
  return { transport, label, http: true, observe: (listener) => tap.observe(listener), release: async () => {} };
}
