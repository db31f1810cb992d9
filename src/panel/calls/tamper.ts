import { isObject, type JsonObject } from '../../json.js';
import { otherArguments } from '../../contract/case/other-arguments.js';
import { Refusal } from '../serve/refusal.js';
import type { Tamper } from '../view.js';

function changeAt(state: string, index: number): string {
  const other = state.charAt(index) === 'A' ? 'B' : 'A';
  return state.slice(0, index) + other + state.slice(index + 1);
}

const CHANGES = {
  'first-character': (state: string) => changeAt(state, 0),
  middle: (state: string) => changeAt(state, Math.floor(state.length / 2)),
  truncate: (state: string) => state.slice(0, Math.max(1, state.length - 4)),
} as const;

function requireState({ requestState }: JsonObject): string {
  if (typeof requestState === 'string' && requestState !== '') return requestState;
  throw new Refusal(400, 'The request of this round carries no state.');
}

function without(params: JsonObject, name: 'requestState' | 'inputResponses'): JsonObject {
  if (params[name] === undefined) {
    throw new Refusal(400, `The request of this round carries no ${name === 'requestState' ? 'state' : 'answers'}.`);
  }
  const { [name]: _, ...rest } = params;
  return rest;
}

function withOtherArguments(params: JsonObject, inputSchema: unknown): JsonObject {
  requireState(params);
  if (typeof params['uri'] === 'string') return { ...params, uri: `${params['uri']}?other` };
  const args = isObject(params['arguments']) ? params['arguments'] : {};
  const [other] = otherArguments(args, inputSchema);
  return { ...params, arguments: other?.args ?? { ...args, other: 'other' } };
}

/** The request of a round with one thing changed. Refuses a change of what the request does not have. */
export function tamperWith(params: JsonObject, tamper: Tamper, inputSchema: unknown): JsonObject {
  switch (tamper) {
    case 'none':
      return params;
    case 'first-character':
    case 'middle':
    case 'truncate':
      return { ...params, requestState: CHANGES[tamper](requireState(params)) };
    case 'no-state':
      return without(params, 'requestState');
    case 'no-answers':
      return without(params, 'inputResponses');
    case 'other-arguments':
      return withOtherArguments(params, inputSchema);
  }
}
