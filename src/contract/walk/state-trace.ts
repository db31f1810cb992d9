import { isObject } from '../../json.js';
import type { RawReply } from '../../protocol/reply.js';
import type { StateChange, StateUse, Step } from './steps.js';

/** Longer inserts are another state, and are not shown. */
const LONGEST_INSERT = 8;

/** The states in the clear; a step that goes into a report has none. */
const STATES = new WeakMap<Step, string>();
const SOURCES = new WeakMap<Step, Step>();

/** Where a state that was sent came from, and the step whose response had it. */
interface Trace {
  readonly use: StateUse;
  readonly source: Step;
}

/** Keeps the state of a response, to tell later where one that is sent came from, and where the one came from that was sent. */
export function noteState(step: Step, { result }: RawReply, trace?: Trace): void {
  const state = isObject(result) ? result['requestState'] : undefined;
  if (typeof state === 'string') STATES.set(step, state);
  if (trace !== undefined) SOURCES.set(step, trace.source);
}

/** The step whose response had the state that this one sent. */
export const sourceOf = (step: Step): Step | undefined => SOURCES.get(step);

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

/** Finds the response that a sent state came from, and what was changed in it on the way. */
export function traceState(steps: readonly Step[], sent: unknown, answered: Step | undefined): Trace | undefined {
  if (typeof sent !== 'string') return undefined;
  const source =
    answered !== undefined && STATES.get(answered) === sent
      ? answered
      : steps.findLast((step) => STATES.get(step) === sent);
  if (source !== undefined) return { use: { of: source.number }, source };
  const own = answered === undefined ? undefined : STATES.get(answered);
  const change = own === undefined ? undefined : differenceOf(own, sent);
  if (answered === undefined || change === undefined) return undefined;
  return { use: { of: answered.number, change }, source: answered };
}
