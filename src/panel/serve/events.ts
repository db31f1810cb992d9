import type { ServerResponse } from 'node:http';
import { HEADERS } from './access.js';
import { Refusal } from './refusal.js';

const COALESCE_MS = 40;
/** A view that takes long to write is written less often: the page must not keep its own server from its work. */
const REST = 10;
const KEEP_ALIVE_MS = 15_000;
const MAX_STREAMS = 32;

/** Sends the whole view to every page that listens: at once, and whenever it has changed. A slow one gets the last view only. */
export class Events {
  readonly #view: () => unknown;
  readonly #streams = new Set<ServerResponse>();
  /** Streams that have not taken what they were sent, and have something to catch up with. */
  readonly #behind = new Set<ServerResponse>();
  #timer: NodeJS.Timeout | undefined;
  #pauseMs = COALESCE_MS;
  readonly #keepAlive: NodeJS.Timeout;

  constructor(view: () => unknown) {
    this.#view = view;
    this.#keepAlive = setInterval(() => this.#ping(), KEEP_ALIVE_MS);
    this.#keepAlive.unref();
  }

  open(response: ServerResponse): void {
    if (this.#streams.size >= MAX_STREAMS) throw new Refusal(429, 'Too many pages are open.');
    response.writeHead(200, { ...HEADERS, 'content-type': 'text/event-stream; charset=utf-8' });
    this.#streams.add(response);
    response.on('close', () => {
      this.#streams.delete(response);
      this.#behind.delete(response);
    });
    response.on('error', () => {});
    this.#send(response, this.#message());
  }

  changed(): void {
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      if (this.#streams.size === 0) return;
      const message = this.#message();
      for (const stream of this.#streams) this.#send(stream, message);
    }, this.#pauseMs);
  }

  close(): void {
    clearTimeout(this.#timer);
    clearInterval(this.#keepAlive);
    for (const stream of this.#streams) stream.end();
  }

  #message(): string {
    const started = performance.now();
    const message = `data: ${JSON.stringify(this.#view())}\n\n`;
    this.#pauseMs = Math.max(COALESCE_MS, REST * (performance.now() - started));
    return message;
  }

  #send(stream: ServerResponse, message: string): void {
    if (this.#behind.has(stream)) return;
    if (!stream.writableNeedDrain) {
      stream.write(message);
      return;
    }
    this.#behind.add(stream);
    stream.once('drain', () => {
      this.#behind.delete(stream);
      stream.write(this.#message());
    });
  }

  #ping(): void {
    for (const stream of this.#streams) if (!stream.writableNeedDrain) stream.write(': here\n\n');
  }
}
