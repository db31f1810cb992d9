import { isObject } from '../../json.js';
import type { CallToolResult } from '@modelcontextprotocol/server';
import { VueltaError } from '../../errors.js';
import type { FormProperty, FormSchema } from '../../form/index.js';
import type { Ask } from './ask.js';
import type { Flow } from '../flow.js';
import type { Fallback } from '../policy.js';
import { declarationOf } from './unable.js';

/** The result that a tool's fallback gives for these asks. */
export function fallbackResult(fallback: Fallback, flow: Flow, asks: readonly Ask[]): CallToolResult {
  const given: unknown = typeof fallback === 'function' ? fallback(asks) : fallback;
  if (isObject(given)) return given as CallToolResult;
  if (given !== true && typeof given !== 'string') {
    throw new VueltaError(
      'result_invalid',
      `The fallback of the tool "${flow.target}" gave neither a text nor a result.`,
    );
  }
  const text = given === true ? guide(flow, asks) : given;
  return { content: [{ type: 'text', text }], isError: true };
}

/**
 * A text for the model: what the tool would have asked, and what it needs to ask it. Where nobody's capabilities are known, on an older
 * revision without a session, another client would not help.
 */
export function guide({ target: tool, capabilities }: Flow, asks: readonly Ask[]): string {
  const why =
    capabilities === undefined ? 'no question has a way to them here' : 'this client cannot show the question';
  const lines = [`Nothing was done: "${tool}" must ask a person first, and ${why}.`];
  for (const { kind, params } of asks) {
    if (kind === 'form')
      lines.push(`It would ask: ${String(params['message'])}`, ...fields(params['requestedSchema'] as FormSchema));
    if (kind === 'url') lines.push(`It would send the person to an address: ${String(params['message'])}`);
    if (kind === 'sampling') lines.push('The tool needs a client that lets it sample a model.');
    if (kind === 'roots') lines.push('The tool needs a client that shares its roots.');
  }
  const needed =
    capabilities === undefined
      ? `"${tool}" can ask them once whoever runs the server keeps sessions for older revisions: docs/guides/http.md of vuelta`
      : `"${tool}" needs a client that declares ${declarationOf(asks)}`;
  lines.push(`Do not answer in the person's place. Tell them that ${needed}.`);
  return lines.join('\n');
}

function fields({ properties, required = [] }: FormSchema): string[] {
  return Object.entries(properties).map(([name, property]) => {
    const must = required.includes(name) ? 'required' : 'optional';
    const title = property.title === undefined || property.title === name ? '' : ` "${property.title}"`;
    return `- ${name}${title} (${must}): ${describe(property)}`;
  });
}

function describe(property: FormProperty): string {
  const options = optionsOf(property);
  const preset = property.default === undefined ? '' : `, default ${JSON.stringify(property.default)}`;
  if (options !== undefined) return `${property.type === 'array' ? 'any of' : 'one of'} ${options.join(', ')}${preset}`;
  const { minimum, maximum, format } = property as { minimum?: number; maximum?: number; format?: string };
  const range =
    minimum === undefined && maximum === undefined ? '' : ` from ${minimum ?? 'any'} to ${maximum ?? 'any'}`;
  return `${format ?? property.type}${range}${preset}`;
}

interface TitledOption {
  readonly const: string;
  readonly title: string;
}

function optionsOf(property: FormProperty): string[] | undefined {
  const holder = (property.type === 'array' ? property.items : property) as {
    readonly enum?: readonly string[];
    readonly oneOf?: readonly TitledOption[];
    readonly anyOf?: readonly TitledOption[];
  };
  const titled = holder.oneOf ?? holder.anyOf;
  return titled === undefined ? holder.enum?.slice() : titled.map((option) => `${option.const} (${option.title})`);
}
