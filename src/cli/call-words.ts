import { isObject, type JsonObject } from '../client/json.js';
import { UsageError } from './usage.js';

/** How a command line says which call is meant. */
export interface CallOptionWords {
  readonly arg?: readonly string[];
  readonly args?: string;
  readonly prompt?: true;
  readonly resource?: true;
}

/** One call. */
export type NamedCall =
  | { readonly tool: string; readonly args?: JsonObject }
  | { readonly prompt: string; readonly args?: Record<string, string> }
  | { readonly resource: string };

function parseJson(text: string, what: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw new UsageError(`${what} must be JSON.`, { cause: error });
  }
}

/** `name=text`, or `name:=JSON` for what is no text. */
function readArgument(word: string): [string, unknown] {
  const cut = word.indexOf('=');
  if (cut < 1) throw new UsageError("An --arg is 'name=text', or 'name:=JSON' for a number, yes or no, or a list.");
  const [name, value] = [word.slice(0, cut), word.slice(cut + 1)];
  return name.endsWith(':') ? [name.slice(0, -1), parseJson(value, `The value of --arg ${name}=`)] : [name, value];
}

/** The arguments that were written as text, not as JSON. */
export const textArguments = ({ arg = [] }: CallOptionWords): ReadonlySet<string> =>
  new Set(arg.map((word) => word.slice(0, word.indexOf('='))).filter((name) => !name.endsWith(':')));

/** A name that is given twice would silently lose a value. */
function collectArguments(words: readonly string[]): JsonObject {
  const entries = words.map(readArgument);
  const names = entries.map(([name]) => name);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  if (twice !== undefined) throw new UsageError(`There are two --arg ${twice}. Write a list as ${twice}:='[…]'.`);
  return Object.fromEntries(entries);
}

function readArguments({ arg, args }: CallOptionWords): JsonObject | undefined {
  if (args !== undefined && arg !== undefined) throw new UsageError('Give --arg or --args, not both.');
  if (arg !== undefined) return collectArguments(arg);
  if (args === undefined) return undefined;
  const parsed = parseJson(args, '--args');
  if (!isObject(parsed)) throw new UsageError('--args must be a JSON object.');
  return parsed;
}

function textsOnly(args: JsonObject): Record<string, string> {
  const entries = Object.entries(args).map(([name, value]): [string, string] => {
    if (typeof value !== 'string') throw new UsageError(`The argument '${name}' of a prompt must be a text.`);
    return [name, value];
  });
  return Object.fromEntries(entries);
}

/** Reads which tool, prompt or resource to call, with which arguments. */
export function readCall(name: string | undefined, options: CallOptionWords): NamedCall {
  if (name === undefined)
    throw new UsageError(
      "Which tool? Give its name behind the target, or in front of --. 'vuelta tools' lists what there is.",
    );
  if (options.prompt === true && options.resource === true)
    throw new UsageError('Give --prompt or --resource, not both.');
  const args = readArguments(options);
  if (options.resource === true) {
    if (args !== undefined) throw new UsageError('A resource takes no arguments.');
    return { resource: name };
  }
  if (options.prompt === true) return { prompt: name, ...(args !== undefined && { args: textsOnly(args) }) };
  return { tool: name, ...(args !== undefined && { args }) };
}
