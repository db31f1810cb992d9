import type { CaseResponse } from '../evidence/response.js';

/** Checks in a row whose first request gets no response, before the server is taken to answer no more. */
const MOST_SILENT = 3;

/** What came of the first request of a case: a response, or no connection within the budget. */
export type FirstResponse = CaseResponse | 'no connection';

const isTimeout = (first: FirstResponse): boolean =>
  first === 'no connection' || (first.kind === 'silent' && first.code === 'client_timeout');

/** Notices a server that answers no more: it would cost each check of a case its whole budget. */
export class HangingDetector {
  #silent = 0;
  #last: readonly CaseResponse[] = [];

  note(firsts: readonly FirstResponse[]): void {
    if (firsts.length === 0) return;
    const isSilent = firsts.every(isTimeout);
    this.#silent = isSilent ? this.#silent + 1 : 0;
    this.#last = isSilent ? firsts.filter((first) => first !== 'no connection').slice(-1) : [];
  }

  /** The response that did not come, if any was waited for, once nobody should wait for more. */
  get lost(): readonly CaseResponse[] | undefined {
    return this.#silent < MOST_SILENT ? undefined : this.#last;
  }
}
