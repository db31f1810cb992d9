import { VueltaError } from '../../errors.js';
import { roundOf, type EventSink, type StepInHand, type StepRecord, type StepRecords } from '../../guard/index.js';
import { canonical } from '../../state/canonical.js';
import type { Primitives } from '../../state/primitives.js';
import { fromJson, toJson, type AsJson } from './step-value.js';
import { insideStep } from '../deliver.js';
import { actInside, isInside, isSurelyBeside } from './inside.js';
import { assertStepKey, lost, notJson, reused } from './step-faults.js';
import type { Session } from '../session.js';
import { takeStep, whoWaits } from '../waiting.js';

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
  readonly records: StepRecords;
  readonly primitives: Primitives;
  readonly emit: EventSink;
}

/** A record of a step whose result could not be recorded: the step is done, its value is gone. */
const NOT_JSON = '!';

interface Step {
  readonly act: unknown;
  readonly result: Promise<unknown>;
  running: boolean;
}

/** The work that must not be done again in each round. */
export class Steps {
  readonly #session: Session;
  readonly #parts: StepParts;
  readonly #signal: AbortSignal;
  readonly #memos = new Map<string, Step>();
  readonly #onces = new Map<string, Step>();
  readonly #running = new Set<Promise<void>>();
  readonly #hooks: (() => unknown)[] = [];
  /** How many functions of steps run. */
  #acting = 0;

  constructor(session: Session, parts: StepParts, signal: AbortSignal) {
    this.#session = session;
    this.#parts = parts;
    this.#signal = signal;
  }

