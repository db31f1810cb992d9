import { setTimeout as sleep } from 'node:timers/promises';
import { readText } from '../../client/call/outcome.js';
import { isFactory } from '../case/opened-server.js';
import type { CaseContext } from './case-context.js';
import { withMovableDate } from './clock.js';
import { Connections } from './connections.js';
import { NotTestable } from '../evidence/finding.js';
import type { Learned } from './learned.js';
import { type ProbeReading, readingOf, runProbe } from './probe.js';

/** Makes something once for a case, however many of its checks want it. */
export function oncePerCase<T>(make: (trial: Trial, learned: Learned) => Promise<T>): (trial: Trial) => Promise<T> {
  const made = new WeakMap<Learned, Promise<T>>();
  return async (trial) => {
    const learned = await trial.learned();
    const one = made.get(learned) ?? make(trial, learned);
    made.set(learned, one);
    return one;
  };
}

/** A year: no state of a call should live that long. */
const YEAR_MS = 365 * 24 * 3_600_000;

/** What a check works with: one case, on one server that nobody else uses. */
export class Trial extends Connections {
  readonly #context: CaseContext;

  constructor(context: CaseContext) {
    super(context, () => context.declared());
    this.#context = context;
  }

  /** How the case runs when nothing is wrong. Throws {@link NotTestable} when it does not run. */
  learned(): Promise<Learned> {
    return this.#context.learned();
  }

  async readProbe(): Promise<ProbeReading> {
    const { probe } = this.case;
    if (probe === undefined) throw new Error('the case has no probe');
    try {
      if (typeof probe === 'function') return readingOf(await probe());
      if ('command' in probe) return readingOf(await runProbe(probe.command));
      const { harness } = await this.talk();
      const { args = {}, read = (said: string) => said } = probe;
      const outcome = await harness.call(probe.tool, typeof args === 'function' ? args(this.args ?? {}) : args);
      if (outcome.kind !== 'result' || outcome.isError) throw new Error(`'${probe.tool}' gave no result`);
      return readingOf(read(readText(outcome)));
    } catch (error) {
      throw new NotTestable(`the probe failed: ${error instanceof Error ? error.message : 'it threw no error'}`);
    }
  }

  async canAdvance(): Promise<boolean> {
    const { advance, target } = await this.server();
    return advance !== undefined || isFactory(target);
  }

  /** Runs work on a server that nobody has used, and whose states `age` makes too old; it tells by how many milliseconds. */
  aging<T>(work: (age: () => Promise<number>) => Promise<T>): Promise<T> {
    return withMovableDate(async (moveDate) => {
      await this.renew();
      const server = await this.server();
      const ms = this.config.expiresAfterMs ?? (server.advance || isFactory(server.target) ? YEAR_MS : 0);
      return work(async () => {
        if (server.advance !== undefined) server.advance(ms);
        else if (isFactory(server.target)) moveDate(ms);
        else await sleep(ms);
        return ms;
      });
    });
  }
}
