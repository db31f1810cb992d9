import { isObject, type JsonObject } from '../../json.js';
import type { RawReply } from '../../protocol/reply.js';
import { hideTokens, type Redactor } from './redactor.js';
import type { StateUse, StateChange, Sent, Step } from './step.js';

/** A step as it was recorded: what a report shows of it, and what it does not. */
export interface RecordedStep {
  readonly step: Step;
  /** The state of the response, in the clear. */
  readonly state?: string;
  /** The step whose response had the state that this one sent. */
  readonly source?: RecordedStep;
}

export interface Exchange {
  readonly label: string;
  readonly method: string;
  readonly params: Readonly<JsonObject>;
  /** The members of `_meta` that a report shows. */
  readonly meta?: Readonly<JsonObject>;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly as?: Sent['as'] | undefined;
  readonly revision?: Step['revision'];
  /** The step whose response the request answers. */
  readonly answered?: RecordedStep | undefined;
  readonly received: RawReply | { readonly silent: string };
  /** When it began, by `performance.now()`. */
  readonly started: number;
}

const orNothing = <T extends object>(object: T | undefined): T | undefined =>
  object === undefined || Object.keys(object).length === 0 ? undefined : object;

export class Transcript {
  readonly #redactor: Redactor;
  readonly #recorded: RecordedStep[] = [];

  constructor(redactor: Redactor) {
    this.#redactor = redactor;
  }

  get recorded(): readonly RecordedStep[] {
    return this.#recorded;
  }

  /** Records an exchange: answers redacted, states masked, and where the state that was sent came from. */
  record({ label, method, params, received, started, revision, as, answered, ...shown }: Exchange): RecordedStep {
    const trace = this.#trace(params['requestState'], answered);
    const [meta, headers] = [orNothing(shown.meta), orNothing(shown.headers)];
    const step: Step = {
      number: this.#recorded.length + 1,
      label,
      ...(revision && { revision }),
      sent: {
        method,
        params: { ...this.#redactor.sent({ ...params }), ...(meta && { _meta: meta }) },
        ...(trace && { state: trace.use }),
        ...(headers && { headers: hideTokens(headers) }),
        ...(as && { as }),
      },
      received: 'silent' in received ? received : this.#redactor.received(received),
      ms: Math.round(performance.now() - started),
    };
    const result = 'result' in received ? received.result : undefined;
    const state = isObject(result) ? result['requestState'] : undefined;
    const recorded = { step, ...(typeof state === 'string' && { state }), ...(trace && { source: trace.source }) };
    this.#recorded.push(recorded);
    return recorded;
  }

  /** Finds the response that a sent state came from, and what was changed in it on the way. */
  #trace(
    sent: unknown,
    answered: RecordedStep | undefined,
  ): { readonly use: StateUse; readonly source: RecordedStep } | undefined {
    if (typeof sent !== 'string') return undefined;
    const source = answered?.state === sent ? answered : this.#recorded.findLast(({ state }) => state === sent);
    if (source !== undefined) return { use: { of: source.step.number }, source };
    if (answered?.state === undefined) return undefined;
    const change = differenceOf(answered.state, sent);
    return change && { use: { of: answered.step.number, change }, source: answered };
  }
}

/** Longer inserts are another state, and are not shown. */
const LONGEST_INSERT = 8;

function differenceOf(before: string, after: string): StateChange | undefined {
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const insert = after.slice(start, after.length - end);
  return start + end === 0 || insert.length > LONGEST_INSERT
    ? undefined
    : { length: before.length, start, insert, end };
}
