import type { LineCounter, Node, ParsedNode } from 'yaml';
import { printable } from '../printable.js';

/** Where something stands in a document: names of members and positions in lists. */
export type Path = readonly (string | number)[];

/** A fault of a document, without any of its values. */
export interface DocumentFault {
  readonly path?: Path;
  readonly line?: number | undefined;
  readonly why: string;
}

/** The value of a document and where its parts stand. */
export interface Document {
  readonly value: unknown;
  /** The line of what is at `path`, or of the closest thing around it; `undefined` where lines are not known. */
  readonly lineOf: (path: Path) => number | undefined;
}

export type DocumentFormat = 'yaml' | 'json';

/** What is larger was not written for people. */
const MAX_LENGTH = 16_777_216;

const noLines = (): undefined => undefined;

const isFault = (read: Document | DocumentFault): read is DocumentFault => 'why' in read;
export { isFault };

/** The message of the engine quotes the text; only its position may be used. */
function readJson(text: string): Document | DocumentFault {
  try {
    return { value: JSON.parse(text) as unknown, lineOf: noLines };
  } catch (error) {
    const position = / in JSON at position (?<at>\d+)(?: \(line|$)/.exec((error as Error).message)?.groups?.['at'];
    const line = position === undefined ? undefined : text.slice(0, Number(position)).split('\n').length;
    return { why: 'it is not valid JSON', line };
  }
}

async function readYaml(text: string): Promise<Document | DocumentFault> {
  const { isNode, LineCounter, parseDocument } = await import('yaml');
  const counter: LineCounter = new LineCounter();
  try {
    const document = parseDocument(text, { lineCounter: counter, prettyErrors: false, logLevel: 'silent' });
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) {
      const line = counter.linePos(fault.pos[0]).line;
      return { why: `it is not valid YAML (${fault.code.toLowerCase().replaceAll('_', ' ')})`, line };
    }
    const lineOf = (path: Path): number | undefined => {
      for (let length = path.length; length >= 0; length -= 1) {
        const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
        const start = isNode(node) ? (node as Node | ParsedNode).range?.[0] : undefined;
        if (start !== undefined) return counter.linePos(start).line;
      }
      return undefined;
    };
    return { value: document.toJS() as unknown, lineOf };
  } catch {
    return { why: 'it is not valid YAML: an alias is unknown or too often used, or it is nested too deep' };
  }
}

/** Reads a YAML or JSON document. Without a format, what begins like an object and is valid JSON is JSON, all else YAML. */
export async function readDocument(text: string, format?: DocumentFormat): Promise<Document | DocumentFault> {
  if (text.length > MAX_LENGTH) return { why: `it has more than ${MAX_LENGTH} characters` };
  const source = text.startsWith('\ufeff') ? text.slice(1) : text;
  if (format === 'yaml') return readYaml(source);
  const read = format === 'json' || source.trimStart().startsWith('{') ? readJson(source) : undefined;
  return read === undefined || (format === undefined && isFault(read)) ? readYaml(source) : read;
}

/** A path as it is written in code, for example `answers[0].match.key`. */
export function formatPath(path: Path): string {
  const parts = path.map((part, index) => {
    if (typeof part === 'number') return `[${part}]`;
    return `${index === 0 ? '' : '.'}${printable(part)}`;
  });
  return parts.join('');
}

/** Where a fault is, for the beginning of a sentence: `FILE, line 3, at answers[0].times`. */
function formatPlace(name: string, { path = [], line }: Omit<DocumentFault, 'why'>): string {
  const where = path.length === 0 ? [] : [`at ${formatPath(path)}`];
  return [printable(name), ...(line === undefined ? [] : [`line ${line}`]), ...where].join(', ');
}

const SHOWN_FAULTS = 5;

/** The faults as sentences; no value is in them. */
export function describeFaults(name: string, faults: readonly DocumentFault[]): string {
  const lines = faults.slice(0, SHOWN_FAULTS).map((fault) => `${formatPlace(name, fault)}: ${fault.why}.`);
  const more = faults.length - lines.length;
  return `${lines.join(' ')}${more > 0 ? ` And ${more} more.` : ''}`;
}
