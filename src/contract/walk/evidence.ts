import type { Step } from './steps.js';
import type { Heard } from './response.js';
import { sourceOf } from './state-trace.js';

const byNumber = (one: Step, other: Step): number => one.number - other.number;

/** Steps under the numbers of their places here, since those of two trials may be the same. */
function renumbered(steps: readonly Step[]): Step[] {
  const numbers = new Map(steps.map((step, index) => [step, index + 1]));
  return steps.map((step) => {
    const { sent } = step;
    const source = sourceOf(step);
    const of = source === undefined ? undefined : numbers.get(source);
    const state = sent.state === undefined || of === undefined ? sent.state : { ...sent.state, of };
    return { ...step, number: numbers.get(step) ?? step.number, sent: { ...sent, ...(state && { state }) } };
  });
}

/**
 * The steps that show a finding, each after those that it built on. `own` are those of the check; what stands on the learned case
 * was said before it.
 */
export function showing(heard: readonly Heard[], own: readonly Step[]): Step[] {
  const wanted = new Set<Step>();
  for (const one of heard) for (let at: Heard | undefined = one; at !== undefined; at = at.from) wanted.add(at.step);
  for (const step of wanted) {
    const source = sourceOf(step);
    if (source !== undefined) wanted.add(source);
  }
  const isOwn = new Set(own);
  const here = [...wanted].filter((step) => isOwn.has(step)).toSorted(byNumber);
  const before = [...wanted].filter((step) => !isOwn.has(step)).toSorted(byNumber);
  return before.length === 0 || here.length === 0 ? [...before, ...here] : renumbered([...before, ...here]);
}
