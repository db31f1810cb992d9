import { ProtocolError, ProtocolErrorCode, type Result } from '@modelcontextprotocol/server';
import { VueltaError } from '../errors.js';
import type { CallRef, EventSink } from './events/events.js';
import { refuseFault } from './refusal.js';

/**
 * Refuses a result that JSON cannot carry. The SDK finds out when it sends, reports it to `onerror`, and sends nothing: its client waits
 * for ever.
 */
export function assertCarried(emit: EventSink, call: CallRef, result: Result): void {
  if (isPlainText(result)) return;
  try {
    textOf(call.target === '' ? call.method : call.target, result);
  } catch (error) {
    throw refuseFault(emit, call, error as VueltaError);
  }
}

/** The result as it will be sent; none for nothing. @throws VueltaError `value_not_json`. */
export function textOf(target: string, result: Result | undefined): string | undefined {
  try {
    return JSON.stringify(result);
  } catch (cause) {
    const why = `The result of "${target}" holds what JSON cannot carry: a BigInt, a cycle, or a member that throws when it is read.`;
    throw new VueltaError('value_not_json', why, { cause });
  }
}

/** Most results are texts, which need no second look. */
export function isPlainText(result: Result | undefined): boolean {
  if (typeof result !== 'object' || result === null) return true;
  for (const name in result) if (name !== 'content' && name !== 'isError') return false;
  const { content, isError = false } = result;
  return typeof isError === 'boolean' && Array.isArray(content) && content.every(isText);
}

function isText(part: unknown): boolean {
  if (typeof part !== 'object' || part === null || 'toJSON' in part) return false;
  for (const name in part) if (name !== 'type' && name !== 'text') return false;
  const { type, text } = part as { readonly type?: unknown; readonly text?: unknown };
  return typeof type === 'string' && typeof text === 'string';
}

/**
 * What a handler threw, as something that the SDK can send: it reads `code`, `message` and `data` of anything, and answers nothing where
 * that fails.
 */
export function sayable(thrown: unknown): unknown {
  if (thrown === undefined || thrown === null) return new Error('Internal error');
  try {
    const { code, message, data } = thrown as Partial<ProtocolError>;
    JSON.stringify([String(code), message, data]);
    return thrown;
  } catch {
    const why = 'value_not_json: The error of the handler holds something that JSON cannot carry.';
    return new ProtocolError(ProtocolErrorCode.InternalError, why, { reason: 'value_not_json' });
  }
}

/** What the SDK reads of an exception. */
const READ = ['code', 'data', 'message', 'name', 'stack'] as const;

/**
 * What was thrown, as an error that can be read. Anything can be thrown: nothing, a text, an object that throws when it is looked at. Of a
 * prompt's or a resource's exception that it cannot read the SDK tells nobody, and its client waits for ever.
 */
export function asError(thrown: unknown, what: string): Error {
  try {
    if (thrown instanceof Error) {
      for (const name of READ) Reflect.get(thrown, name);
      return thrown;
    }
  } catch {
    // It cannot be read.
  }
  return new Error(`${what} threw something that is no error.`);
}
