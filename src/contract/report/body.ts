import { randomUUID } from 'node:crypto';
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/client';
import { MODERN } from '../../protocol/revision.js';
import { isObject, type JsonObject } from '../../json.js';
import type { Sent, StateChange } from '../walk/steps.js';
import { inQuotes, splice, variable } from './shell.js';

const ENVELOPE = {
  [PROTOCOL_VERSION_META_KEY]: MODERN,
  [CLIENT_INFO_META_KEY]: { name: 'curl', version: '0' },
  [CLIENT_CAPABILITIES_META_KEY]: { elicitation: { form: {}, url: {} } },
};

/** Variables that a reader has to set, each with what it holds. */
export type Needs = Map<string, string>;

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
