import { StringDecoder } from 'node:string_decoder';
import { spelledOut } from '../../invisible-characters.js';

/**
 * The character without which a line is no command to a CI: GitHub obeys a line that begins with `::` behind any blanks, and GitHub,
 * Azure and TeamCity `##[`, `##vso[` and `##teamcity[` anywhere.
 */
const TELLING = /(?<=^[\s\p{Cc}\p{Cf}]*:):|(?<=##(?:vso|teamcity)?)\[/gimu;

/** A line that may still begin with `::`. */
const BEGINNING = /^[\s\p{Cc}\p{Cf}]*:?$/u;

/** What begins a line for `TELLING`. */
const BREAKS = ['\n', '\r', '\u2028', '\u2029'];

/** Longer than any command before its bracket. */
const TAIL = 16;

/** What of a stream that was written already may be the beginning of a command. */
function tailOf(text: string): string {
  const line = text.slice(Math.max(...BREAKS.map((lineBreak) => text.lastIndexOf(lineBreak))) + 1);
  if (BEGINNING.test(line)) return line.endsWith(':') ? '\n:' : '\n';
  return `.${line.slice(-TAIL)}`;
}

/** Spells out what a CI would obey, also where it comes in pieces. */
export class CommandFilter {
  #tail = '\n';

  clean(text: string): string {
    const joined = (this.#tail + text).replace(TELLING, spelledOut);
    const cleaned = joined.slice(this.#tail.length);
    this.#tail = tailOf(joined);
    return cleaned;
  }
}

/**
 * Takes the commands out of all that is written to a stream: texts of a server reach it on many ways, its logs among them. It is the
 * same in a CI and outside, so that a person sees what the CI saw.
 */
export function filterCommands(stream: NodeJS.WriteStream): void {
  const write = stream.write.bind(stream) as (text: string, done?: unknown) => boolean;
  const filter = new CommandFilter();
  const decoder = new StringDecoder('utf8');
  const textOf = (chunk: string | Uint8Array, encoding: unknown): string => {
    if (typeof chunk !== 'string') return decoder.write(Buffer.from(chunk));
    const isText = typeof encoding !== 'string' || /^utf-?8$/i.test(encoding);
    return isText ? chunk : decoder.write(Buffer.from(chunk, encoding as BufferEncoding));
  };
  const value = (chunk: string | Uint8Array, encoding?: unknown, done?: unknown): boolean =>
    write(filter.clean(textOf(chunk, encoding)), typeof encoding === 'function' ? encoding : done);
  Object.defineProperty(stream, 'write', { configurable: true, writable: true, value });
}
