import type { JsonObject } from '../json.js';

/** The three requests in which a server may ask. */
export const CALL_METHODS = { tool: 'tools/call', prompt: 'prompts/get', resource: 'resources/read' } as const;

export type CallKind = keyof typeof CALL_METHODS;

/** The first request of a call, without answers and state. */
export interface CallRequest {
  readonly method: (typeof CALL_METHODS)[CallKind];
  readonly params: Readonly<JsonObject>;
}

/** One of these members says what is called; a case of the contract has the others as `undefined`. */
interface CallName {
  readonly tool?: string | undefined;
  readonly prompt?: string | undefined;
  readonly resource?: string | undefined;
}

/** What a call is of, and its name or URI. */
export function calledBy({ tool, prompt, resource = '' }: CallName): {
  readonly kind: CallKind;
  readonly name: string;
} {
  if (tool !== undefined) return { kind: 'tool', name: tool };
  return prompt === undefined ? { kind: 'resource', name: resource } : { kind: 'prompt', name: prompt };
}

export function requestFor(kind: CallKind, name: string, args?: Readonly<JsonObject>): CallRequest {
  const params = kind === 'resource' ? { uri: name } : { name, ...(args !== undefined && { arguments: args }) };
  return { method: CALL_METHODS[kind], params };
}
