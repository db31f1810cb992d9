import { isObject, type JsonObject } from '../../../json.js';
import type { Check } from '../../check.js';
import type { Conversation } from '../../walk/conversation.js';
import type { CaseResponse } from '../../evidence/response.js';
import { BASE } from '../../../protocol/spec.js';
import { fault, NotTestable, pass } from '../../evidence/finding.js';

const LONG = 'A'.repeat(256 * 1024);
const MANY = Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`key${index}`, { action: 'accept' }]));

/** Deep enough to trip a parser that calls itself for every level, and no deeper than JSON is written here. */
const DEPTH = 1_000;

function deep(): unknown {
  let value: unknown = {};
  for (let level = 0; level < DEPTH; level += 1) value = { a: [value] };
  return value;
}

interface Hostile {
  readonly label: string;
  readonly params: JsonObject;
  /** Too large for a report. */
  readonly large?: true;
}

const ODD: readonly unknown[] = [null, true, 1, 'text', [], {}];

/** The member of a target's params that names it. */
const naming = (params: Readonly<JsonObject>): string => ('uri' in params ? 'uri' : 'name');

/** Requests that no client sends; whatever they are answered with, they are answered. */
function hostile(params: Readonly<JsonObject>): Hostile[] {
  const args = isObject(params['arguments']) ? params['arguments'] : {};
  const odd = (member: string): Hostile[] =>
    ODD.map((value) => ({ label: `${member} is ${JSON.stringify(value)}`, params: { ...params, [member]: value } }));
  const meta = (name: string, value: unknown): Hostile => ({
    label: `_meta ${name} is ${JSON.stringify(value)}`,
    params: { ...params, _meta: { [name]: value } },
  });
  return [
    ...odd('inputResponses'),
    ...odd('requestState'),
    ...odd(naming(params)),
    ...odd('arguments'),
    meta('io.modelcontextprotocol/clientCapabilities', null),
    meta('io.modelcontextprotocol/clientCapabilities', 'all'),
    meta('io.modelcontextprotocol/protocolVersion', 1),
    { label: 'requestState of 256 KiB', params: { ...params, requestState: LONG }, large: true },
    { label: 'inputResponses with 10 000 keys', params: { ...params, inputResponses: MANY }, large: true },
    { label: 'inputResponses 1 000 levels deep', params: { ...params, inputResponses: { a: deep() } }, large: true },
    { label: 'an argument of 256 KiB', params: { ...params, arguments: { ...args, vuelta: LONG } }, large: true },
    {
      label: 'arguments 1 000 levels deep',
      params: { ...params, arguments: { ...args, vuelta: deep() } },
      large: true,
    },
  ];
}

const alive = async (talk: Conversation): Promise<boolean> =>
  (await talk.first({ label: 'after it' })).kind !== 'silent';

export const budget: Check = {
  id: 'transport.budget',
  level: 'SHOULD',
  title: 'Huge, deep and malformed requests are answered within the budget, and the server goes on.',
  spec: BASE.responses,
  why: 'One request that is never answered, or that ends the process, takes the server away from everybody whose question is open.',
  fix: 'Check size and shape before anything else, refuse with an error, and never wait for something that a request only claims.',
  run: async (trial) => {
    const talk = await trial.talk();
    const control = await talk.first();
    if (control.kind === 'silent') throw new NotTestable('a plain first call should be answered', control);
    const { roundTimeoutMs = 10_000 } = trial.config;
    const { method, params } = talk.request;
    const requests = hostile(params);
    for (const { label, params: sent, large } of requests) {
      const heard = await talk.say(method, sent, { label });
      if (heard.kind !== 'silent') continue;
      const shown: readonly CaseResponse[] = large === true ? [] : [heard];
      if (heard.code === 'client_timeout') {
        return fault(`${label}: there was no response within ${roundTimeoutMs} ms.`, ...shown);
      }
      if (!(await alive(talk))) return fault(`${label}: after it the server answered nothing more.`, ...shown);
    }
    if (await alive(talk)) return pass(requests.length);
    return fault('After these requests the server answered nothing more.');
  },
};
