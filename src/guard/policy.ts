import type { CallToolResult } from '@modelcontextprotocol/server';
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
  /** `'ask'`: an authentic state that has only expired, with no effect done, starts the call over. Default `'refuse'`. */
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
   * What a client that cannot show the ask gets: `true` for a text that tells the model what to ask the person, a text or
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
  readonly #default: ToolPolicy;

  /** `defaults` hold where a policy leaves something open. */
  constructor(table: PolicyTable = {}, defaults: Policy = {}) {
    this.#default = defaults;
    for (const verb of VERBS) {
      for (const [name, policy] of Object.entries(table[TABLE_OF[verb]] ?? {})) {
        this.set(verb, targetName(verb, name), policy);
      }
    }
  }

  set(verb: Verb, target: string, policy: ToolPolicy): void {
    const given = Object.fromEntries(Object.entries(policy).filter(([, value]) => value !== undefined));
    this.#policies.set(`${verb} ${target}`, { ...this.get(verb, target), ...given });
  }

  /** A tool that only reads needs no single use, unless its policy says otherwise. */
  readOnly(tool: string): void {
    const policy = this.get('tools/call', tool);
    this.#policies.set(`tools/call ${tool}`, { singleUse: false, ...policy });
  }

  get(verb: Verb, target: string): ToolPolicy {
    return this.#policies.get(`${verb} ${target}`) ?? this.#default;
  }
}
