import type { CallToolResult } from '@modelcontextprotocol/server';
import { assertOptions, type OptionTable } from '../options.js';
import type { Ask } from './ask.js';

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

/** Policies by method and target; names from the wire never reach a prototype. */
export class Policies {
  readonly #policies = new Map<string, ToolPolicy>();
  readonly #readOnly = new Set<string>();
  readonly #default: ToolPolicy;

  /** `defaults` hold where a policy leaves something open. */
  constructor(table: PolicyTable = {}, defaults: Policy = {}) {
    this.#default = withoutGaps(defaults);
    for (const verb of VERBS) {
      for (const [name, policy] of Object.entries(table[TABLE_OF[verb]] ?? {})) {
        this.set(verb, targetName(verb, name), policy);
      }
    }
  }

  set(verb: Verb, target: string, policy: ToolPolicy): void {
    assertOptions(`${TABLE_OF[verb]}.${target}`, policy, OPTIONS);
    this.#policies.set(`${verb} ${target}`, { ...this.get(verb, target), ...withoutGaps(policy) });
  }

  /** A tool says of itself whether it only reads. */
  markReadOnly(tool: string, readOnly: boolean): void {
    if (readOnly) this.#readOnly.add(tool);
    else this.#readOnly.delete(tool);
  }

  readsOnly(tool: string): boolean {
    return this.#readOnly.has(tool);
  }

  /** A tool that gets another name keeps its policy, but for what is said of that name. */
  rename(tool: string, name: string | null): void {
    this.#readOnly.delete(tool);
    if (name === null) return;
    const named = this.#policies.get(`tools/call ${name}`);
    this.set('tools/call', name, { ...this.get('tools/call', tool), ...named });
  }

  get(verb: Verb, target: string): ToolPolicy {
    return this.#policies.get(`${verb} ${target}`) ?? this.#default;
  }
}

/** Without the members that are there and say nothing: they would hide what they are laid over. */
function withoutGaps<T extends object>(policy: T): T {
  return Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined)) as T;
}
