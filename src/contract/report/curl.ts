import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import { isObject, type JsonObject } from '../../json.js';
import { encodeHeader } from '../../protocol/headers.js';
import { MODERN } from '../../protocol/revision.js';
import { harmlessJson } from '../../shown/json.js';
import { harmless } from '../../shown/line.js';
import { quote } from '../../shown/shell.js';
import type { Sent, StateChange, Step } from '../evidence/step.js';

/** A longer body says nothing to a reader. */
const LONGEST_BODY = 6_000;

export interface Reproduction {
  readonly lines: readonly string[];
  /** Variables that the reader sets first, each with what it holds. */
  readonly needs: ReadonlyMap<string, string>;
}

/** The value of a variable in the middle of a text in single quotes. */
const splice = (expansion: string): string => `'"${expansion}"'`;

/** Text of the server inside a JSON text in single quotes. */
const inQuotes = (json: string): string => harmlessJson(json).replaceAll("'", String.raw`\u0027`);

export const comment = (text: string): string => harmless(text);

const variable = (prefix: string, name: string): string => `${prefix}${name.replaceAll(/\W/g, '_')}`;

/** Takes the state out of a response, be it JSON or a stream of events; its JSON escapes stay, so it fits into a body again. */
export const TAKE_STATE = String.raw`sed -nE 's/.*"requestState" *: *"(([^"\\]|\\.)*)".*/\1/p'`;

const ENVELOPE = {
  [PROTOCOL_VERSION_META_KEY]: MODERN,
  [CLIENT_INFO_META_KEY]: { name: 'curl', version: '0' },
  [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { form: {}, url: {} } },
};

type Needs = Map<string, string>;

/** A changed state in bash and zsh, counted from the end that the change is nearer to: states differ in length. */
function changed(name: string, { length, start, insert, end }: StateChange): string {
  const nearEnd = start > end;
  const head = nearEnd ? `\${${name}:0:\${#${name}}-${length - start}}` : `\${${name}:0:${start}}`;
  const tail = nearEnd ? `\${${name}: -${end}}` : `\${${name}:${length - end}}`;
  const middle = inQuotes(JSON.stringify(insert).slice(1, -1));
  return `${start === 0 ? '' : splice(head)}${middle}${end === 0 ? '' : splice(tail)}`;
}

const mapObject = (object: JsonObject, map: (value: unknown, name: string) => unknown): JsonObject =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, map(value, name)]));

/** JSON in single quotes, in which some values are shell variables. */
class Splices {
  readonly #nonce = randomUUID();
  readonly #held: string[] = [];

  /** A value that stands for shell text until the JSON is made. */
  hold(shell: string): string {
    return this.#mark(this.#held.push(shell) - 1);
  }

  render(value: unknown): string {
    const text = inQuotes(JSON.stringify(value));
    return this.#held.reduce((shown, shell, index) => shown.replace(`"${this.#mark(index)}"`, () => shell), text);
  }

  #mark(index: number): string {
    return `${this.#nonce}-${index}`;
  }
}

function answersOf(responses: unknown, splices: Splices, needs: Needs): unknown {
  const answer = (value: unknown, field: string): unknown => {
    if (value !== `<${field}>`) return value;
    const name = variable('ANSWER_', field);
    needs.set(name, `the answer to ${field}, as JSON`);
    return splices.hold(splice(`$${name}`));
  };
  if (!isObject(responses)) return responses;
  return mapObject(responses, (response) => {
    if (!isObject(response) || !isObject(response['content'])) return response;
    return { ...response, content: mapObject(response['content'], answer) };
  });
}

function stateOf({ state, params }: Sent, splices: Splices, needs: Needs): unknown {
  if (params['requestState'] === '[state, 0 bytes]') return '';
  if (state === undefined) {
    needs.set('STATE', 'a state that none of these responses gave');
    return splices.hold(`"${splice('$STATE')}"`);
  }
  const name = `STATE${state.of}`;
  return splices.hold(`"${state.change === undefined ? splice(`$${name}`) : changed(name, state.change)}"`);
}

/** The body of a request for `-d '…'`. States and answers are variables. */
export function bodyOf(sent: Sent, needs: Needs): string {
  const splices = new Splices();
  const { inputResponses, requestState, ...rest } = sent.params;
  const params = {
    ...rest,
    ...(inputResponses !== undefined && { inputResponses: answersOf(inputResponses, splices, needs) }),
    ...(requestState !== undefined && { requestState: stateOf(sent, splices, needs) }),
    _meta: { ...ENVELOPE, ...(rest['_meta'] as JsonObject | undefined) },
  };
  return splices.render({ jsonrpc: '2.0', id: 1, method: sent.method, params });
}

function userOf({ as }: Sent, needs: Needs): string[] {
  if (as === undefined) return [];
  const name = as === 'own' ? 'TOKEN' : 'OTHER_TOKEN';
  needs.set(name, as === 'own' ? 'the token of the user' : 'the token of the other user');
  return [`"Authorization: Bearer $${name}"`];
}

const titleOf = ({ label }: Step): string => comment(label.replace(/,$/, ''));

/** The headers of the revision, those of this request, and those whose values the reader sets. */
function headersOf(sent: Sent, secret: readonly string[], needs: Needs): string[] {
  const { name = sent.params['uri'] } = sent.params;
  const shown = {
    'MCP-Protocol-Version': MODERN,
    'Mcp-Method': sent.method,
    ...(typeof name === 'string' && { 'Mcp-Name': encodeHeader(name) }),
    ...sent.headers,
  };
  const given = Object.entries(shown).map(([header, value]) => quote(harmless(`${header}: ${value}`)));
  const hidden = secret.map((header) => {
    const holder = variable('', header.toUpperCase());
    needs.set(holder, `the value of the header ${header}`);
    return `${quote(`${header}: `)}"$${holder}"`;
  });
  return [...given, ...hidden, ...userOf(sent, needs)];
}

/** The lines for one request, or a comment in place of one that has no such lines. */
function curlOf(step: Step, secret: readonly string[], needs: Needs): [string, string, string] | string {
  const { sent, revision } = step;
  if (revision !== undefined)
    return `# ${titleOf(step)}: on ${revision}, where a call stays open while the server asks`;
  const body = bodyOf(sent, needs);
  if (body.length > LONGEST_BODY) return `# ${titleOf(step)}: a body of ${body.length} characters, not shown`;
  const headers = headersOf(sent, secret, needs).map((header) => `-H ${header}`);
  return [
    `curl -sS "$URL" -w '\\n' -H 'Content-Type: application/json' -H 'Accept: application/json, text/event-stream' \\`,
    `  ${headers.join(' ')} \\`,
    `  -d '${body}'`,
  ];
}

/**
 * Turns evidence into `curl` lines, from round 1 on. Each state is taken out of the response that gave it; answers that the author
 * of the case gave are variables.
 *
 * @param secret names of headers that every request carries, and whose values are not shown.
 */
export function reproduce(evidence: readonly Step[], secret: readonly string[] = []): Reproduction {
  const used = new Set(evidence.flatMap(({ sent }) => sent.state?.of ?? []));
  const needs: Needs = new Map();
  const lines = evidence.flatMap((step) => {
    const curl = curlOf(step, secret, needs);
    if (typeof curl === 'string') return [curl];
    const [request, headers, body] = curl;
    const title = `# ${titleOf(step)}`;
    if (!used.has(step.number)) return [title, request, headers, body];
    return [title, `STATE${step.number}=$(${request}`, headers, `${body} | tee /dev/stderr | ${TAKE_STATE})`];
  });
  return { lines, needs };
}
