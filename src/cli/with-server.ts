import type { ConnectOptions } from '../client/connect.js';
import type { Revision } from '../protocol/revision.js';
import type { Target } from '../client/connection/target.js';
import { openWords, readTarget, type TargetWords } from './target.js';
import { holdStdout } from './terminal.js';
import { UsageError } from './usage.js';

const HEADER = /^(?<name>[!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(?<value>[\t\x20-\x7e\x80-\xff]*)$/;

const TOKEN = /^[\w.~+/-]+=*$/;

/** How a command line says how to reach a server. */
export interface ReachOptions {
  readonly header?: readonly string[];
  /** A bearer token, for an address. */
  readonly token?: string;
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

/** Reads `--header 'Name: value'` and `--token`. The values may be secrets, so no message repeats them. */
export function readHeaders(
  { header = [], token }: Pick<ReachOptions, 'header' | 'token'>,
  words: TargetWords | undefined,
): Record<string, string> | undefined {
  const given = token === undefined ? header : [...header, bearerHeader(token, header, words)];
  if (given.length === 0) return undefined;
  if (words !== undefined && words.kind !== 'url') throw new UsageError('--header is for an http(s) address only.');
  return Object.fromEntries(
    given.map((header) => {
      const { name, value } = HEADER.exec(header)?.groups ?? {};
      if (name === undefined || value === undefined) throw new UsageError("A --header is 'Name: value', on one line.");
      return [name, value.trim()];
    }),
  );
}

/** The header of a `--token` (RFC 6750, bearer token). No message repeats it. */
function bearerHeader(token: string, headers: readonly string[], words: TargetWords | undefined): string {
  if (words?.kind !== 'url') throw new UsageError('--token is for an http(s) address only.');
  if (!TOKEN.test(token)) throw new UsageError('A --token is a bearer token: letters, digits and -._~+/ only.');
  if (headers.some((header) => /^authorization:/i.test(header))) {
    throw new UsageError('Give --token or an Authorization --header, not both.');
  }
  return `Authorization: Bearer ${token}`;
}

/** Sorts words in front of `--`: with a command behind it, none of them is a target. */
export function splitWords(
  words: readonly [string | undefined, string | undefined],
  after: readonly string[],
): [target: string | undefined, rest: string | undefined] {
  return after.length > 0 && words[1] === undefined ? [undefined, words[0]] : [...words];
}

/** Opens a target, works with it, and ends it. */
export async function withServer<T>(
  target: string | undefined,
  after: readonly string[],
  { revision, timeout, ...headerWords }: ReachOptions,
  work: (reached: Reached) => Promise<T>,
): Promise<T> {
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
