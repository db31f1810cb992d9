import type { ConnectOptions } from '../client/connect.js';
import type { Revision } from '../protocol/revision.js';
import type { Target } from '../client/connection/target.js';
import { type HeaderWords, readHeaders } from './headers.js';
import { openWords, readTarget } from './target.js';
import { holdStdout } from './terminal.js';

/** How a command line says how to reach a server. */
export interface ReachOptions extends HeaderWords {
  readonly revision?: Revision;
  readonly timeout?: number;
}

/** A server that a command line named, opened. */
export interface Reached {
  readonly target: Target;
  readonly connect: ConnectOptions;
  /** Prints on stdout; what a server in this process prints goes to stderr meanwhile. */
  readonly print: (text: string) => void;
}

/** Sorts words in front of `--`: with a command behind it, none of them is a target. */
export function splitWords(
  words: readonly [string | undefined, string | undefined],
  after: readonly string[],
): [target: string | undefined, rest: string | undefined] {
  return after.length > 0 && words[1] === undefined ? [undefined, words[0]] : [...words];
}

/** Opens a target, works with it, and ends it. */
export async function withServer(
  target: string | undefined,
  after: readonly string[],
  { revision, timeout, ...headerWords }: ReachOptions,
  work: (reached: Reached) => Promise<number>,
): Promise<number> {
  const words = readTarget(target, after);
  const headers = readHeaders(headerWords, words);
  const printed: string[] = [];
  const release = holdStdout();
  try {
    const place = await openWords(words);
    const connect = {
      ...place.connect,
      ...(headers !== undefined && { headers: { ...place.connect?.headers, ...headers } }),
      ...(revision !== undefined && { revision }),
      ...(timeout !== undefined && { roundTimeoutMs: timeout }),
    };
    try {
      return await work({ target: place.target, connect, print: (text) => void printed.push(text) });
    } finally {
      await place.close?.();
    }
  } finally {
    release();
    process.stdout.write(printed.join(''));
  }
}
