import type { CaseResponse } from './response.js';

/** What a check found. `tried` counts the requests or texts that were judged, and is at least 1. */
export type Finding =
  | { readonly status: 'pass'; readonly tried: number }
  | { readonly status: 'fail'; readonly message: string; readonly heard?: readonly CaseResponse[] }
  | { readonly status: 'not-applicable'; readonly reason: string };

export const pass = (tried: number): Finding => {
  if (tried < 1) throw new RangeError('a check that tried nothing has not passed');
  return { status: 'pass', tried };
};

/** The rule is broken; `heard` are the responses that show it, the telling one last. */
export const fault = (message: string, ...heard: readonly CaseResponse[]): Finding => ({
  status: 'fail',
  message,
  heard,
});

export const notApplicable = (reason: string): Finding => ({ status: 'not-applicable', reason });

/** Something that the check stands on did not hold, so nothing is known about its rule. It counts as a failure. */
export class NotTestable extends Error {
  readonly heard: readonly CaseResponse[];

  constructor(reason: string, ...heard: readonly CaseResponse[]) {
    super(reason);
    this.name = 'NotTestable';
    this.heard = heard;
  }
}
