import type { VueltaErrorCode } from '../../errors.js';
import type { AskKind } from '../../protocol/kinds.js';
import type { RejectionReason } from '../../state/index.js';
import { shown } from './shown.js';

/** Which call an event belongs to. */
export interface CallRef {
  /** `tools/call`, `prompts/get` or `resources/read`. */
  readonly method: string;
  /** The name of the tool or prompt, or the URI of the resource. */
  readonly target: string;
}

/** Which round of the call. */
interface RoundRef extends CallRef {
  readonly flow: string;
  readonly round: number;
}

/** Which ask of the round. */
interface AskRef extends RoundRef {
  readonly key: string;
}

/** A replayed run asked differently than the run before it: harmless, since it is asked again, and a sign of a defect. */
export interface DriftEvent extends AskRef {
  readonly type: 'drift';
  readonly code: 'drift_question' | 'drift_order';
  readonly what: string;
  readonly why: string;
  readonly todo: string;
}

/**
 * What the guard and the asks tell `onEvent`: a closed union. No event holds an answer, a token, a key of the ring, a
 * principal or a state.
 */
export type VueltaEvent =
  /** A round went out with these asks. */
  | (RoundRef & { readonly type: 'asked'; readonly keys: readonly string[] })
  /** An ask was answered: accepted, and valid where its form is known. */
  | (AskRef & { readonly type: 'answered' })
  | (AskRef & { readonly type: 'declined' })
  | (AskRef & { readonly type: 'cancelled' })
  /** An accepted answer broke its form and the question is asked again. */
  | (AskRef & { readonly type: 'reasked'; readonly attempt: number })
  /** Answers came that nobody asked for, or that are no answers; they reached no handler. */
  | (CallRef & {
      readonly type: 'ignored';
      readonly count: number;
      readonly why: 'unsolicited' | 'malformed' | 'invalid';
    })
  /** A state was refused. The client is not told why; the operator is. */
  | (CallRef & { readonly type: 'rejected'; readonly reason: RejectionReason })
  /** An expired state started the call over, as the policy `expired: 'ask'` allows. */
  | (CallRef & { readonly type: 'restarted' })
  /** A request was repeated and got the outcome that its round has; the handler did not run. */
  | (RoundRef & { readonly type: 'repeated' })
  /** Whoever ran the round before gave up or has gone silent; it runs again here. */
  | (RoundRef & { readonly type: 'taken_over' })
  /** The round's outcome is recorded and final. */
  | (RoundRef & { readonly type: 'settled' })
  /** The round is done and the store did not take its outcome: a repeat may run it again. */
  | (RoundRef & { readonly type: 'unsettled' })
  /** The handler threw, or its client cancelled; the round may be tried again, with the same answers. */
  | (RoundRef & { readonly type: 'released' })
  /** A once step was done. `again`: it had been begun before and its result was never recorded, so it may have been done twice. */
  | (RoundRef & { readonly type: 'step_run'; readonly step: string; readonly record: string; readonly again: boolean })
  /** A once step was replayed from its record. */
  | (RoundRef & { readonly type: 'step_replayed'; readonly step: string; readonly record: string })
  /** The store is fuller than four fifths, and will refuse to begin anything when it is full; told again only after it has emptied. */
  | (CallRef & { readonly type: 'store_filling'; readonly filled: number })
  /** The call ended because it still asked after the last round. */
  | (RoundRef & { readonly type: 'capped'; readonly maxRounds: number })
  /** The client cannot be asked and there is no fallback: the SDK ends the call with `-32021`, or before 2026 with an error result. */
  | (CallRef & { readonly type: 'unable'; readonly kinds: readonly AskKind[] })
  /** The client cannot ask and got the fallback. */
  | (CallRef & { readonly type: 'fell_back' })
  /** The server's own code is wrong; nothing was sealed and the call ended with an internal error. */
  | (CallRef & { readonly type: 'fault'; readonly code: VueltaErrorCode; readonly message: string })
  | DriftEvent;

export type EventSink = (event: VueltaEvent) => void;

/** The longest name of a target, a key or a step in an event or a span, and the longest sentence. */
export const NAME_LIMIT = 200;
const SENTENCE_LIMIT = 2000;

const SENTENCES = new Set(['message', 'what', 'why', 'todo']);

/**
 * A sink that no listener can break: what it throws must not change what the client sees, what it rejects must not end the process. Names
 * come from the wire, and events go to terminals and logs, so each text is cut and what nobody sees in it is spelled out.
 */
export function safeSink(onEvent: EventSink | undefined): EventSink {
  if (onEvent === undefined) return () => undefined;
  return (event) => {
    try {
      const outcome: unknown = onEvent(readable(event));
      if (outcome instanceof Promise) outcome.catch(() => undefined);
    } catch {
      // The listener's own trouble.
    }
  };
}

function readable(event: VueltaEvent): VueltaEvent {
  const clean = (name: string, value: unknown): unknown => {
    if (typeof value === 'string') return shown(value, SENTENCES.has(name) ? SENTENCE_LIMIT : NAME_LIMIT);
    return Array.isArray(value) ? value.map((item) => clean(name, item)) : value;
  };
  const entries = Object.entries(event).map(([name, value]) => [name, clean(name, value)]);
  return Object.fromEntries(entries) as VueltaEvent;
}
