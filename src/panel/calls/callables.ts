import type { Prompt, Resource, Tool } from '@modelcontextprotocol/client';
import type { Harness } from '../../client/index.js';
import { shown, shownLine } from '../../shown/terminal.js';
import { isObject } from '../../json.js';
import type { Called } from './request.js';
import { safeSchema } from './schema.js';
import type { Callable } from '../view.js';

const MAX_LISTED = 500;
/** A schema longer than this, as JSON, is left out: the view has all of them, and is sent again whenever something happens. */
const MAX_SCHEMA = 100_000;
/** All schemas together. */
const MAX_SCHEMAS = 1_000_000;
/** In place of a schema that is left out: anything goes, and arguments are written as JSON. */
const ANYTHING = true;

/** What can be called, as it is shown and as it is named. */
export class Callables {
  readonly views: readonly Callable[];
  readonly #exact = new Map<string, string>();
  readonly #schemas = new Map<string, unknown>();

  constructor(views: readonly Callable[] = [], tools: readonly Tool[] = [], names: Iterable<[string, string]> = []) {
    this.views = views;
    for (const [safe, exact] of names) if (!this.#exact.has(safe)) this.#exact.set(safe, exact);
    for (const { name, inputSchema } of tools) this.#schemas.set(name, inputSchema);
  }

  /** The exact names for those that the page shows. */
  exactly(called: Called): Called {
    const { kind } = called;
    const name = this.#exact.get(idOf(kind, called.name)) ?? called.name;
    if (kind !== 'prompt') return { ...called, name };
    const args = Object.entries(called.args).map(([arg, value]): [string, string] => [
      this.#exact.get(idOf('argument', name, arg)) ?? arg,
      value,
    ]);
    return { kind, name, args: Object.fromEntries(args) };
  }

  inputSchema(tool: string): unknown {
    return this.#schemas.get(tool);
  }
}

const idOf = (...parts: readonly string[]): string => JSON.stringify(parts);

interface Named {
  readonly name: string;
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

function texts({ name, title, description }: Named): { name: string; title?: string; description?: string } {
  const [safeTitle, safeDescription] = [shownLine(title), shown(description)];
  return {
    name: shownLine(name),
    ...(safeTitle !== '' && { title: safeTitle }),
    ...(safeDescription !== '' && { description: safeDescription }),
  };
}

/** How long a schema is as JSON; one that is nested without end is longer than any. */
function lengthOf(schema: unknown): number {
  try {
    return JSON.stringify(schema)?.length ?? 0;
  } catch {
    return Infinity;
  }
}

/** Schemas as they are shown, as long as there is room for them. */
class SchemaViews {
  #room = MAX_SCHEMAS;

  of(schema: unknown): unknown {
    if (!isObject(schema)) return ANYTHING;
    const length = lengthOf(schema);
    if (length > MAX_SCHEMA || length > this.#room) return ANYTHING;
    this.#room -= length;
    return safeSchema(schema);
  }
}

function toolView(
  { annotations = {}, inputSchema, title = annotations.title, ...tool }: Tool,
  schemas: SchemaViews,
): Callable {
  const readOnly = annotations.readOnlyHint === true;
  return {
    kind: 'tool',
    ...texts({ ...tool, title }),
    inputSchema: schemas.of(inputSchema),
    readOnly,
    // Destructive is what a tool is by default (server/tools, annotations); only one that says so is marked.
    destructive: !readOnly && annotations.destructiveHint === true,
  };
}

function promptView(prompt: Prompt): Callable {
  const args = (prompt.arguments ?? []).map(({ required, ...argument }) => {
    return Object.assign(texts(argument), { required: required === true });
  });
  return { kind: 'prompt', ...texts(prompt), args };
}

function resourceView({ uri, name, title, description }: Resource): Callable {
  return { kind: 'resource', ...texts({ name: uri, title: title ?? name, description }) };
}

function* namesOf(
  tools: readonly Tool[],
  prompts: readonly Prompt[],
  resources: readonly Resource[],
): Generator<[string, string]> {
  for (const { name } of tools) yield [idOf('tool', shownLine(name)), name];
  for (const { uri } of resources) yield [idOf('resource', shownLine(uri)), uri];
  for (const prompt of prompts) {
    yield [idOf('prompt', shownLine(prompt.name)), prompt.name];
    for (const { name } of prompt.arguments ?? []) yield [idOf('argument', prompt.name, shownLine(name)), name];
  }
}

/** A list, or nothing and the reason. */
async function listed<T>(work: Promise<T[]> | undefined, faults: Error[]): Promise<readonly T[]> {
  try {
    return (await work) ?? [];
  } catch (error) {
    faults.push(error as Error);
    return [];
  }
}

/** Reads what the server says that it has. A list that fails is left out, and its fault is told. */
export async function listCallables(
  harness: Harness,
): Promise<{ readonly callables: Callables; readonly faults: readonly Error[] }> {
  const { capabilities } = harness;
  const faults: Error[] = [];
  const [tools, prompts, resources] = await Promise.all([
    listed(capabilities.tools && harness.listTools(), faults),
    listed(capabilities.prompts && harness.listPrompts(), faults),
    listed(capabilities.resources && harness.listResources(), faults),
  ]);
  const schemas = new SchemaViews();
  const views = [
    ...tools.slice(0, MAX_LISTED).map((tool) => toolView(tool, schemas)),
    ...prompts.slice(0, MAX_LISTED).map(promptView),
    ...resources.slice(0, MAX_LISTED).map(resourceView),
  ].slice(0, MAX_LISTED);
  return { callables: new Callables(views, tools, namesOf(tools, prompts, resources)), faults };
}
