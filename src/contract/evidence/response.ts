import { type Ask, type AskingServer, readAsk } from '../../protocol/ask.js';
import { isObject, type JsonObject } from '../../json.js';
import { carriesAsks, type RawReply } from '../../protocol/reply.js';
import { textsOf } from '../../shown/result.js';
import { VueltaError, type VueltaErrorCode } from '../../errors.js';
import type { RecordedStep } from './transcript.js';

interface ResponseFacts {
  /** The response as it was, the state in the clear. */
  readonly raw: RawReply;
  readonly status?: number;
  /** What goes into a report, and what it stands on. */
  readonly recorded: RecordedStep;
  /** The response that the request built on; absent for a first round. */
  readonly from?: CaseResponse;
}

export interface Asked extends ResponseFacts {
  readonly kind: 'asks';
  readonly asks: readonly Ask[];
  readonly state?: string;
  /** What in the response breaks the revision; the rest is read all the same, so that other rules can still be judged. */
  readonly faults: readonly string[];
}

export interface Ended extends ResponseFacts {
  readonly kind: 'result';
  readonly isError: boolean;
  readonly text: string;
  readonly result: JsonObject;
}

export interface Refused extends ResponseFacts {
  readonly kind: 'error';
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** No response within the budget, or none that could be read. */
export interface Silent extends ResponseFacts {
  readonly kind: 'silent';
  readonly why: string;
  /** Why the harness gave up, where it did: `client_timeout`, `connection_lost`, `protocol_violation`, … */
  readonly code?: VueltaErrorCode;
}

/** What came back from one request, read leniently: one broken rule must not hide the others. */
export type CaseResponse = Asked | Ended | Refused | Silent;

function readAsks(result: JsonObject, server: AskingServer): Pick<Asked, 'asks' | 'faults'> {
  const { inputRequests } = result;
  if (inputRequests === undefined) return { asks: [], faults: [] };
  if (!isObject(inputRequests)) return { asks: [], faults: ['result.inputRequests: it must be an object'] };
  const asks: Ask[] = [];
  const faults: string[] = [];
  for (const [key, entry] of Object.entries(inputRequests)) {
    try {
      asks.push(readAsk(entry, { key, path: `result.inputRequests.${key}`, server }));
    } catch (error) {
      if (!(error instanceof VueltaError)) throw error;
      faults.push(error.message);
    }
  }
  return { asks, faults };
}

/** Whether a result asks: by its literal, or by what only an asking result carries. */
const isAsking = (result: JsonObject): boolean => result['resultType'] === 'input_required' || carriesAsks(result);

/** Reads one response; `from` is the one that its request built on. */
export function readResponse(
  raw: RawReply,
  {
    server,
    recorded,
    from,
  }: {
    readonly server: AskingServer;
    readonly recorded: RecordedStep;
    readonly from?: CaseResponse | undefined;
  },
): CaseResponse {
  const facts = { raw, recorded, ...(raw.status !== undefined && { status: raw.status }), ...(from && { from }) };
  const { error, result } = raw;
  if (error !== undefined) {
    const { code, message, data } = isObject(error) ? error : {};
    if (typeof code !== 'number' || typeof message !== 'string') {
      return { kind: 'silent', why: 'the error of the response has no code or no message', ...facts };
    }
    return { kind: 'error', code, message, ...(data !== undefined && { data }), ...facts };
  }
  if (!isObject(result)) return { kind: 'silent', why: 'the result of the response is no object', ...facts };
  if (!isAsking(result)) {
    return { kind: 'result', isError: result['isError'] === true, text: textsOf(result).join('\n'), result, ...facts };
  }
  const { requestState } = result;
  return {
    kind: 'asks',
    ...readAsks(result, server),
    ...(typeof requestState === 'string' && { state: requestState }),
    ...facts,
  };
}

/** A response in a few words, for messages. The server's own texts only, cut short. */
export function describeResponse(heard: CaseResponse): string {
  switch (heard.kind) {
    case 'asks':
      return heard.asks.length === 0
        ? 'gave input_required without asks'
        : `asked ${heard.asks.map(({ key }) => `'${key}'`).join(', ')}`;
    case 'result':
      return `ended with ${heard.isError ? 'an isError result' : 'a result'}${heard.text === '' ? '' : ` "${clip(heard.text)}"`}`;
    case 'error':
      return `refused with error ${heard.code} "${clip(heard.message)}"`;
    case 'silent':
      return heard.why;
  }
}

const clip = (text: string): string => {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 120 ? `${line.slice(0, 119)}…` : line;
};
