import type { CallToolResult } from '@modelcontextprotocol/server';
import { assertOptions, type OptionTable } from '../options.js';
import type { Ask } from './question/ask.js';

/** What happens to an answer that nobody asked for. */
export type Unsolicited = 'ask' | 'accept';

/** What a client that cannot ask gets from a tool, instead of the error `-32021`. */
export type Fallback = true | string | CallToolResult | ((asks: readonly Ask[]) => string | CallToolResult);

/** Options of one tool, prompt or resource. */
export interface Policy {
  /**
   * `'ask'` (default): an answer counts only if this flow asked for it in its last round. `'accept'`: any answer under the
   * right key counts, also in a first round. That lets a client book without asking anybody; it exists for conformance tools.
   */
  readonly unsolicited?: Unsolicited | undefined;
  /**
   * A write-once handler also sees the accepted answers of earlier rounds. Off by default, because a handler may use a key
   * twice for two questions.
   */
  readonly carry?: boolean | undefined;
  /**
   * `'ask'`: an authentic state that has only expired, with no effect done, starts the call over. Default `'refuse'`. The state knows the
   * effects of the rounds before it, not those of a round that answered it and was lost: give it only to tools that may ask and do again.
   */
  readonly expired?: 'ask' | 'refuse' | undefined;
  /**
   * Each round runs once, and a repeated request gets the outcome that the round had. Default: true for tools without
   * `readOnlyHint`, false for prompts and resources.
   */
  readonly singleUse?: boolean | undefined;
}

/** Options of one tool. */
export interface ToolPolicy extends Policy {
  /**
   * What a client that cannot show the ask gets: `true` for a text that tells the model what would have been asked, a text or
   * result of your own, or a function of the asks. Default: the error `-32021`.
   */
  readonly fallback?: Fallback | undefined;
}

/** Policies by name (for resources: by URI). */
export interface PolicyTable {
  readonly tools?: Readonly<Record<string, ToolPolicy>> | undefined;
  readonly prompts?: Readonly<Record<string, Policy>> | undefined;
  readonly resources?: Readonly<Record<string, Policy>> | undefined;
}

/** The three methods that may ask (basic/patterns/mrtr). */
export const VERBS = ['tools/call', 'prompts/get', 'resources/read'] as const;
export type Verb = (typeof VERBS)[number];

const OPTIONS: OptionTable = {
  unsolicited: ['ask', 'accept'],
  carry: 'boolean',
  expired: ['ask', 'refuse'],
  singleUse: 'boolean',
  fallback: 'any',
};

const TABLE_OF: Record<Verb, keyof PolicyTable> = {
  'tools/call': 'tools',
  'prompts/get': 'prompts',
  'resources/read': 'resources',
};

/** The name of a target in its one form: a client may write the URI of a resource in many, and the SDK reads all of them. */
export function targetName(verb: Verb, name: string): string {
  return verb === 'resources/read' && URL.canParse(name) ? new URL(name).href : name;
}

/** A tool, prompt or resource that is registered: it keeps its policy under whatever name it gets. */
export interface Registration {
  readonly verb: Verb;
  /** The name that it has, or had last. */
  readonly name: string;
}

interface Registered extends Registration {
  name: string;
  /** The policy that it keeps under any name. */
  own: ToolPolicy;
  /** The policy under its present name. */
  policy: ToolPolicy;
  readonly readsOnly: () => boolean;
}

const NEVER = (): boolean => false;

/** Policies by method and target; names from the wire never reach a prototype. */
export class Policies {
  readonly #said = new Map<string, ToolPolicy>();
  readonly #named = new Map<string, Registered>();
  /** What is registered, by its first name: a policy of `attach()` belongs to it, and not to what is renamed to that name later. */
  readonly #meant = new Map<string, Registered>();
  readonly #default: ToolPolicy;

  /** `defaults` hold where a policy leaves something open. */
  constructor(table: PolicyTable = {}, defaults: Policy = {}) {
    this.#default = withoutGaps(defaults);
    for (const verb of VERBS) {
      for (const [name, policy] of Object.entries(table[TABLE_OF[verb]] ?? {})) {
        assertOptions(`${TABLE_OF[verb]}.${name}`, policy, OPTIONS);
        this.#said.set(keyOf(verb, name), withoutGaps(policy));
      }
    }
  }

  /** Something is registered: the policy that `attach()` was given for its name is its own. `readsOnly` is asked at every call. */
  register(verb: Verb, name: string, readsOnly = NEVER): Registration {
    const key = keyOf(verb, name);
    const own = { ...this.#default, ...this.#said.get(key) };
    const registered: Registered = { verb, name, own, policy: own, readsOnly };
    this.#named.set(key, registered);
    this.#meant.set(key, registered);
    return registered;
  }

  /** Adds the policy that came with a registration to that of `attach()`. */
  give(verb: Verb, name: string, policy: ToolPolicy): Registration {
    assertOptions(`${TABLE_OF[verb]}.${name}`, policy, OPTIONS);
    const registered = this.#named.get(keyOf(verb, name)) ?? (this.register(verb, name) as Registered);
    registered.own = { ...registered.own, ...withoutGaps(policy) };
    registered.policy = registered.own;
    return registered;
  }

  /** It gets another name, or is removed (`null`). It keeps its own policy; one of `attach()` for the new name is added, unless it belongs to something else. */
  rename(registration: Registration, name: string | null): void {
    const registered = registration as Registered;
    const from = keyOf(registered.verb, registered.name);
    if (this.#named.get(from) === registered) this.#named.delete(from);
    if (name === null) {
      for (const [key, meant] of this.#meant) if (meant === registered) this.#meant.delete(key);
      return;
    }
    const key = keyOf(registered.verb, name);
    registered.name = name;
    registered.policy = this.#meant.has(key) ? registered.own : { ...registered.own, ...this.#said.get(key) };
    this.#named.set(key, registered);
  }

  readsOnly(tool: string): boolean {
    return this.#named.get(`tools/call ${tool}`)?.readsOnly() === true;
  }

  get(verb: Verb, target: string): ToolPolicy {
    const key = `${verb} ${target}`;
    const registered = this.#named.get(key);
    if (registered !== undefined) return registered.policy;
    const said = this.#said.get(key);
    return said === undefined ? this.#default : { ...this.#default, ...said };
  }
}

function keyOf(verb: Verb, name: string): string {
  return `${verb} ${targetName(verb, name)}`;
}

/** Without members that are `undefined`: spread over another policy, they would hide what it says. */
function withoutGaps<T extends object>(policy: T): T {
  const said: Partial<T> = {};
  for (const name of Object.keys(policy) as (keyof T)[]) if (policy[name] !== undefined) said[name] = policy[name];
  return said as T;
}
