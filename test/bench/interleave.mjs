/** The middle of a list of numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Times contenders against each other, there and back again, A B B A. A machine that gets slower or faster meanwhile does it to
 * all of them alike. Returns the milliseconds of each, by name.
 */
export async function taken(contenders, { turns, warmup }) {
  const there = Object.entries(contenders);
  const order = [...there, ...there.toReversed()];
  for (let i = 0; i < warmup; i += 1) for (const [, run] of there) await run();
  globalThis.gc?.();
  const times = Object.fromEntries(there.map(([name]) => [name, []]));
  for (let i = 0; i < turns; i += 1) {
    for (const [name, run] of order) {
      const started = performance.now();
      await run();
      times[name].push(performance.now() - started);
    }
  }
  return times;
}

/** The median milliseconds of each contender, by name. */
export async function interleave(contenders, scale) {
  const times = await taken(contenders, scale);
  return Object.fromEntries(Object.entries(times).map(([name, list]) => [name, median(list)]));
}

/** How far the two halves of a row may be apart: 5 points. */
const APART = 0.05;

/** Ours against theirs: the medians, their ratio, and whether the ratio held from the first half to the second. */
export function ratioOf(ours, theirs) {
  const [first, second] = halves(ours, theirs);
  return { ours: median(ours), theirs: median(theirs), ratio: median(ours) / median(theirs), first, second };
}

function halves(ours, theirs) {
  const middle = ours.length >> 1;
  const half = (from, to) => median(ours.slice(from, to)) / median(theirs.slice(from, to));
  return [half(0, middle), half(middle)];
}

/** Measures, and once more where the halves disagree by more than 5 points; a row that still does is marked as unsteady. */
export async function steadily(measure, again) {
  let row = await measure();
  if (again && !isSteady(row)) row = await measure();
  return { ...row, unsteady: !isSteady(row) };
}

const isSteady = ({ first, second }) => Math.abs(first - second) <= APART;
