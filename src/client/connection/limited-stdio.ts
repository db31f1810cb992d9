import type { Transport } from '@modelcontextprotocol/client';
import type { VueltaError } from '../../errors.js';
import { tooLarge } from './message-size.js';
import { Relay } from './relay.js';

/** The words of the SDK's transport when a line of stdout is larger than its buffer; it closes then. A test notices other words. */
const OVERFLOW = /^ReadBuffer exceeded maximum size/u;

/** The SDK's stdio transport, whose limit has a code here. */
export class LimitedStdio extends Relay {
  readonly #max: number;
  #tooLarge: VueltaError | undefined;

  constructor(inner: Transport, max: number) {
    super(inner);
    this.#max = max;
  }

  /** The error of a line that was too large. */
  get tooLarge(): VueltaError | undefined {
    return this.#tooLarge;
  }

  protected override fault(error: Error): void {
    if (!OVERFLOW.test(error.message)) return super.fault(error);
    this.#tooLarge = tooLarge(this.#max);
    super.fault(this.#tooLarge);
  }
}
