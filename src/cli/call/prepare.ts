import type { Prompt, Tool } from '@modelcontextprotocol/client';
import type { Harness } from '../../client/index.js';
import { isObject, type JsonObject } from '../../json.js';
import { printable } from '../../shown/line.js';
import { type CallOptionWords, type NamedCall, readArguments } from '../call-words.js';
import { nearest } from '../nearest.js';
import { listed } from '../tools/listing.js';
import { UsageError } from '../usage.js';
import { typedArguments, typesOf } from './argument-types.js';

/** The arguments of a tool or prompt, as it says. */
interface Takes {
  readonly names: readonly string[];
  readonly required: readonly string[];
  /** Whether others may be given: the schema says so, or is more than a list of names. */
  readonly open: boolean;
  readonly describe: (name: string) => string;
}

const COMPOSED = ['$ref', '$dynamicRef', 'anyOf', 'oneOf', 'allOf', 'if', 'patternProperties', 'propertyNames'];

function toolTakes(tool: Tool): Takes {
  const listed: unknown = tool.inputSchema;
  const schema: JsonObject = isObject(listed) ? listed : {};
  const { properties, required: wanted, additionalProperties: more } = schema;
  const isKnown = isObject(properties) && !COMPOSED.some((name) => schema[name] !== undefined);
  const names = isObject(properties) ? Object.keys(properties) : [];
  const required: unknown[] = Array.isArray(wanted) ? (wanted as unknown[]) : [];
  return {
    names,
    required: names.filter((name) => required.includes(name)),
    open: !isKnown || (more !== undefined && more !== false),
    describe: (name) => Array.from(typesOf(isObject(properties) ? properties[name] : {}, schema)).join(' or '),
  };
}

function promptTakes(prompt: Prompt): Takes {
  const listed: unknown = prompt.arguments;
  const wanted = Array.isArray(listed) ? (listed as unknown[]).filter(isObject) : [];
  return {
    names: wanted.map(({ name }) => String(name)),
    required: wanted.filter(({ required }) => required === true).map(({ name }) => String(name)),
    open: false,
    describe: () => '',
  };
}

const MOST = 20;

function describeTakes({ names, required, describe }: Takes): string {
  if (names.length === 0) return 'It takes no arguments.';
  const shown = names.slice(0, MOST).map((name) => {
    const facts = [describe(name), required.includes(name) ? 'required' : ''].filter((fact) => fact !== '');
    return `${printable(name)}${facts.length === 0 ? '' : ` (${printable(facts.join(', '))})`}`;
  });
  return `It takes ${shown.join(', ')}${names.length > MOST ? `, and ${names.length - MOST} more` : ''}.`;
}

const AS_IT_IS = "--args '{…}' sends any JSON as it is.";

/** Refuses arguments that are not there, and a call without those that must be, before anything is called. */
function requireArguments(called: string, takes: Takes, args: Readonly<JsonObject>): void {
  const { names, required, open } = takes;
  const what = `'${printable(called)}'`;
  const unknown = Object.keys(args).find((name) => !names.includes(name));
  if (unknown !== undefined && !open) {
    const [near] = nearest(unknown, names, 1);
    const hint = near === undefined ? '' : ` Did you mean ${printable(near)}?`;
    throw new UsageError(`${what} has no argument '${printable(unknown)}'.${hint} ${describeTakes(takes)} ${AS_IT_IS}`);
  }
  const missing = required.filter((name) => !Object.hasOwn(args, name));
  if (missing.length === 0) return;
  const needs = missing.slice(0, MOST).map((name) => `--arg ${printable(name)}=…`);
  throw new UsageError(`${what} needs ${needs.join(' ')}. ${describeTakes(takes)} ${AS_IT_IS}`);
}

/** The words of the command line, read again with the names that there are: one of them may have `=` in it. */
function given(name: string, takes: Takes, options: CallOptionWords): ReturnType<typeof readArguments> {
  const read = readArguments(options, takes.names);
  requireArguments(name, takes, read.args ?? {});
  return read;
}

/**
 * The call as the server's own list wants it: names that are not there and names that are missing are refused, and texts get the
 * types of the schema. What `--args` gives goes out as it is.
 */
export async function prepareCall(harness: Harness, call: NamedCall, options: CallOptionWords): Promise<NamedCall> {
  if (options.args !== undefined || 'resource' in call) return call;
  const { tools, prompts } = harness.capabilities;
  if ('prompt' in call) {
    const found = (await listed(prompts, () => harness.listPrompts())).find(({ name }) => name === call.prompt);
    if (found === undefined) return call;
    const { args } = given(call.prompt, promptTakes(found), options);
    return { prompt: call.prompt, ...(args !== undefined && { args: args as Record<string, string> }) };
  }
  const tool = (await listed(tools, () => harness.listTools())).find(({ name }) => name === call.tool);
  if (tool === undefined) return call;
  const { args, texts } = given(call.tool, toolTakes(tool), options);
  return { tool: call.tool, ...(args !== undefined && { args: typedArguments(tool.inputSchema, args, texts) }) };
}
