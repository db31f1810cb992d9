import { createReadStream } from 'node:fs';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import { printable } from '../../shown/line.js';
import {
  type Document,
  type DocumentFault,
  type DocumentFormat,
  formatPath,
  isFault,
  noLines,
  readDocument,
} from './document.js';
import type { Fault } from './faults.js';

export interface Source {
  readonly name: string;
  readonly lineOf: Document['lineOf'];
}

/** The text of a file, as far as it may be read: a device has no end. */
async function readText(path: string, most: number): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of createReadStream(path, { end: most * 4 })) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Where a fault is, for the beginning of a sentence: `FILE, line 3, at answers[0].times`. */
function formatPlace(name: string, { path = [], line }: Omit<DocumentFault, 'why'>): string {
  const where = path.length === 0 ? [] : [`at ${formatPath(path)}`];
  return [printable(name), ...(line === undefined ? [] : [`line ${line}`]), ...where].join(', ');
}

const SHOWN_FAULTS = 5;

/** The faults as sentences; no value is in them. */
function describeFaults({ name, lineOf }: Source, faults: readonly DocumentFault[]): string {
  const lines = faults.slice(0, SHOWN_FAULTS).map((fault) => {
    const { path = [], line = lineOf(path) } = fault;
    return `${formatPlace(name, { path, line })}: ${fault.why}.`;
  });
  const more = faults.length - lines.length;
  return `${lines.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}

/** A kind of file that people write, YAML or JSON. Its errors name the line and the path of each fault, and never a value. */
export class FileFormat<T extends object> {
  readonly #kind: string;
  readonly #code: VueltaErrorCode;
  readonly #most: number;
  readonly #check: (value: unknown) => readonly Fault[];
  readonly #sources = new WeakMap<object, Source>();

  /** `kind` is what an error calls such a file, `most` how many characters it may have. */
  constructor(kind: string, code: VueltaErrorCode, most: number, check: (value: unknown) => readonly Fault[]) {
    this.#kind = kind;
    this.#code = code;
    this.#most = most;
    this.#check = check;
  }

  /** The text that a file was parsed from; a nameless one for a file that was made in code. */
  sourceOf(file: T): Source {
    return this.#sources.get(file) ?? { name: this.#kind, lineOf: noLines };
  }

  require(value: unknown, source: Source = { name: this.#kind, lineOf: noLines }): T {
    const faults = this.#check(value);
    if (faults.length > 0) throw this.#invalid(source, faults);
    return value as T;
  }

  async parse(text: string, name = this.#kind, format?: DocumentFormat): Promise<T> {
    const read = await readDocument(text, format, this.#most);
    if (isFault(read)) throw this.#invalid({ name, lineOf: noLines }, [read]);
    const source = { name, lineOf: read.lineOf };
    const file = this.require(read.value, source);
    this.#sources.set(file, source);
    return file;
  }

  async read(path: string, format?: DocumentFormat): Promise<T> {
    const text = await readText(path, this.#most).catch((error: unknown) => {
      const { code = 'it failed' } = error as { code?: string };
      throw new VueltaError(this.#code, `The ${this.#kind} ${printable(path)} cannot be read: ${code}.`);
    });
    return this.parse(text, path, format);
  }

  #invalid(source: Source, faults: readonly DocumentFault[]): VueltaError {
    return new VueltaError(this.#code, `The ${this.#kind} cannot be used. ${describeFaults(source, faults)}`);
  }
}
