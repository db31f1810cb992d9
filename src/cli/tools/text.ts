import { isObject, type JsonObject } from '../../json.js';
import { shown, shownLine } from '../../shown/terminal.js';
import { typesOf } from '../call/argument-types.js';
import type { Listing } from './listing.js';
import type { MayAsk } from './may-ask.js';

const DESCRIPTION = { characters: 1000, lines: 20 };
const VALUES = 10;

const VERDICTS: Readonly<Record<MayAsk['verdict'], string>> = {
  asks: 'yes',
  quiet: 'not this time',
  likely: 'likely',
  possible: 'possible',
  unlikely: 'unlikely',
};

interface Titled {
  readonly title?: string | undefined;
  readonly description?: string | undefined;
}

const indent = (text: string, by: string): string[] => text.split('\n').map((line) => `${by}${line}`);

function about({ title, description }: Titled): string[] {
  const texts = [shownLine(title), shown(description, DESCRIPTION)].filter((text) => text !== '');
  return texts.flatMap((text) => indent(text, '    '));
}

function typeWords(property: JsonObject, root: unknown): string {
  const { format, enum: values } = property;
  if (Array.isArray(values)) {
    const first = values.slice(0, VALUES).map((value) => (typeof value === 'string' ? value : JSON.stringify(value)));
    return `one of ${shownLine(first.join(', '))}${values.length > VALUES ? ', …' : ''}`;
  }
  const types = Array.from(typesOf(property, root));
  const word = types.length === 0 ? 'any' : types.join(' or ');
  return shownLine(typeof format === 'string' ? `${word}, ${format}` : word);
}

interface Argument extends Titled {
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
}

function argumentsOf(schema: unknown): Argument[] {
  if (!isObject(schema) || !isObject(schema['properties'])) return [];
  const required: unknown[] = Array.isArray(schema['required']) ? (schema['required'] as unknown[]) : [];
  return Object.entries(schema['properties']).map(([name, property]) => {
    const { description } = isObject(property) ? property : {};
    return {
      name,
      type: isObject(property) ? typeWords(property, schema) : 'any',
      required: required.includes(name),
      description: typeof description === 'string' ? description : undefined,
    };
  });
}

function argumentLine({ name, type, required, description }: Argument): string {
  const facts = [type, required ? 'required' : 'optional'].filter((fact) => fact !== '').join(', ');
  const said = shownLine(description);
  return `    --arg ${shownLine(name)}=… (${facts})${said === '' ? '' : `  ${said}`}`;
}

function section(heading: string, entries: readonly (readonly string[])[]): string[] {
  return entries.length === 0 ? [] : ['', heading, ...entries.flat()];
}

function toolLines({ name, inputSchema, mayAsk, annotations, ...titles }: Listing['tools'][number]): string[] {
  const asked = (mayAsk.asks ?? []).map(({ key, kind, message }) => {
    return `      ${shownLine(key)} (${kind})${message === undefined ? '' : `: ${shownLine(message)}`}`;
  });
  return [
    `  ${shownLine(name)}`,
    ...about({ ...titles, title: titles.title ?? annotations?.title }),
    ...argumentsOf(inputSchema).map(argumentLine),
    `    asks: ${VERDICTS[mayAsk.verdict]}, ${shownLine(mayAsk.why)}`,
    ...asked,
  ];
}

function promptLines({ name, arguments: wanted = [], ...titles }: Listing['prompts'][number]): string[] {
  const lines = wanted.map(({ name, description, required }) =>
    argumentLine({ name, type: '', required: required === true, description }),
  );
  return [`  ${shownLine(name)}`, ...about(titles), ...lines];
}

const resourceLines = (address: string, { name, title, description }: Titled & { name: string }): string[] => [
  `  ${shownLine(address)}`,
  ...about({ title: title ?? name, description }),
];

export function listingText({ server, revision, tools, prompts, resources, resourceTemplates }: Listing): string {
  const title = shownLine(server.title);
  const who = [shownLine(server.name), shownLine(server.version), title === '' ? '' : `(${title})`];
  const lines = [
    `${who.filter((part) => part !== '').join(' ')}, on ${revision}`,
    ...section('tools', tools.map(toolLines)),
    ...section('prompts, with --prompt', prompts.map(promptLines)),
    ...section(
      'resources, with --resource',
      resources.map((resource) => resourceLines(resource.uri, resource)),
    ),
    ...section(
      'resource templates, with --resource',
      resourceTemplates.map((template) => resourceLines(template.uriTemplate, template)),
    ),
  ];
  return `${lines.join('\n')}\n`;
}
