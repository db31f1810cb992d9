import type { Check } from '../check.js';
import { fault, pass } from '../check.js';
import { isObject } from '../../client/json.js';
import { MRTR } from '../spec.js';

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
      const { result } = asked.raw;
      const found = isObject(result) ? result['resultType'] : undefined;
      if (found !== 'input_required')
        return fault(`Round ${number} asks with resultType ${JSON.stringify(found)}.`, asked);
    }
    const { resultType: last = 'complete' } = accepted.result;
    if (last !== 'complete') return fault(`The result has resultType ${JSON.stringify(last)}.`, accepted);
    return pass(rounds.length + 1);
  },
};

/** The rules of the round trip itself. */
export const ROUNDS: readonly Check[] = [resultType];
