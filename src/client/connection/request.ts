import type { Progress } from '@modelcontextprotocol/client';
import { VueltaError } from '../../errors.js';
import { startBudget } from '../abort.js';
import type { RawReply } from '../../protocol/reply.js';

/** A server→client request of 2025-11-25, as received. */
export interface InboundAsk {
  readonly id: string | number;
  readonly method: string;
  readonly message: Readonly<Record<string, unknown>>;
}

export interface SendOptions {
  /** The request in an error message, for example `round 2 of tools/call 'book'`. */
  readonly label: string;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal;
  readonly headers?: Readonly<Record<string, string>>;
  readonly onProgress?: (progress: Progress) => void;
  /** 2025-11-25: the server asks while this request is open. */
  readonly onAsk?: (ask: InboundAsk, request: OpenRequest) => void;
  readonly onWithdrawn?: (id: unknown) => void;
  readonly hint?: () => string | undefined;
}

/** One request on the wire and its one response, with the budget of the server's time. */
export class OpenRequest {
  readonly id: string;
  readonly options: SendOptions;
  readonly reply: Promise<RawReply>;
  /** Ends the HTTP exchange that carries the request. */
  readonly abort = new AbortController();
  #settle!: (reply: RawReply) => void;
  #reject!: (error: Error) => void;
  #timer: NodeJS.Timeout | undefined;
  #open = true;
  readonly #onEnd: () => void;
  readonly #onCancel: () => void;

  /** `onEnd` runs once, however the request ends; `onCancel` before it, when the server must be told to stop. */
  constructor(id: string, options: SendOptions, onEnd: () => void, onCancel: () => void) {
    this.id = id;
    this.options = options;
    this.#onEnd = onEnd;
    this.#onCancel = onCancel;
    this.reply = new Promise<RawReply>((resolve, reject) => {
      this.#settle = resolve;
      this.#reject = reject;
    });
    this.resume();
  }

  get open(): boolean {
    return this.#open;
  }

  hold(): void {
    clearTimeout(this.#timer);
  }

  resume(): void {
    clearTimeout(this.#timer);
    if (!this.#open) return;
    const { label, timeoutMs, hint } = this.options;
    this.#timer = startBudget(timeoutMs, () => {
      const late = [`No response to ${label} within ${timeoutMs} ms (roundTimeoutMs).`, hint?.() ?? []].flat();
      this.stop(new VueltaError('client_timeout', late.join(' ')));
    });
  }

  /** What the caller's function throws ends the request; it must not end the stream that carries it. */
  progress(progress: Progress): void {
    try {
      this.options.onProgress?.(progress);
    } catch (error) {
      this.stop(error as Error);
    }
  }

  succeed(reply: RawReply): void {
    if (this.#end()) this.#settle(reply);
  }

  /** Fails without a word to the server: there is nobody to tell. */
  fail(error: Error): void {
    if (this.#end()) this.#reject(error);
  }

  /** Fails and cancels the request at the server. */
  stop(error: Error): void {
    if (!this.#open) return;
    this.#onCancel();
    this.fail(error);
  }

  #end(): boolean {
    const wasOpen = this.#open;
    this.#open = false;
    clearTimeout(this.#timer);
    if (wasOpen) this.#onEnd();
    return wasOpen;
  }
}
