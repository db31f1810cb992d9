import { isObject, isReservedName } from '../../json.js';
import { refuseAddress } from '../../protocol/address.js';
import { refuseUnaskable } from '../../form/lint/askable.js';
import type { FormFault, FormSchema } from '../../form/grammar.js';
import { isNumberName } from '../../form/limits.js';
import { isSound, lintForm } from '../../form/lint/lint.js';
import { type AskKind, kindOfRequest } from '../../protocol/kinds.js';
import type { Ask } from './ask.js';

/** How many asks one round may carry: more is a loop that ran away, and no person answers it. */
export const MAX_ASKS = 32;

const MAX_KEY_LENGTH = 128;

export type LintedAsks = { readonly asks: readonly Ask[] } | { readonly faults: readonly string[] };

export function lintAsks(inputRequests: unknown): LintedAsks {
  if (inputRequests === undefined) return { asks: [] };
  if (!isObject(inputRequests)) return { faults: ['inputRequests: must be an object of embedded requests'] };
  const entries = Object.entries(inputRequests);
  if (entries.length > MAX_ASKS)
    return { faults: [`inputRequests: ${entries.length} asks in one round, at most ${MAX_ASKS}`] };
  const asks: Ask[] = [];
  const faults: string[] = [];
  for (const [key, request] of entries) {
    const linted = lintAsk(key, request);
    if ('ask' in linted) asks.push(linted.ask);
    else faults.push(...linted.faults);
  }
  return faults.length > 0 ? { faults } : { asks };
}

function lintAsk(key: string, request: unknown): { ask: Ask } | { faults: string[] } {
  const wrongKey = refuseKey(key);
  if (wrongKey !== undefined)
    return { faults: [`inputRequests: the key ${JSON.stringify(key.slice(0, 40))} ${wrongKey}`] };
  const at = (fault: string): string => `inputRequests.${key}${fault}`;
  if (!isObject(request)) return { faults: [at(': must be an embedded request with a method')] };
  const params = request['params'] ?? {};
  if (!isObject(params)) return { faults: [at('.params: must be an object')] };
  const kind = kindOfRequest(request['method'], params);
  if (kind === undefined) {
    return { faults: [at(': must be elicitation/create (form or url), sampling/createMessage or roots/list')] };
  }
  const faults = faultsOf(kind, params);
  if (faults.length > 0) return { faults: faults.map(at) };
  return { ask: { key, kind, params: kind === 'form' ? trimForm(params) : params } };
}

const ROOT = new Set(['type', 'properties', 'required']);

/** Takes off what schema libraries put around a form and the grammar does not have: a dialect marker, `additionalProperties`. */
function trimForm(params: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const members = Object.entries(params['requestedSchema'] as object);
  const kept = members.filter(([name]) => ROOT.has(name));
  return kept.length === members.length ? params : { ...params, requestedSchema: Object.fromEntries(kept) };
}

export function refuseKey(key: string): string | undefined {
  if (key === '') return 'is empty';
  if (key.length > MAX_KEY_LENGTH) return `has more than ${MAX_KEY_LENGTH} characters`;
  if (isReservedName(key)) return 'is the name of a member of every object';
  return isNumberName(key)
    ? 'is a whole number, and such keys leave in the order of the numbers, not in yours; put a letter before it'
    : undefined;
}

function faultsOf(kind: AskKind, params: Readonly<Record<string, unknown>>): string[] {
  switch (kind) {
    case 'form':
      return [
        ...faultsOfMessage(params),
        ...faultsOfForm(params['requestedSchema']).map(({ path, message }) =>
          path === '' ? `.params.requestedSchema: ${message}` : `.params.requestedSchema.${path}: ${message}`,
        ),
      ];
    case 'url': {
      const refused = refuseAddress(params['url']);
      return [...faultsOfMessage(params), ...(refused === undefined ? [] : [`.params.url: ${refused}`])];
    }
    case 'sampling': {
      const faults: string[] = [];
      if (!Array.isArray(params['messages'])) faults.push('.params.messages: must be a list');
      if (!Number.isInteger(params['maxTokens'])) faults.push('.params.maxTokens: must be a whole number');
      return faults;
    }
    case 'roots':
      return [];
  }
}

function faultsOfForm(schema: unknown): readonly FormFault[] {
  if (isSound(schema)) return [];
  const faults = lintForm(schema);
  return faults.length > 0 ? faults : refuseUnaskable(schema as FormSchema);
}

function faultsOfMessage({ message }: Readonly<Record<string, unknown>>): string[] {
  return typeof message === 'string' && message.trim() !== ''
    ? []
    : ['.params.message: must be a text that is not blank'];
}
