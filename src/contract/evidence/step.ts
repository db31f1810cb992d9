import type { JsonObject } from '../../json.js';

/** Where a state that was sent came from. */
export interface StateUse {
  /** The number of the step whose response had it. */
  readonly of: number;
  /** Absent when it was sent as it came. */
  readonly change?: StateChange;
}

/** A state that was changed in one place: so many characters kept at its start and at its end, and what stands between them. */
export interface StateChange {
  /** Characters of the state before. */
  readonly length: number;
  readonly start: number;
  readonly insert: string;
  readonly end: number;
}

/** What a request carried, as a report shows it. */
export interface Sent {
  readonly method: string;
  /** Without the `_meta` that every request has; where a request changes some of it, with these members. */
  readonly params: JsonObject;
  /** Where its state came from, when that is known. */
  readonly state?: StateUse;
  /** The headers that only this request had. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Which of the case's two users sent it, when it has two. */
  readonly as?: 'own' | 'other';
}

/** One request and its response as a report shows them: answers redacted, states masked, tokens never. */
export interface Step {
  /** From 1, in the order of the responses of one check. */
  readonly number: number;
  /** What the request was for, for example `round 2, accepted`. */
  readonly label: string;
  /** On 2025-11-25 a call is no single request: it stays open while the server asks. */
  readonly revision?: '2025-11-25';
  readonly sent: Sent;
  readonly received: {
    readonly status?: number;
    readonly result?: unknown;
    readonly error?: unknown;
    readonly silent?: string;
  };
  /** Milliseconds from the request to the response. */
  readonly ms: number;
}
