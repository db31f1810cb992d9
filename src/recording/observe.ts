import { type Ask, type CallOutcome, type Round, readText } from '../client/index.js';
import { isObject } from '../json.js';
import type { Masker } from './mask.js';
import type { RecordedAsk, RecordedEnd, StateRole } from './recording.js';

export type SeenAsk = Omit<RecordedAsk, 'answer'>;

export function seeAsk(ask: Ask, key: string, masker: Masker): SeenAsk {
  const { kind, message, requestedSchema, url, params } = ask;
  return {
    key,
    kind,
    ...(message !== undefined && { message: masker.text(message) }),
    ...(requestedSchema !== undefined && { schema: masker.value(requestedSchema) }),
    ...(url !== undefined && { url: masker.url(url) }),
    ...(kind === 'sampling' && { params: masker.value(params) }),
  };
}

/** The state as a role; `before` says whether the round before had one. */
export function seeState({ state }: Pick<Round, 'state'>, before: boolean): StateRole {
  if (state === undefined) return 'none';
  if (!before) return 'new';
  return state.changed ? 'changed' : 'same';
}

function partsOf(result: unknown): string[] {
  const content = isObject(result) ? (result['content'] ?? result['contents']) : undefined;
  if (!Array.isArray(content)) return [];
  return content.map((part: unknown) => {
    if (!isObject(part)) return 'unknown';
    if (typeof part['type'] === 'string') return part['type'];
    return typeof part['text'] === 'string' ? 'text' : 'blob';
  });
}

export function seeEnd(outcome: CallOutcome<unknown>, masker: Masker): RecordedEnd {
  if (outcome.kind === 'capability') {
    const { code, requiredCapabilities: requires } = outcome;
    return { kind: 'capability', code, ...(requires !== undefined && { requires: masker.value(requires) }) };
  }
  if (outcome.kind === 'error') {
    return { kind: 'error', code: outcome.code, message: masker.text(outcome.message) };
  }
  const { result, isError } = outcome;
  const parts = partsOf(result);
  const structured = isObject(result) ? result['structuredContent'] : undefined;
  return {
    kind: 'result',
    isError,
    text: masker.text(readText(outcome)),
    ...(parts.some((part) => part !== 'text') && { parts }),
    ...(structured !== undefined && { structured: masker.value(structured) }),
  };
}

/** Whether a round ended the call: it neither asked nor gave a state. */
export const isLast = ({ asks, state }: Round): boolean => asks.length === 0 && state === undefined;
