import type * as Yaml from 'yaml';
import { printable } from '../../shown/line.js';

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

/** What YAML may be made of: names, values, marks, blanks. Each costs time, however short it is. */
const MAX_PARTS = 200_000;

export const noLines = (): undefined => undefined;

export const isFault = (read: Document | DocumentFault): read is DocumentFault => 'why' in read;

const lineAt = (text: string, position: number): number => text.slice(0, position).split('\n').length;

/** Texts, and what stands around members; numbers and words in between say nothing about names. */
const TOKEN = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\],]/gsu;

/** Where a name stands for the second time in one object; `undefined` where none does. `text` is valid JSON. */
function repeatedName(text: string): number | undefined {
  const around: (Set<string> | undefined)[] = [];
  let wantsName = false;
  for (const { 0: token, index } of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') around.push(token === '{' ? new Set() : undefined);
    if (token === '}' || token === ']') around.pop();
    const names = around.at(-1);
    if (token.startsWith('"') && wantsName && names !== undefined) {
      const name = JSON.parse(token) as string;
      if (names.has(name)) return index;
      names.add(name);
    }
    wantsName = (token === '{' || token === ',') && names !== undefined;
  }
  return undefined;
}

/** The message of the engine quotes the text; only its position may be used. */
function readJson(text: string): Document | DocumentFault {
  try {
    const value = JSON.parse(text) as unknown;
    const repeated = repeatedName(text);
    if (repeated === undefined) return { value, lineOf: noLines };
    return { why: 'a name stands twice in one object', line: lineAt(text, repeated) };
  } catch (error) {
    const position = / in JSON at position (?<at>\d+)(?: \(line|$)/.exec((error as Error).message)?.groups?.['at'];
    const line = position === undefined ? undefined : lineAt(text, Number(position));
    return { why: 'it is not valid JSON', line };
  }
}

/** The library compares each name with all others before it; where each is looked up, many names cost no more than few. */
function repeatedNode({ visit, isScalar }: typeof Yaml, document: Yaml.Document): number | undefined {
  let found: number | undefined;
  visit(document, {
    Map: (_key, { items }) => {
      const names = new Set<string>();
      for (const { key } of items) {
        if (!isScalar(key)) continue;
        const name = String(key.value);
        if (names.has(name)) {
          found = key.range?.[0] ?? 0;
          return visit.BREAK;
        }
        names.add(name);
      }
      return undefined;
    },
  });
  return found;
}

function hasTooMany(parts: Iterable<unknown>): boolean {
  let count = 0;
  for (const _part of parts) if ((count += 1) > MAX_PARTS) return true;
  return false;
}

async function readYaml(text: string): Promise<Document | DocumentFault> {
  const yaml = await import('yaml');
  if (hasTooMany(new yaml.Lexer().lex(text))) return { why: `it has more than ${MAX_PARTS} parts` };
  const counter = new yaml.LineCounter();
  try {
    const options = { lineCounter: counter, prettyErrors: false, logLevel: 'error', uniqueKeys: false } as const;
    const document = yaml.parseDocument(text, options);
    const [fault] = [...document.errors, ...document.warnings];
    if (fault !== undefined) {
      const line = counter.linePos(fault.pos[0]).line;
      return { why: `it is not valid YAML (${fault.code.toLowerCase().replaceAll('_', ' ')})`, line };
    }
    const repeated = repeatedNode(yaml, document);
    if (repeated !== undefined) {
      return { why: 'it is not valid YAML (duplicate key)', line: counter.linePos(repeated).line };
    }
    const lineOf = (path: Path): number | undefined => {
      for (let length = path.length; length >= 0; length -= 1) {
        const node: unknown = length === 0 ? document.contents : document.getIn(path.slice(0, length), true);
        const start = yaml.isNode(node) ? (node as Yaml.Node | Yaml.ParsedNode).range?.[0] : undefined;
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
export async function readDocument(
  text: string,
  format: DocumentFormat | undefined,
  most: number,
): Promise<Document | DocumentFault> {
  if (text.length > most) return { why: `it has more than ${most} characters` };
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
