import { ProtocolError, ProtocolErrorCode, type CallToolResult, type Result } from '@modelcontextprotocol/server';
import { VueltaError } from '../../errors.js';
import type { FormProperty, FormSchema } from '../../form/index.js';
import { hasOptions, isTitled, optionsOf } from '../../form/options.js';
import { isObject } from '../../json.js';
import type { Flow } from '../flow.js';
import type { Fallback } from '../policy.js';
import { outcomeOf } from './answers.js';
import { digestOf, type Ask, type Asked } from './ask.js';
import { cannotAsk, declarationOf, whatHelps } from './capability.js';

/** A question that a person refused and the handler asks again, word for word. */
export interface Refused {
  readonly key: string;
  readonly outcome: 'declined' | 'cancelled';
}

/**
 * Finds a question that was declined or cancelled in this round and would go out unchanged. A handler that asks for whatever
 * is not accepted yet would put it to the person in every round, up to the cap.
 */
export function refusedAgain({ asked, answers }: Flow, asking: Readonly<Record<string, Asked>>): Refused | undefined {
  for (const [key, question] of Object.entries(asking)) {
    const before = Object.hasOwn(asked, key) ? asked[key] : undefined;
    if (before === undefined || answers[key] === undefined || digestOf(before) !== digestOf(question)) continue;
    const outcome = outcomeOf(answers[key]);
    if (outcome !== 'answered') return { key, outcome };
  }
  return undefined;
}

export function endRefused(flow: Flow, { key, outcome }: Refused): Result {
  const what = outcome === 'declined' ? 'was declined' : 'was closed without an answer';
  return end(flow, `The question "${key}" ${what}, so "${flow.target}" was ended. Nothing more was asked.`, outcome);
}

export function endCapped(flow: Flow, maxRounds: number, keys: readonly string[]): Result {
  const asked = keys.length === 0 ? '' : ` ${keys.map((key) => `"${key}"`).join(', ')}`;
  const message = `"${flow.target}" still asks${asked} after ${maxRounds} rounds (maxRounds) and was ended.`;
  return end(flow, message, 'rounds_exceeded');
}

/** On a request of an older revision that came without a session, nobody's capabilities are known and no question has a way back. */
export function endNoWayBack(flow: Flow): Result {
  const message =
    `"${flow.target}" must ask a person first, and no question has a way to them here, so nothing was asked. The server answers each ` +
    'request of this older revision by itself, without a session. Whoever runs it can serve 2026-07-28 without sessions and older ' +
    'revisions with them at one address: docs/guides/http.md of vuelta.';
  return end(flow, message, 'no_way_to_ask');
}

/** The same on an older revision with a session: its error results are what the SDK answers there, and so is how the text begins. */
export function endUnable(flow: Flow, unable: readonly Ask[]): Result {
  const why = 'the client on this 2025-revision connection did not declare the required capability';
  return end(flow, `${cannotAsk(unable, why)} ${whatHelps(flow, unable)}`, 'no_way_to_ask');
}

/** A tool has error results; prompts and resources have none, so they end with a JSON-RPC error. */
function end({ method }: Flow, message: string, reason: string): Result {
  if (method === 'tools/call') return { content: [{ type: 'text', text: message }], isError: true };
  const byPerson = reason === 'declined' || reason === 'cancelled';
  const code = byPerson ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError;
  throw new ProtocolError(code, message, { reason });
}

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
  const preset = property.default === undefined ? '' : `, default ${JSON.stringify(property.default)}`;
  if (hasOptions(property)) {
    const isTitledHere = isTitled(property) && !('enumNames' in property);
    const options = optionsOf(property).map(({ const: value, title }) =>
      isTitledHere ? `${value} (${title})` : value,
    );
    return `${property.type === 'array' ? 'any of' : 'one of'} ${options.join(', ')}${preset}`;
  }
  const { minimum, maximum, format } = property as { minimum?: number; maximum?: number; format?: string };
  const range =
    minimum === undefined && maximum === undefined ? '' : ` from ${minimum ?? 'any'} to ${maximum ?? 'any'}`;
  return `${format ?? property.type}${range}${preset}`;
}
