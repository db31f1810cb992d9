import { expectTypeOf } from 'vitest';
import { VueltaError, type DriftEvent, type VueltaErrorCode, type VueltaEvent } from '../../src/index.js';
import type { ERRORS, NextStep } from '../../src/errors.js';

/** Every event by its type: one more, or one less, does not compile. */
export function describeEvent(event: VueltaEvent): string {
  switch (event.type) {
    case 'asked':
      return `${event.flow} ${event.round} ${event.keys.join()}`;
    case 'answered':
    case 'declined':
    case 'cancelled':
      return `${event.method} ${event.target} ${event.flow} ${event.round} ${event.key}`;
    case 'reasked':
      return `${event.key} ${event.attempt.toFixed()}`;
    case 'ignored':
      expectTypeOf(event.why).toEqualTypeOf<'unsolicited' | 'malformed' | 'invalid'>();
      return event.count.toFixed();
    case 'rejected':
      return event.reason;
    case 'restarted':
    case 'fell_back':
      return `${event.method} ${event.target}`;
    case 'capped':
      return event.maxRounds.toFixed();
    case 'unable':
      return event.kinds.join();
    case 'fault':
      expectTypeOf(event.code).toEqualTypeOf<VueltaErrorCode>();
      return `${event.code} ${event.message}`;
    case 'repeated':
    case 'taken_over':
    case 'settled':
    case 'unsettled':
    case 'released':
      return `${event.flow} ${event.round}`;
    case 'store_filling':
      return event.filled.toFixed();
    case 'step_run':
      return `${event.step} ${event.again}`;
    case 'step_replayed':
      return `${event.step} ${event.record}`;
    case 'drift':
      expectTypeOf(event).toEqualTypeOf<DriftEvent>();
      expectTypeOf(event.code).toEqualTypeOf<'drift_question' | 'drift_order'>();
      return `${event.what} ${event.why} ${event.todo}`;
    default:
      expectTypeOf(event).toEqualTypeOf<never>();
      return event;
  }
}

/** No event has a member for an answer, a state, a principal or a token. */
type MemberOf<E> = E extends unknown ? keyof E : never;
expectTypeOf<MemberOf<VueltaEvent>>().toEqualTypeOf<
  | 'type'
  | 'method'
  | 'target'
  | 'flow'
  | 'round'
  | 'key'
  | 'keys'
  | 'attempt'
  | 'count'
  | 'why'
  | 'reason'
  | 'maxRounds'
  | 'code'
  | 'what'
  | 'todo'
  | 'kinds'
  | 'message'
  | 'step'
  | 'again'
  | 'record'
  | 'filled'
>();

const error = new VueltaError('ask_swallowed');
expectTypeOf(error.code).toEqualTypeOf<VueltaErrorCode>();
expectTypeOf(error.next).toEqualTypeOf<NextStep>();
expectTypeOf<NextStep>().toEqualTypeOf<'fix' | 'restart' | 'retry' | 'answer'>();
expectTypeOf<VueltaErrorCode>().toEqualTypeOf<keyof typeof ERRORS>();
expectTypeOf<'ask_swallowed' | 'key_reused' | 'value_not_json' | 'step_lost'>().toExtend<VueltaErrorCode>();
// @ts-expect-error the codes are a closed union
export const unknownCode = new VueltaError('no_such_code');
