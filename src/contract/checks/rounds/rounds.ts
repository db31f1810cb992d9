import { isObject, isReservedName, type JsonObject } from '../../../json.js';
import type { Check } from '../../check.js';
import type { Asked } from '../../evidence/response.js';
import { MRTR } from '../../../protocol/spec.js';
import { everyResponse } from './survey.js';
import { fault, notApplicable, NotTestable, pass } from '../../evidence/finding.js';
import { walkTo } from '../../walk/happy-path.js';

const resultOf = ({ raw: { result } }: Asked): JsonObject => (isObject(result) ? result : {});

function keysOf(asked: Asked): readonly string[] {
  const { inputRequests } = resultOf(asked);
  return isObject(inputRequests) ? Object.keys(inputRequests) : [];
}

const resultType: Check = {
  id: 'rounds.result-type',
  level: 'MUST',
  title:
    "Every response says by the literal resultType 'input_required' that it asks, or by 'complete' that it does not.",
  spec: MRTR.types,
  why: 'A client decides by this one word whether to ask a person. With another word the question is never shown.',
  fix: "Return { resultType: 'input_required', inputRequests } from the handler, or use inputRequired() of your SDK.",
  run: async (trial) => {
    const { rounds, accepted } = await trial.learned();
    for (const { asked, number } of rounds) {
      const found = resultOf(asked)['resultType'];
      if (found !== 'input_required')
        return fault(`Round ${number} asks with resultType ${JSON.stringify(found)}.`, asked);
    }
    const { resultType: last } = accepted.result;
    if (last === undefined) return fault('The result has no resultType.', accepted);
    if (last !== 'complete') return fault(`The result has resultType ${JSON.stringify(last)}.`, accepted);
    return pass(rounds.length + 1);
  },
};

const asksOrState: Check = {
  id: 'rounds.asks-or-state',
  level: 'MUST',
  title: 'Every input_required response has at least one ask, or a state to come back with.',
  spec: MRTR.server,
  why: 'A client that gets neither has nothing to show and nothing to send: the call can only be repeated forever.',
  fix: 'End the call with a result when there is nothing to ask. When the client cannot be asked, answer with error -32021.',
  run: (trial) =>
    everyResponse(trial, (asked) => {
      const isEmpty = keysOf(asked).length === 0 && resultOf(asked)['requestState'] === undefined;
      return isEmpty ? 'input_required with neither inputRequests nor requestState.' : undefined;
    }),
};

const askShape: Check = {
  id: 'rounds.ask-shape',
  level: 'MUST',
  title:
    'Every entry of inputRequests is elicitation/create, sampling/createMessage or roots/list, with the params that it needs.',
  spec: MRTR.server,
  why: 'A client cannot show an ask that it cannot read. Most stop the whole call there, and the person sees an error.',
  fix: 'Give each entry { method, params }: a form needs message and requestedSchema, an address needs mode, message and url.',
  run: (trial) => everyResponse(trial, ({ faults: [first] }) => first),
};

const LONGEST_KEY = 128;

function refuseKey(key: string): string | undefined {
  if (key === '') return 'is empty';
  if (isReservedName(key)) return 'is the name of a member of every object';
  if (/\p{Cc}/u.test(key)) return 'has a control character';
  if (/^(?:0|[1-9]\d*)$/.test(key)) return 'is a whole number, and such keys lose their order in a JavaScript object';
  return key.length > LONGEST_KEY ? `is longer than ${LONGEST_KEY} characters` : undefined;
}

const keys: Check = {
  id: 'rounds.keys',
  level: 'advice',
  title: 'The key of an ask is a short, printable name that no object has already.',
  spec: MRTR.server,
  why: 'Hosts keep answers in objects under these keys. An answer under __proto__ or under an empty key gets lost on the way.',
  fix: "Use keys like 'confirm' or 'details'.",
  run: (trial) =>
    everyResponse(trial, (asked) => {
      const bad = keysOf(asked).find((key) => refuseKey(key) !== undefined);
      return bad === undefined ? undefined : `the key ${JSON.stringify(bad.slice(0, 40))} ${refuseKey(bad)}.`;
    }),
};

const stateText: Check = {
  id: 'rounds.state-text',
  level: 'MUST',
  title: 'A requestState is a string.',
  spec: MRTR.types,
  why: 'Clients hand the state back as a text. An object or a number comes back changed, or is dropped, and the call starts over.',
  fix: 'Serialize the state to one string, and leave requestState out when there is none: not null.',
  run: (trial) =>
    everyResponse(trial, (asked) => {
      const { requestState } = resultOf(asked);
      if (requestState === undefined || typeof requestState === 'string') return undefined;
      return `requestState is ${requestState === null ? 'null' : `no string but ${typeof requestState}`}.`;
    }),
};

const freshState: Check = {
  id: 'rounds.fresh-state',
  level: 'advice',
  title: 'No two rounds of a call, and no two calls, have the same state.',
  spec: MRTR.server,
  why: 'By the same state nobody can tell a repeated request from another call, so a yes to one may count for the other.',
  fix: 'Put the round and a random id of the call into the state before it is signed or encrypted.',
  run: async (trial) => {
    const { rounds } = await trial.learned();
    const stateful = rounds.filter(({ asked }) => asked.state !== undefined);
    const [first] = stateful;
    if (first === undefined) return notApplicable('the server keeps no state between rounds');
    for (const [index, { asked, number }] of stateful.entries()) {
      const earlier = stateful.slice(0, index).find((other) => other.asked.state === asked.state);
      if (earlier !== undefined)
        return fault(`Round ${number} has the state of round ${earlier.number}.`, earlier.asked, asked);
    }
    const talk = await trial.talk();
    const one = await walkTo(talk, first.number);
    const other = await walkTo(talk, first.number);
    if (one.state !== undefined && one.state === other.state)
      return fault('Two calls with the same arguments have the same state.', one, other);
    return pass(stateful.length + 1);
  },
};

const COMPLETION = { ref: { type: 'ref/prompt', name: 'any' }, argument: { name: 'any', value: '' } };

/** Requests that every revision may answer, and that none may answer with a question. */
const OTHERS: readonly (readonly [method: string, params: JsonObject])[] = [
  ['server/discover', {}],
  ['tools/list', {}],
  ['prompts/list', {}],
  ['resources/list', {}],
  ['resources/templates/list', {}],
  ['completion/complete', COMPLETION],
];

export const onlyThreeVerbs: Check = {
  id: 'rounds.only-three-verbs',
  level: 'MUST',
  scope: 'server',
  title: 'Only tools/call, prompts/get and resources/read answer with input_required.',
  spec: MRTR.verbs,
  why: 'Clients do not look for questions elsewhere: a list that asks is a list that fails.',
  fix: 'Move the question into the tool, prompt or resource that needs the answer.',
  run: async (trial) => {
    const { rounds } = await trial.learned();
    const talk = await trial.talk();
    const asked = await walkTo(talk, 1);
    const carried = {
      inputResponses: rounds[0]?.responses ?? {},
      ...(asked.state !== undefined && { requestState: asked.state }),
    };
    let answered = 0;
    for (const [method, params] of OTHERS) {
      for (const added of [{}, carried]) {
        const heard = await talk.say(method, { ...params, ...added });
        if (heard.kind === 'asks') return fault(`${method} answers with a question.`, heard);
        if (heard.kind !== 'silent') answered += 1;
      }
    }
    if (answered === 0) throw new NotTestable('the server answers none of the other requests');
    return pass(answered);
  },
};

export const ROUNDS: readonly Check[] = [resultType, asksOrState, askShape, keys, stateText, freshState];
