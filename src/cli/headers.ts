import type { TargetWords } from './target.js';
import { UsageError } from './usage.js';

const HEADER = /^(?<name>[!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(?<value>[\t\x20-\x7e\x80-\xff]*)$/;

const TOKEN = /^[\w.~+/-]+=*$/;

/** How a command line gives headers. */
export interface HeaderWords {
  readonly header?: readonly string[];
  /** A bearer token, for an address. */
  readonly token?: string;
}

/** Reads `--header 'Name: value'` and `--token`. The values may be secrets, so no message repeats them. */
export function readHeaders(
  { header = [], token }: HeaderWords,
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
