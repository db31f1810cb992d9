/** Work that is too short to be measured is repeated for this long, in microseconds of processor time. */
const LEAST = 4_000;
const TRIES = 4;
const FACTOR = 16;

/** What this process has had of the processor: while it waits for its turn on a busy machine, nothing is added. */
function used(): number {
  const { user, system } = process.cpuUsage();
  return user + system;
}

/** What work takes once, as the least of several tries. */
async function least(work: () => unknown): Promise<number> {
  let best = Infinity;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const begun = used();
    let runs = 0;
    do {
      await work();
      runs += 1;
    } while (used() - begun < LEAST);
    best = Math.min(best, (used() - begun) / runs);
  }
  return best;
}

/**
 * How many times as much work there is with an input sixteen times as large. What takes time in proportion stays near 16, what is
 * quadratic comes near 256, and what cuts its input first stays near 1.
 *
 * @param prepare makes the work on an input of a size; what it does itself is not measured.
 */
export async function growth(size: number, prepare: (size: number) => () => unknown): Promise<number> {
  const [small, large] = [await least(prepare(size)), await least(prepare(size * FACTOR))];
  return large / small;
}

/** As far from 16 as from 256. */
export const LINEAR = 64;
/** Work that does not depend on the size. */
export const CONSTANT = 4;
