import { isInputRequiredResult, type Result } from '@modelcontextprotocol/server';
import type { VueltaError } from '../errors.js';
import type { Flow, Journal } from './flow.js';

/** What an await-style run tells the guard beside its result. */
export type Verdict =
  /** The run suspended: this journal belongs into the state, and these keys carry these digests. */
  | { readonly flow: Flow; readonly digests: ReadonlyMap<string, string>; readonly journal: Journal }
  /** The run met a programming error. The guard ends the call with an internal error, whatever wrapped the handler. */
  | { readonly fault: VueltaError };

const verdicts = new WeakMap<object, Verdict>();

/** Attaches a verdict to a result. The SDK passes an `input_required` result through untouched, so it arrives by identity. */
export function withVerdict<R extends Result>(result: R, verdict: Verdict): R {
  verdicts.set(result, verdict);
  return result;
}

/** An `input_required` result that never leaves: it carries a fault past everything that turns exceptions into results. */
export function faultResult(fault: VueltaError): Result {
  return withVerdict({ resultType: 'input_required', requestState: '' }, { fault });
}

export function verdictOf(result: unknown): Verdict | undefined {
  return isInputRequiredResult(result) ? verdicts.get(result) : undefined;
}
