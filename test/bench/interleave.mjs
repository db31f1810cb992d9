/** The middle of a list of numbers. */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Times contenders against each other, there and back again, A B B A. A machine that gets slower or faster meanwhile does it to
 * all of them alike. Returns the median milliseconds of each, by name.
 */
export async function interleave(contenders, { turns, warmup }) {
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
  return Object.fromEntries(there.map(([name]) => [name, median(times[name])]));
}
