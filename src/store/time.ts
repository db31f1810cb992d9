import { VueltaError } from '../errors.js';

/** Whole milliseconds, rounded up, so that nothing ends early. */
export function wholeMs(name: string, time: number): number {
  const whole = Math.ceil(time);
  if (!Number.isSafeInteger(whole)) throw new RangeError(`${name}: expected a number of milliseconds`);
  return whole;
}

/**
 * A record that is over before it is written would be won by everybody: the clocks of the server and its store are apart. One that would have
 * been dropped by now may have been there: the clock was set back.
 */
export function alreadyOver(): VueltaError {
  return new VueltaError(
    'store_unavailable',
    'By the clock of the store this record has already expired, so it would keep nothing. Nothing was done. Set the clocks of the ' +
      'server and the store right; where one was set back, begin the call again.',
  );
}
