import { afterAll, beforeAll, describe, it } from 'vitest';
import { CHECKS, type Subject } from './suite.js';

export interface Running extends Subject {
  readonly end?: () => unknown;
}

/** Runs every check of the shared suite over one implementation. */
export function describeStore(name: string, start: () => Promise<Running>): void {
  describe(`${name} keeps the promises of a store`, () => {
    let running: Running;
    beforeAll(async () => {
      running = await start();
    }, 60_000);
    afterAll(() => running?.end?.());

    for (const check of CHECKS) it.concurrent(check.name, () => check.run(running));
  });
}
