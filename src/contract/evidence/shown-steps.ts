import type { CaseResponse } from './response.js';
import type { RecordedStep } from './transcript.js';
import type { Step } from './step.js';

const byNumber = (one: RecordedStep, other: RecordedStep): number => one.step.number - other.step.number;

/** Steps under the numbers of their places here, since those of two trials may be the same. */
function renumbered(recorded: readonly RecordedStep[]): Step[] {
  const numbers = new Map(recorded.map((one, index) => [one, index + 1]));
  return recorded.map((one, index) => {
    const { sent } = one.step;
    const of = one.source && numbers.get(one.source);
    const state = sent.state === undefined || of === undefined ? sent.state : { ...sent.state, of };
    return { ...one.step, number: index + 1, sent: { ...sent, ...(state && { state }) } };
  });
}

/**
 * The steps that show a finding, each after those that it built on. `own` are those of the check; what stands on the learned case
 * was said before it.
 */
export function evidenceOf(responses: readonly CaseResponse[], own: readonly RecordedStep[]): Step[] {
  const wanted = new Set<RecordedStep>();
  for (const one of responses) {
    for (let at: CaseResponse | undefined = one; at !== undefined; at = at.from) wanted.add(at.recorded);
  }
  for (const { source } of wanted) if (source !== undefined) wanted.add(source);
  const isOwn = new Set(own);
  const here = [...wanted].filter((one) => isOwn.has(one)).toSorted(byNumber);
  const before = [...wanted].filter((one) => !isOwn.has(one)).toSorted(byNumber);
  const all = [...before, ...here];
  return before.length === 0 || here.length === 0 ? all.map(({ step }) => step) : renumbered(all);
}
