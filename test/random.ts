import { assert, asyncProperty, gen, nat, noBias, property, type GeneratorValue } from 'fast-check';

const upTo = (max: number) => noBias(nat({ max }));

const STEPS = 2 ** 30;

/** Choices that fast-check draws, evenly: a run that fails shrinks to fewer choices, and to the first of each. */
export class Random {
  readonly #draw: GeneratorValue;

  constructor(draw: GeneratorValue) {
    this.#draw = draw;
  }

  /** From 0 up to 1. */
  readonly next = (): number => this.#draw(upTo, STEPS - 1) / STEPS;

  below(limit: number): number {
    return Math.floor(this.next() * limit);
  }

  /** Shrinks to no. */
  chance(p: number): boolean {
    return this.next() >= 1 - p;
  }

  pick<T>(items: readonly T[]): T {
    return items[this.below(items.length)] as T;
  }
}

/** Runs a property with the same choices every time; the error of one that fails has its seed, and its smallest run. */
export const forAll = (numRuns: number, seed: number, run: (random: Random) => void): void =>
  assert(
    property(gen(), (draw) => run(new Random(draw))),
    { numRuns, seed },
  );

/** The same where a run takes its time. One that no seed brings back, since timers decide with it, is not shrunk. */
export const forAllAsync = (
  numRuns: number,
  seed: number,
  run: (random: Random) => Promise<void>,
  options: { readonly endOnFailure?: boolean } = {},
): Promise<void> =>
  assert(
    asyncProperty(gen(), (draw) => run(new Random(draw))),
    { numRuns, seed, ...options },
  );
