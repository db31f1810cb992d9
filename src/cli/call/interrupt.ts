import { EXIT } from '../exit.js';

/** Ctrl-C during a call: the first cancels the call, the second ends the program. */
export class Interrupt {
  readonly #controller = new AbortController();
  #signals = 0;

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  get happened(): boolean {
    return this.signal.aborted;
  }

  /** Ctrl-C that a prompt has read as a key. */
  readonly cancel = (): void => this.#controller.abort();

  listen(): void {
    process.on('SIGINT', this.#onSignal);
  }

  forget(): void {
    process.off('SIGINT', this.#onSignal);
  }

  readonly #onSignal = (): void => {
    // A prompt that reads the same signal may have cancelled the call already.
    if (this.#signals > 0) process.exit(EXIT.interrupted);
    this.#signals += 1;
    this.cancel();
  };
}
