import { saysNothing } from '../../protocol/revision.js';
import { isObject } from '../../json.js';
import { VueltaError } from '../../errors.js';

/**
 * Whether a server that could not be reached on 2026-07-28 may be one of the revision before. One that breaks there is not: to hold
 * it to the older revision alone would hide that.
 */
export function mayBeOlder(error: unknown): boolean {
  if (!(error instanceof VueltaError) || error.code !== 'connect_failed') return false;
  const { cause } = error;
  const data = cause instanceof Error && 'data' in cause ? cause.data : undefined;
  return !(isObject(data) && saysNothing(data['status']));
}
