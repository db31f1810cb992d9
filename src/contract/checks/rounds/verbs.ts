import type { JsonObject } from '../../../json.js';
import type { Check } from '../../check.js';
import { MRTR } from '../../../protocol/spec.js';
import { fault, NotTestable, pass } from '../../evidence/finding.js';
import { walkTo } from '../../walk/happy-path.js';

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

const onlyThreeVerbs: Check = {
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

/** The rules of which requests may ask. */
export const VERBS: readonly Check[] = [onlyThreeVerbs];
