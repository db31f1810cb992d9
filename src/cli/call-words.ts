import { isObject, type JsonObject } from '../json.js';
import type { RecordedCall } from '../recording/index.js';
import { UsageError } from './usage.js';

/** How a command line says which call is meant. */
export interface CallOptionWords {
  readonly arg?: readonly string[];
  readonly args?: string;
  readonly prompt?: true;
  readonly resource?: true;
}

export type NamedCall = RecordedCall;

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`${what} must be JSON.`, { cause: error });
  }
}

const nameBefore = (word: string, cut: number): string => word.slice(0, cut).replace(/:$/, '');

/** Where the name ends: at the first `=` that leaves a name of `known`, else at the first one. */
function cutOf(word: string, known: readonly string[]): number {
  const first = word.indexOf('=');
  for (let cut = first; cut > 0; cut = word.indexOf('=', cut + 1)) {
    if (known.includes(nameBefore(word, cut))) return cut;
  }
  return first;
}

/** `name=text`, or `name:=JSON` for what is no text. */
function readArgument(word: string, known: readonly string[]): { name: string; value: unknown; isText: boolean } {
  const cut = cutOf(word, known);
  if (cut < 1) throw new UsageError("An --arg is 'name=text', or 'name:=JSON' for a number, yes or no, or a list.");
  const [before, value] = [word.slice(0, cut), word.slice(cut + 1)];
  if (!before.endsWith(':')) return { name: before, value, isText: true };
  const name = before.slice(0, -1);
  return { name, value: parseJson(value, `The value of --arg ${before}=`), isText: false };
}

/** The arguments of a command line, and which of them were written as text, not as JSON. */
export interface ReadArguments {
  readonly args: JsonObject | undefined;
  readonly texts: ReadonlySet<string>;
}

/** A name that is given twice would silently lose a value. */
function collectArguments(words: readonly string[], known: readonly string[]): ReadArguments {
  const args = new Map<string, unknown>();
  const texts = new Set<string>();
  for (const word of words) {
    const { name, value, isText } = readArgument(word, known);
    if (args.has(name)) throw new UsageError(`There are two --arg ${name}. Write a list as ${name}:='[…]'.`);
    args.set(name, value);
    if (isText) texts.add(name);
  }
  return { args: Object.fromEntries(args), texts };
}

/** Reads `--arg` and `--args`. `known` are the names that there are, where that is known. */
export function readArguments({ arg, args }: CallOptionWords, known: readonly string[] = []): ReadArguments {
  if (args !== undefined && arg !== undefined) throw new UsageError('Give --arg or --args, not both.');
  if (arg !== undefined) return collectArguments(arg, known);
  if (args === undefined) return { args: undefined, texts: new Set() };
  const parsed = parseJson(args, '--args');
  if (!isObject(parsed)) throw new UsageError('--args must be a JSON object.');
  return { args: parsed, texts: new Set() };
}

function textsOnly(args: JsonObject): Record<string, string> {
  const entries = Object.entries(args).map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw new UsageError(`The argument '${name}' of a prompt must be a text.`);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

export function readCall(name: string | undefined, options: CallOptionWords): NamedCall {
  if (name === undefined)
    throw new UsageError(
      "Which tool? Give its name behind the target, or in front of --. 'vuelta tools' lists what there is.",
    );
  if (options.prompt === true && options.resource === true)
    throw new UsageError('Give --prompt or --resource, not both.');
  const { args } = readArguments(options);
  if (options.resource === true) {
    if (args !== undefined) throw new UsageError('A resource takes no arguments.');
    return { resource: name };
  }
  if (options.prompt === true) return { prompt: name, ...(args !== undefined && { args: textsOnly(args) }) };
  return { tool: name, ...(args !== undefined && { args }) };
}
