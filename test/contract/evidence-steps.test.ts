import { expect, it } from 'vitest';
import { reproduce } from '../../src/contract/report/curl.js';
import { evidenceOf } from '../../src/contract/evidence/shown-steps.js';
import { type CaseResponse, readResponse } from '../../src/contract/evidence/response.js';
import { Redactor } from '../../src/contract/evidence/redactor.js';
import { Transcript } from '../../src/contract/evidence/transcript.js';

/** One walk: a call that asks, and its answer, which ends it. */
function walk(transcript: Transcript, state: string): CaseResponse {
  const say = (given: string | undefined, result: Record<string, unknown>, from?: CaseResponse): CaseResponse => {
    const params = { name: 'book', ...(given !== undefined && { requestState: given }) };
    const request = { label: state, method: 'tools/call', params, started: 0, answered: from?.recorded };
    const recorded = transcript.record({ ...request, received: { result } });
    return readResponse({ result }, { server: { name: 'server' }, recorded, from });
  };
  const asked = say(undefined, { resultType: 'input_required', requestState: state });
  return say(state, { resultType: 'complete', content: [] }, asked);
}

it('evidence of two trials has the earlier one first, and no number or state twice', () => {
  const learned = walk(new Transcript(new Redactor()), 'learned');
  const own = new Transcript(new Redactor());
  const found = walk(own, 'check');
  const evidence = evidenceOf([learned, found], own.recorded);
  expect(evidence.map(({ label }) => label)).toEqual(['learned', 'learned', 'check', 'check']);
  expect(evidence.map(({ number, sent }) => [number, sent.state?.of])).toEqual([
    [1, undefined],
    [2, 1],
    [3, undefined],
    [4, 3],
  ]);
  const script = reproduce(evidence).lines.join('\n');
  expect(script.match(/STATE\d=\$/gu)).toEqual(['STATE1=$', 'STATE3=$']);
  expect(own.recorded.map(({ step }) => step.number)).toEqual([1, 2]);
});
