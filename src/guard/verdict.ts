import { isInputRequiredResult, type Result } from '@modelcontextprotocol/server';
import type { VueltaError } from '../errors.js';
import type { Flow, Journal } from './flow.js';

/** What an await-style run tells the guard beside its result. */
export type Verdict =
  | Suspended
  /** The run met a programming error. The guard ends the call with an internal error, whatever wrapped the handler. */
  | { readonly fault: VueltaError };

/** The run suspended: this journal belongs into the state, and these keys carry these digests. */
export interface Suspended {
  readonly flow: Flow;
  /** The round that asks; the one before it where this one's answers do not count. */
  readonly round: number;
  readonly digests: ReadonlyMap<string, string>;
  readonly journal: Journal;
  /** The keys as events may show them. */
  readonly shown: readonly string[];
  /** Where the state has no room for this: the same round with an answer of it asked for again, while there is one. */
  shorter(): Result | undefined;
}

/** A symbol, because wrappers copy results: the SDK itself spreads the result of a resource that has a cache hint. */
const VERDICT = Symbol('vuelta.verdict');

/** Stands where the guard writes the state. A result that leaves with it and without its verdict has been rebuilt by a wrapper. */
let unsealed: string | undefined;

type Carrier = Result & { [VERDICT]?: Verdict };

export function withVerdict<R extends Result>(result: R, verdict: Verdict): R {
  unsealed ??= `vuelta unsealed ${globalThis.crypto.randomUUID()}`;
  return { ...result, requestState: unsealed, [VERDICT]: verdict };
}

/** An `input_required` result that never leaves: it carries a fault past everything that turns exceptions into results. */
export function faultResult(fault: VueltaError): Result {
  return withVerdict({ resultType: 'input_required' }, { fault });
}

export function verdictOf(result: unknown): Verdict | undefined {
  return isInputRequiredResult(result) ? (result as Carrier)[VERDICT] : undefined;
}

/** Whether a wrapper took the verdict off the result, and with it the journal of the flow. */
export function lostVerdict({ requestState }: { readonly requestState?: string | undefined }): boolean {
  return requestState !== undefined && requestState === unsealed;
}

/** The result as it goes out: with its state, without its verdict. */
export function sealedResult(result: Result, requestState: string): Result {
  const { [VERDICT]: _, ...rest } = result as Carrier;
  return { ...rest, requestState };
}
