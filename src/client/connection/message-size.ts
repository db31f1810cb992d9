import { VueltaError } from '../../errors.js';

/** What one message may take, unless `maxMessageBytes` says otherwise; the SDK's stdio transport has the same limit. */
export const MAX_MESSAGE_BYTES = 10 * 1024 * 1024;

export const tooLarge = (max: number): VueltaError =>
  new VueltaError(
    'message_too_large',
    `The server sent a message of more than ${max} bytes (maxMessageBytes), so it was not read to its end. If it may be that large, raise maxMessageBytes.`,
  );

/**
 * Bytes as they arrive, up to a limit. They are copied into one block that doubles: a list of pieces would take a hundred times its
 * bytes when a server sends them one by one, and joining them each time quadratic time.
 */
export class Gathered {
  #block = new Uint8Array(0);
  #length = 0;
  readonly #max: number;

  constructor(max: number) {
    this.#max = max;
  }

  get length(): number {
    return this.#length;
  }

  append(bytes: Uint8Array): void {
    const length = this.#length + bytes.length;
    if (length > this.#max) throw tooLarge(this.#max);
    if (length > this.#block.length) {
      const larger = new Uint8Array(Math.max(length, 2 * this.#block.length));
      larger.set(this.#block.subarray(0, this.#length));
      this.#block = larger;
    }
    this.#block.set(bytes, this.#length);
    this.#length = length;
  }

  /** What is there, until something is appended again; then it is empty. */
  take(): Uint8Array {
    const bytes = this.#block.subarray(0, this.#length);
    this.#length = 0;
    return bytes;
  }
}

/** The whole body as text; throws `message_too_large` as soon as there is more than `max`, and lets go of the rest. */
export async function readText({ body }: Response, max: number): Promise<string> {
  const gathered = new Gathered(max);
  // Leaving the loop, by an error too, cancels the stream.
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) gathered.append(chunk);
  return new TextDecoder().decode(gathered.take());
}
