/** The four things that a server can ask for; elicitation has two modes. */
export type AskKind = 'form' | 'url' | 'sampling' | 'roots';

export const ASK_KINDS: readonly AskKind[] = ['form', 'url', 'sampling', 'roots'];

/** The method of an embedded request of this kind. */
export function methodOf(kind: AskKind): string {
  if (kind === 'roots') return 'roots/list';
  return kind === 'sampling' ? 'sampling/createMessage' : 'elicitation/create';
}

export const ASK_METHODS: ReadonlySet<string> = new Set(ASK_KINDS.map(methodOf));

/** The method and mode of an embedded request to its kind; `undefined` when the revision has no such request. */
export function kindOfRequest(method: unknown, params: Readonly<Record<string, unknown>>): AskKind | undefined {
  if (method === 'sampling/createMessage') return 'sampling';
  if (method === 'roots/list') return 'roots';
  if (method !== 'elicitation/create') return undefined;
  if (params['mode'] === 'url') return 'url';
  return params['mode'] === undefined || params['mode'] === 'form' ? 'form' : undefined;
}

/** What a person can do with a form or an address (MCP 2026-07-28, client/elicitation, response actions). */
export type Action = 'accept' | 'decline' | 'cancel';

const ACTIONS: ReadonlySet<unknown> = new Set<Action>(['accept', 'decline', 'cancel']);

export const isAction = (value: unknown): value is Action => ACTIONS.has(value);
