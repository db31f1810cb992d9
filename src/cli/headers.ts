import type { TargetWords } from './target.js';
import { UsageError } from './usage.js';

const HEADER = /^(?<name>[!#$%&'*+\-.^_`|~0-9A-Za-z]+):[ \t]*(?<value>[\t\x20-\x7e\x80-\xff]*)$/;

/** Reads `--header 'Name: value'`. The value may be a secret, so no message repeats it. */
export function readHeaders(
  given: readonly string[],
  words: TargetWords | undefined,
): Record<string, string> | undefined {
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

const TOKEN = /^[\w.~+/-]+=*$/;

/** The header of a `--token` (RFC 6750, bearer token). No message repeats it. */
export function bearerHeader(token: string, headers: readonly string[], words: TargetWords): string {
  if (words.kind !== 'url') throw new UsageError('--token is for an http(s) address only.');
  if (!TOKEN.test(token)) throw new UsageError('A --token is a bearer token: letters, digits and -._~+/ only.');
  if (headers.some((header) => /^authorization:/i.test(header))) {
    throw new UsageError('Give --token or an Authorization --header, not both.');
  }
  return `Authorization: Bearer ${token}`;
}
