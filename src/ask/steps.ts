import { VueltaError } from '../errors.js';
import type { Primitives } from '../state/primitives.js';
import type { Store } from '../store/index.js';
import type { Session } from './session.js';

/** What a once step is given. */
export interface StepContext {
  /**
   * The same for every run of this step in this flow, another for every other: safe to hand to a payment API or a unique
   * column. 43 characters of base64url.
   */
  readonly idempotencyKey: string;
  /** Aborted when the client cancels the request. */
  readonly signal: AbortSignal;
}

export interface StepParts {
  readonly store: Store;
  readonly primitives: Primitives;
  readonly signal: AbortSignal;
  /** How long a record must live, in milliseconds: the longest life of a flow. */
  readonly lifeMs: number;
  readonly now: () => number;
}

/** A record of a step whose result could not be recorded: the step is done, its value is gone. */
const NOT_JSON = '!';

/** The work that must not be done again in each round. */
export class Steps {
  readonly #session: Session;
  readonly #parts: StepParts;
  readonly #memos = new Map<string, Promise<unknown>>();
  readonly #onces = new Map<string, Promise<unknown>>();
  readonly #commits: (() => unknown)[] = [];

  constructor(session: Session, parts: StepParts) {
    this.#session = session;
    this.#parts = parts;
  }

  /** A value that is made once a flow and carried in the state. */
  memo<T>(key: string, make: () => T | Promise<T>): Promise<T> {
    return this.#share(this.#memos, key, async () => {
      const { memos } = this.#session.journal;
      if (memos[key] === undefined) memos[key] = boxed(await make(), key, this.#session);
      return memos[key][0] as T;
    });
  }

  /** An effect that is done once a flow, as the store remembers it. */
  once<T>(key: string, act: (step: StepContext) => T | Promise<T>): Promise<T> {
    return this.#share(this.#onces, key, async () => {
      const text = (await this.#recorded(key)) ?? (await this.#act(key, act));
      if (!this.#session.journal.done.includes(key)) this.#session.journal.done.push(key);
      if (text === NOT_JSON) throw this.#session.fail(notJson(key));
      return (JSON.parse(text) as [T])[0];
    });
  }

  onCommit(hook: () => unknown): void {
    this.#commits.push(hook);
  }

  /** A14 */
  async commit(): Promise<void> {
    for (const hook of this.#commits) await hook();
  }

  /** A13 */
  async settled(): Promise<void> {
    await Promise.allSettled([...this.#memos.values(), ...this.#onces.values()]);
  }

  /** One execution a key and run, however many callers; A4 holds for steps too. */
  #share<T>(running: Map<string, Promise<unknown>>, key: string, run: () => Promise<T>): Promise<T> {
    assertStepKey(key);
    let shared = running.get(key) as Promise<T> | undefined;
    if (shared === undefined || this.#session.suspended || this.#session.end !== undefined) {
      shared = this.#session.assertRunning().then(run);
      shared.catch(() => undefined);
      if (!this.#session.suspended) running.set(key, shared);
      // A step that failed may be tried again by the same run.
      shared.catch(() => running.delete(key));
    }
    return shared;
  }

  /** A12 */
  async #recorded(key: string): Promise<string | undefined> {
    const { flow, journal } = this.#session;
    const text = await this.#parts.store.getStep(flow.id, key);
    if (text === undefined && journal.done.includes(key)) {
      throw this.#session.fail(
        new VueltaError(
          'step_lost',
          `The state says that the step "${key}" is done and the store has no record of it: it restarted without its data, or replicas ` +
            'do not share it. The step is not done again. Begin the call again, after a look at what the step did.',
        ),
      );
    }
    return text;
  }

  async #act<T>(key: string, act: (step: StepContext) => T | Promise<T>): Promise<string> {
    const { store, primitives, signal, lifeMs, now } = this.#parts;
    const { flow } = this.#session;
    const idempotencyKey = await primitives.hash(`vuelta/once ${flow.id} ${key}`);
    const value = await act({ idempotencyKey, signal });
    const text = toJson(value) ?? NOT_JSON;
    await store.putStep(flow.id, key, text, now() + lifeMs);
    return text;
  }
}

function assertStepKey(key: unknown): void {
  if (typeof key !== 'string' || key === '' || key === '__proto__')
    throw new TypeError('key: expected the name of a step');
}

function boxed(value: unknown, key: string, session: Session): readonly unknown[] {
  const text = toJson(value);
  if (text === undefined) throw session.fail(notJson(key));
  return JSON.parse(text) as readonly unknown[];
}

/** A list of one as JSON, or of none for `undefined`: what is replayed is what the first run got. */
function toJson(value: unknown): string | undefined {
  if (value === undefined) return '[]';
  if (typeof value === 'function' || typeof value === 'symbol') return undefined;
  try {
    return JSON.stringify([value]);
  } catch {
    return undefined;
  }
}

function notJson(key: string): VueltaError {
  return new VueltaError(
    'value_not_json',
    `The step "${key}" returned a value that JSON cannot carry (a function, a BigInt, a cycle).`,
  );
}
