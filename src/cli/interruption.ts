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
