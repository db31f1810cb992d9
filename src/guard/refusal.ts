import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { VueltaError } from '../errors.js';
import type { RejectionReason } from '../state/rejection.js';
import type { Ask } from './question/ask.js';
import { neededFor } from '../protocol/capability.js';
import { cannotAsk, whatHelps } from './question/capability.js';
import type { CallRef, EventSink } from './events/events.js';
import type { Flow } from './flow.js';

/** What the wire says for every refused state, as the SDK does. */
const INVALID_STATE = 'Invalid or expired requestState';

/** The one error for every refused state: -32602 and one text. The reason goes to the operator only. */
export function refuseState(emit: EventSink, call: CallRef, reason: RejectionReason): ProtocolError {
  emit({ type: 'rejected', method: call.method, target: call.target, reason });
  return new ProtocolError(ProtocolErrorCode.InvalidParams, INVALID_STATE, { reason: 'invalid_request_state' });
}

/**
 * The error for a defect of the server, or for a store that fails: its code leads the message and is the reason. That a client has gone is
 * nobody's fault.
 */
export function refuseFault(emit: EventSink, call: CallRef, error: VueltaError): ProtocolError {
  const { method, target } = call;
  if (error.code !== 'request_cancelled')
    emit({ type: 'fault', method, target, code: error.code, message: error.message });
  return new ProtocolError(ProtocolErrorCode.InternalError, `${error.code}: ${error.message}`, { reason: error.code });
}

/** The error for a client of 2026-07-28 that cannot be asked: `-32021`, which HTTP carries with status 400, and what it would have to declare. */
export function refuseUnable(flow: Flow, unable: readonly Ask[]): ProtocolError {
  const why = "the request's client capabilities do not declare the required capability";
  const data = { requiredCapabilities: neededFor(unable) };
  const message = `${cannotAsk(unable, why)} ${whatHelps(flow, unable)}`;
  return new ProtocolError(ProtocolErrorCode.MissingRequiredClientCapability, message, data);
}

/** The error for arguments or answers that have no canonical text. */
export function refuseUnsealable(what: 'arguments' | 'answers'): ProtocolError {
  const message = `The ${what} nest too deep or are not JSON`;
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message, { reason: `${what}_not_sealable` });
}