  /** A value that is made once a flow and carried in the state. */
  async memo<T>(key: string, make: () => T | Promise<T>): Promise<AsJson<T>> {
    return this.#step<AsJson<T>>(this.#memos, key, make, async () => {
      const { memos } = this.#session.journal;
      if (memos[key] === undefined) {
        memos[key] = await this.#made(key, make);
        this.#session.brought.memos.add(key);
      }
      // A copy: what the handler does to it does not change what the next round gets.
      return structuredClone(memos[key][0]);
    });
  }

  /** An effect that is done once a flow, as the store remembers it. */
  async once<T>(key: string, act: (step: StepContext) => T | Promise<T>): Promise<AsJson<T>> {
    return this.#step<AsJson<T>>(this.#onces, key, act, async () => {
      const { done } = this.#session.journal;
      const text = await this.#done(key, act);
      if (!done.includes(key)) done.push(key);
      if (text === NOT_JSON) throw this.#session.gate.fail(notJson(this.#session.shown(key)));
      return fromJson(text);
    });
  }

  onCommit(hook: () => unknown): void {
    if (!this.inside()) this.#hooks.push(hook);
    // A4: nobody gets a rejection that they do not wait for.
    else if (whoWaits() === 'step') throw this.#session.gate.refused();
  }

  /**
   * Whether the caller is inside the function of a step (A19: nothing starts inside a step). What it would wait for comes in a later round, in which the
   * step has not been done; and a step that waits for itself never ends. Beside a step everything may start.
   */
  inside(): boolean {
    if (this.#acting === 0 || !isInside(this)) return false;
    this.#session.gate.fail(insideStep());
    return true;
  }

  get hasHooks(): boolean {
    return this.#hooks.length > 0;
  }

  /** A14: commit hooks run once, at the end. */
  async commit(): Promise<void> {
    await this.#assertMayStart();
    for (const hook of this.#hooks) await hook();
    await this.allEnded();
  }

  get running(): boolean {
    return this.#running.size > 0;
  }

  /** A13: a step that has started is waited for, and so is one that starts meanwhile. */
  async allEnded(): Promise<void> {
    while (this.running) await Promise.all(this.#running);
  }

  /**
   * A11: one key, one step. While it runs, whoever comes with the very same function shares it; from inside a step that would be a wait for
   * itself. A step that failed may be tried again.
   */
  #step<T>(steps: Map<string, Step>, key: string, act: unknown, run: () => Promise<unknown>): Promise<T> {
    assertStepKey(key);
    const { gate } = this.#session;
    if (!gate.open) return gate.refuse();
    const known = steps.get(key);
    if (known === undefined) return this.#share(steps, key, act, run()) as Promise<T>;
    if (known.running && known.act === act && isSurelyBeside()) return known.result as Promise<T>;
    throw gate.fail(reused(this.#session.shown(key)));
  }

  #share(steps: Map<string, Step>, key: string, act: unknown, result: Promise<unknown>): Promise<unknown> {
    const step: Step = { act, result, running: true };
    steps.set(key, step);
    const ended: Promise<void> = result
      .then(
        () => void (step.running = false),
        () => void steps.delete(key),
      )
      .finally(() => this.#running.delete(ended));
    this.#running.add(ended);
    return result;
  }

  /** The result of the step: recorded, or of doing it now (A12: a recorded step does not run again). */
  async #done<T>(key: string, act: (step: StepContext) => T | Promise<T>): Promise<string> {
    const { primitives, emit } = this.#parts;
    const { flow, journal, gate } = this.#session;
    const record = await this.#record('once', key);
    const found = await this.#begin(record);
    const which = { ...roundOf(flow), step: this.#session.shown(key), record };
    if ('value' in found) {
      emit({ type: 'step_replayed', ...which });
      return found.value;
    }
    const kept = await this.#finish(found, async () => {
      if (journal.done.includes(key)) throw gate.fail(lost(this.#session.shown(key)));
      const idempotencyKey = await primitives.hash(`vuelta/once ${flow.id} ${journal.salt} ${key}`);
      await this.#assertMayStart(found);
      return toJson(await this.#act(() => act({ idempotencyKey, signal: this.#signal }))) ?? NOT_JSON;
    });
    emit({ type: 'step_run', ...which, again: found.again });
    return kept;
  }

  /**
   * The value of a memo. A round that can be repeated records it too, so that a run after a crash does not make another value
   * than the one that its recorded steps were done with.
   */
  async #made(key: string, make: () => unknown): Promise<readonly unknown[]> {
    const { flow } = this.#session;
    const making = async (): Promise<string> => {
      const text = toJson(await this.#act(make));
      if (text === undefined) throw this.#session.gate.fail(notJson(this.#session.shown(key)));
      return text;
    };
    if (flow.marks.held === undefined) {
      this.#assertWanted();
      return JSON.parse(await making()) as readonly unknown[];
    }
    const found = await this.#begin(await this.#record('memo', `${flow.round} ${canonical(flow.answers)} ${key}`));
    const text = 'value' in found ? found.value : await this.#finish(found, making);
    return JSON.parse(text) as readonly unknown[];
  }

  /** The name of a step's record. Its key may hold an answer, which is not for whoever reads the store (F68). */
  async #record(kind: 'once' | 'memo', key: string): Promise<string> {
    const { salt } = this.#session.journal;
    const digest = await this.#parts.primitives.hash(`vuelta/record ${salt} ${kind} ${key}`);
    return `${kind} ${digest.slice(0, 22)}`;
  }

  /** What is thrown inside the function is thrown into an await of ours (A4: nobody gets a rejection that they do not wait for). */
  async #act<T>(work: () => T | Promise<T>): Promise<T> {
    this.#acting += 1;
    const outcome = await actInside(this, () => takeStep(work));
    this.#acting -= 1;
    if ('error' in outcome) throw outcome.error;
    return outcome.value;
  }

  /** A16: no effect starts in a round that was lost. */
  async #assertMayStart(step?: StepInHand): Promise<void> {
    const { flow, gate } = this.#session;
    for (const held of [flow.marks.held, step]) {
      if (held !== undefined && !(await this.#stored(held.confirm()))) throw gate.fail(new VueltaError('lease_lost'));
    }
    this.#assertWanted();
  }

  /** A17: no effect starts for a request that was cancelled. */
  #assertWanted(): void {
    if (this.#signal.aborted) throw this.#session.gate.fail(new VueltaError('request_cancelled'));
  }

  /** A18: one runner of a step at a time. */
  #begin(step: string): Promise<StepRecord> {
    this.#assertWanted();
    return this.#stored(this.#parts.records.begin(this.#session.flow, step, this.#signal));
  }

  /** Records what the work comes to; a step that fails may be done by whoever waits for it. */
  async #finish(step: StepInHand, work: () => Promise<string>): Promise<string> {
    let text: string;
    try {
      text = await work();
    } catch (error) {
      step.giveUp();
      throw error;
    }
    return this.#stored(step.end(text));
  }

  /** A store that fails, always with a code, ends the call, whatever the handler does with the exception: nothing is downgraded in silence. */
  async #stored<T>(operation: Promise<T>): Promise<T> {
    try {
      return await operation;
    } catch (error) {
      throw this.#session.gate.fail(error as VueltaError);
    }
  }
}
