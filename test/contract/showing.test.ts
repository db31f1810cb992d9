import { expect, it } from 'vitest';
import type { Step } from '../../src/contract/walk/steps.js';
import { type Heard, readHeard } from '../../src/contract/walk/response.js';
import { reproduce } from '../../src/contract/report/curl.js';
import { showing } from '../../src/contract/walk/evidence.js';
import { noteState, traceState } from '../../src/contract/walk/state-trace.js';

/** One walk: a call that asks, and its answer, which ends it. */
function walk(steps: Step[], state: string): Heard {
  const say = (given: string | undefined, result: Record<string, unknown>, from?: Heard): Heard => {
    const trace = traceState(steps, given, from?.step);
    const params = { name: 'book', ...(given !== undefined && { requestState: '[state]' }) };
    const sent = { method: 'tools/call', params, ...(trace && { state: trace.use }) };
    const step = { number: steps.length + 1, label: state, sent, received: { result }, ms: 1 };
    steps.push(step);
    noteState(step, { result }, trace);
    return readHeard({ result }, { name: 'server' }, step, from);
  };
  const asked = say(undefined, { resultType: 'input_required', requestState: state });
  return say(state, { resultType: 'complete', content: [] }, asked);
}

it('evidence of two trials has the earlier one first, and no number or state twice', () => {
  const learned = walk([], 'learned');
  const own: Step[] = [];
  const found = walk(own, 'check');
  const evidence = showing([learned, found], own);
  expect(evidence.map(({ label }) => label)).toEqual(['learned', 'learned', 'check', 'check']);
  expect(evidence.map(({ number, sent }) => [number, sent.state?.of])).toEqual([
    [1, undefined],
    [2, 1],
    [3, undefined],
    [4, 3],
  ]);
  const script = reproduce(evidence).lines.join('\n');
  expect(script.match(/STATE\d=\$/gu)).toEqual(['STATE1=$', 'STATE3=$']);
  expect(own.map(({ number }) => number)).toEqual([1, 2]);
});
