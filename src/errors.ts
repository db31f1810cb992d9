/**
 * Every coded error, on one axis: what should whoever sees it do next?
 *
 * - `fix`: the server's or the test's code is wrong; change it.
 * - `restart`: the data is stale or hostile; begin the call again from its first round.
 * - `retry`: nothing is wrong with the call; the same request may be sent again.
 * - `answer`: the call waits for something that nobody gave.
 *
 * Wrong arguments to a function of this package are not here: they throw `TypeError` or `RangeError`.
 */
export type NextStep = 'fix' | 'restart' | 'retry' | 'answer';

/** One row of the error table. */
export interface ErrorRow {
  readonly next: NextStep;
  /** One sentence: what happened. */
  readonly what: string;
}

/** The error table. `docs/reference/errors.md` has one heading a row; a test holds the two together. */
export const ERRORS = {
  // guard
  attach_too_late: {
    next: 'fix',
    what: 'A handler for tools, prompts or resources is there already, and this version of the SDK keeps it out of reach.',
  },
  attach_twice: { next: 'fix', what: 'The server already has a guard.' },
  verify_conflict: {
    next: 'fix',
    what: 'The server has a requestState.verify that attach() cannot take over.',
  },
  ask_outside_verbs: {
    next: 'fix',
    what: 'A handler of another method than tools/call, prompts/get and resources/read asked.',
  },
  ask_invalid: { next: 'fix', what: 'An ask breaks a rule of the revision and was not sent.' },
  state_too_large: { next: 'fix', what: 'The state to be sealed is larger than maxStateBytes.' },
  rounds_exceeded: { next: 'fix', what: 'The call still asks after the last round that maxRounds allows.' },
  // state
  state_rejected: {
    next: 'restart',
    what: 'The requestState is not one that this server made for this request, or it has expired.',
  },
  // ask
  ask_swallowed: {
    next: 'fix',
    what: 'A handler ended while an ask was pending, or awaited an ask that was not its own to await.',
  },
  key_reused: { next: 'fix', what: 'One run used the same key for two different asks or steps.' },
  question_drifted: { next: 'fix', what: 'A question was another one in each run, so no answer to it could count.' },
  inside_step: {
    next: 'fix',
    what: 'The function of a once or memo step started an ask or another step. Ask before the step, and give it the answer.',
  },
  result_invalid: { next: 'fix', what: 'A handler, or the ending of an ask, gave something that is no result.' },
  value_not_json: { next: 'fix', what: 'A memo, a once step or a handler returned a value that JSON cannot carry.' },
  step_lost: { next: 'restart', what: 'The state says that a once step is done and the store has no record of it.' },
  request_cancelled: { next: 'retry', what: 'The client cancelled this request, so nothing more was done for it.' },
  // store
  store_full: { next: 'retry', what: 'The store has no room for another flow.' },
  store_timeout: { next: 'retry', what: 'The store did not answer in time.' },
  store_unavailable: { next: 'retry', what: 'The store failed.' },
  store_corrupt: { next: 'restart', what: 'A record of the store is not one that this server sealed for this place.' },
  lease_lost: { next: 'retry', what: 'Another server has taken the round over, so no effect may start here.' },
  store_closed: { next: 'fix', what: 'The store was used after close().' },
  driver_missing: { next: 'fix', what: 'No database driver for this store could be loaded.' },
  // form
  form_unsupported: { next: 'fix', what: 'A schema has something that the form grammar cannot express.' },
  // client
  ask_unanswered: { next: 'answer', what: 'The server asked and the answers given had nothing for it.' },
  answer_invalid: { next: 'answer', what: 'An accepted answer does not fit the schema that was asked for.' },
  answer_unused: { next: 'answer', what: 'An answer was given that no ask wanted.' },
  answer_recursive: { next: 'fix', what: 'An answer waits for a call that asks for the same answer.' },
  client_rounds_exceeded: { next: 'fix', what: 'The server still asks after the last round that the harness allows.' },
  client_timeout: { next: 'retry', what: 'A round took longer than its budget.' },
  client_aborted: { next: 'retry', what: 'The caller cancelled the call.' },
  protocol_violation: { next: 'fix', what: 'The server sent something that the revision does not allow.' },
  message_too_large: { next: 'fix', what: 'The server sent a message that is larger than maxMessageBytes.' },
  redirect_refused: { next: 'fix', what: 'The server leads to another address, and the request does not go there.' },
  connect_failed: { next: 'retry', what: 'The harness could not connect to the target.' },
  no_way_to_ask: { next: 'fix', what: 'No question of the server reaches a client in the way that it is served.' },
  connection_lost: { next: 'retry', what: 'The connection to the server ended before a response came.' },
  request_refused: { next: 'fix', what: 'The server answered a list request of the harness with an error.' },
  answer_file_invalid: { next: 'fix', what: 'An answer file cannot be read or breaks its format.' },
  answer_failed: { next: 'answer', what: 'An answer file says that the answer to this ask fails.' },
  recording_invalid: { next: 'fix', what: 'A recording cannot be read or breaks its format.' },
} as const satisfies Record<string, ErrorRow>;

/** The closed union of error codes. */
export type VueltaErrorCode = keyof typeof ERRORS;

/**
 * The base class of every coded error.
 *
 * The message says what happened, why, and what to do; it never holds an answer, a token, a key or a state.
 *
 * @example
 * ```ts
 * if (error instanceof VueltaError && error.next === 'restart') startOver();
 * ```
 */
export class VueltaError extends Error {
  readonly code: VueltaErrorCode;

  constructor(code: VueltaErrorCode, detail?: string, options?: ErrorOptions) {
    super(detail === undefined ? ERRORS[code].what : detail, options);
    this.name = 'VueltaError';
    this.code = code;
  }

  /** What to do next; see {@link NextStep}. */
  get next(): NextStep {
    return ERRORS[this.code].next;
  }
}
