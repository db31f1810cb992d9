import { Gathered, tooLarge } from './message-size.js';

const LF = 10;
const CR = 13;

/**
 * Reads server-sent events out of bytes, however they are cut (WHATWG HTML, 9.2.6). A line ends with LF, CR or both, and a CR that
 * is the last byte ends its line at once. Neither a line nor an event may be larger than `max` bytes.
 */
export class EventReader {
  readonly #max: number;
  readonly #deliver: (data: string) => void;
  readonly #line: Gathered;
  readonly #decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  /** An LF that comes next belongs to the CR before it. */
  #afterCr = false;
  #first = true;
  #data: string[] = [];
  #bytes = 0;
  #type = '';

  /** `deliver` gets the data of each `message` event that has any. */
  constructor(max: number, deliver: (data: string) => void) {
    this.#max = max;
    this.#deliver = deliver;
    this.#line = new Gathered(max);
  }

  /**
   * Returns the lines that ended, each with an LF, so that who reads after us needs to know neither CR nor BOM.
   *
   * @throws VueltaError `message_too_large`
   */
  push(bytes: Uint8Array): string {
    const ended: string[] = [];
    let start = 0;
    if (this.#afterCr && bytes.length > 0) {
      this.#afterCr = false;
      if (bytes[0] === LF) start = 1;
    }
    for (let end = lineEnd(bytes, start); end !== -1; end = lineEnd(bytes, start)) {
      ended.push(this.#read(bytes.subarray(start, end)), '\n');
      start = end + 1;
      if (bytes[end] !== CR) continue;
      if (start === bytes.length) this.#afterCr = true;
      else if (bytes[start] === LF) start += 1;
    }
    this.#line.append(bytes.subarray(start));
    return ended.join('');
  }

  #read(rest: Uint8Array): string {
    this.#line.append(rest);
    const { length } = this.#line;
    const text = length === 0 ? '' : this.#decoder.decode(this.#line.take());
    const line = this.#first ? text.replace(/^\uFEFF/u, '') : text;
    this.#first = false;
    if (line === '') this.#end();
    else this.#field(line, length);
    return line;
  }

  #field(line: string, bytes: number): void {
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') this.#type = value;
    if (field !== 'data') return;
    this.#bytes += bytes + 1;
    if (this.#bytes > this.#max) throw tooLarge(this.#max);
    this.#data.push(value);
  }

  #end(): void {
    const data = this.#data.join('\n');
    const wanted = this.#type === '' || this.#type === 'message';
    this.#data = [];
    this.#bytes = 0;
    this.#type = '';
    if (wanted && data !== '') this.#deliver(data);
  }
}

function lineEnd(bytes: Uint8Array, from: number): number {
  for (let at = from; at < bytes.length; at += 1) {
    if (bytes[at] === LF || bytes[at] === CR) return at;
  }
  return -1;
}
