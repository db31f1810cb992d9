import { once } from 'node:events';
import { EXIT } from './exit.js';

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** The person, or whoever runs this program, wants it to end. */
export class Interruption extends Error {
  constructor() {
    super('The command was interrupted.');
    this.name = 'Interruption';
  }
}

/** Runs work that a first Ctrl-C asks to end, so that it can end the servers that it started. A second one ends at once. */
export async function interruptible<T>(work: (signal: AbortSignal) => Promise<T>): Promise<T> {
  const stop = new AbortController();
  const end = (): void => stop.abort(new Interruption());
  for (const name of SIGNALS) process.once(name, end);
  try {
    return await work(stop.signal);
  } finally {
    for (const name of SIGNALS) process.off(name, end);
  }
}

/** Resolves at Ctrl-C, or when whoever runs this program wants it to end: for a command that serves until then. */
export async function interrupted(): Promise<void> {
  await interruptible((signal) => once(signal, 'abort'));
}

/** Ctrl-C during a call: the first cancels the call, the second ends the program. */
export class CallInterrupt {
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
