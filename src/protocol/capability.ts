import type { ClientCapabilities } from '@modelcontextprotocol/server';
import { isObject, type JsonObject, own } from '../json.js';
import type { AskKind } from './kinds.js';

/** What has to be known of an ask to say what a client must have declared for it. */
export interface Needing {
  readonly kind: AskKind;
  readonly params: Readonly<Record<string, unknown>>;
}

interface Modes {
  readonly form?: unknown;
  readonly url?: unknown;
}

/** A bare `elicitation: {}` means forms (MCP 2026-07-28, client/elicitation, capabilities). */
const hasForms = ({ form, url }: Modes): boolean => form !== undefined || url === undefined;

/** The modes of an elicitation capability, forms by their name. */
export const modesOf = <M extends Modes>(elicitation: M): M =>
  hasForms(elicitation) ? { form: {}, ...elicitation } : elicitation;

/** Whether a client with these capabilities can be asked. */
export function supports(capabilities: ClientCapabilities | undefined, kind: AskKind): boolean {
  const { elicitation, sampling, roots } = capabilities ?? {};
  switch (kind) {
    case 'form':
      return elicitation !== undefined && hasForms(elicitation);
    case 'url':
      return elicitation?.url !== undefined;
    case 'sampling':
      return sampling !== undefined;
    case 'roots':
      return roots !== undefined;
  }
}

/** Sampling with tools needs a capability of its own. */
const needsTools = ({ kind, params: { tools, toolChoice } }: Needing): boolean =>
  kind === 'sampling' && (tools !== undefined || toolChoice !== undefined);

/** The capability that an ask needs and that a client did not declare, as `elicitation.form`; `undefined` when it may be asked. */
export function undeclared(ask: Needing, capabilities: ClientCapabilities | undefined): string | undefined {
  const { kind } = ask;
  if (!supports(capabilities, kind)) return kind === 'form' || kind === 'url' ? `elicitation.${kind}` : kind;
  return needsTools(ask) && capabilities?.sampling?.tools === undefined ? 'sampling.tools' : undefined;
}

/** What a client would have to declare for these asks, as it declares it. */
export function neededFor(asks: readonly Needing[]): ClientCapabilities {
  const needed: ClientCapabilities = {};
  for (const ask of asks) {
    if (ask.kind === 'roots') needed.roots = {};
    else if (ask.kind === 'sampling')
      needed.sampling = { ...needed.sampling, ...(needsTools(ask) ? { tools: {} } : {}) };
    else needed.elicitation = { ...needed.elicitation, [ask.kind]: {} };
  }
  return needed;
}

/** The capabilities of a client that can be asked these kinds of question. */
export const capabilitiesOf = (kinds: readonly AskKind[]): ClientCapabilities =>
  neededFor(kinds.map((kind) => ({ kind, params: {} })));

/** What a server requires and a client did not declare, in words: `elicitation.form`, `roots`. */
export function missingOf(required: ClientCapabilities = {}, declared: ClientCapabilities = {}): string[] {
  const there = { ...declared, ...(declared.elicitation && { elicitation: modesOf(declared.elicitation) }) };
  return Object.entries(required).flatMap(([name, value]) => {
    const has = own(there, name);
    const wanted = isObject(value) ? value : {};
    const parts = Object.keys(name === 'elicitation' ? modesOf<JsonObject>(wanted) : wanted);
    if (parts.length === 0) return has === undefined ? [name] : [];
    return parts.filter((part) => !isObject(has) || own(has, part) === undefined).map((part) => `${name}.${part}`);
  });
}
