import type { VueltaErrorCode } from '../../errors.js';
import type { Answering } from './answering.js';
import { complaintOf, type Ending } from './ending.js';
import type { CallOptions } from './options.js';

const NOBODY =
  'Nobody is here to answer: stdin is no terminal and has nothing in it. Give --answer, --answers, --yes, --decline or --cancel.';
const OTHER_REVISION = 'If the server speaks the revision before, add --revision 2025-11-25.';

const FAILED: Readonly<Partial<Record<VueltaErrorCode, string>>> = {
  client_timeout: 'The option is --timeout.',
  client_rounds_exceeded: 'The option is --max-rounds.',
};

/** Nothing was there that could speak any revision. */
const NOT_THERE = /\b(?:ENOENT|EACCES|ECONNREFUSED|ENOTFOUND|EAI_AGAIN)\b/u;

function failedAdvice(reason: VueltaErrorCode, message: string, { revision }: CallOptions): string | undefined {
  if (reason !== 'connect_failed') return FAILED[reason];
  return revision !== undefined || NOT_THERE.test(message) ? undefined : OTHER_REVISION;
}

function adviceOn(ending: Ending, options: CallOptions, { nobody }: Answering): string | undefined {
  if (ending.kind === 'capability' && nobody) return NOBODY;
  if (ending.kind === 'failed') return failedAdvice(ending.reason, ending.message, options);
  const isLate = ending.kind === 'unanswered' && ending.reason === 'client_timeout';
  return isLate ? 'The option is --person-timeout.' : undefined;
}

/** What a person is told on stderr about an ending that is no result, and which option may help; one entry a line. */
export function complaint(ending: Ending, options: CallOptions, answering: Answering): readonly string[] {
  const advice = adviceOn(ending, options, answering);
  return advice === undefined ? complaintOf(ending) : [...complaintOf(ending), advice];
}
