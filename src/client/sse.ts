/** Reads the `data` of server-sent events out of a stream of text, however the stream is cut (WHATWG HTML, 9.2.6). */
export class EventReader {
  /** The line that has begun, in pieces: joining them at every push would take quadratic time. */
  #pieces: string[] = [];
  #data: string[] = [];
  #type = '';
  readonly #deliver: (data: string) => void;

  /** `deliver` gets the data of each `message` event that has any. */
  constructor(deliver: (data: string) => void) {
    this.#deliver = deliver;
  }

  push(text: string): void {
    const mayBreak = /[\r\n]/.test(text) || this.#pieces.at(-1)?.endsWith('\r') === true;
    this.#pieces.push(text);
    if (!mayBreak) return;
    // A CR at the end may be half of a CRLF: it waits for what follows.
    const lines = this.#pieces.join('').split(/\r\n|\n|\r(?!$)/);
    this.#pieces = [lines.pop() ?? ''];
    for (const line of lines) this.#line(line);
  }

  #line(line: string): void {
    if (line === '') return this.#end();
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'data') this.#data.push(value);
    if (field === 'event') this.#type = value;
  }

  #end(): void {
    const data = this.#data.join('\n');
    const wanted = this.#type === '' || this.#type === 'message';
    this.#data = [];
    this.#type = '';
    if (wanted && data !== '') this.#deliver(data);
  }
}
