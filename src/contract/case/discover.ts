import type { Tool } from '@modelcontextprotocol/client';
import type { ConnectOptions } from '../../client/connect.js';
import type { FirstRound } from '../../client/call/first-round.js';
import type { Harness } from '../../client/harness-types.js';
import { isObject, type JsonObject } from '../../json.js';
import { printable } from '../../shown/line.js';
import { textsOf } from '../../shown/result.js';
import type { Target } from '../../client/connection/target.js';
import { VueltaError } from '../../errors.js';
import { exampleArguments } from './arguments.js';
import { type ContractCase, nameOf } from './case.js';
import { type Lend, lender, type Opener } from './opened-server.js';

/** What to try, and how to connect. */
export interface DiscoverOptions {
  /** Tries tools with `destructiveHint: true` too. */
  readonly allowDestructive?: boolean;
  /** Hears what is about to be called once, before it is; what it throws ends the search. */
  readonly onPlan?: (cases: readonly ContractCase[]) => unknown;
  /** For what is not connected already. */
  readonly connect?: ConnectOptions;
}

/** Something of the server that became no case, and why. */
export type LeftOut = { readonly why: string } & (
  { readonly tool: string } | { readonly prompt: string } | { readonly resource: string }
);

/** What was found without being told. */
export interface Discovery {
  readonly cases: readonly ContractCase[];
  readonly left: readonly LeftOut[];
}

const clip = (text: string): string => {
  const line = printable(text).replaceAll(/\s+/g, ' ');
  return line.length > 100 ? `${line.slice(0, 99)}…` : line;
};

function whyNot(first: FirstRound): string | undefined {
  switch (first.kind) {
    case 'input_required':
      return undefined;
    case 'complete': {
      const said = textsOf(first.raw).join(' ');
      const result = first.raw['isError'] === true ? 'an isError result' : 'a result';
      return `it asked nothing, and ended with ${result}${said === '' ? '' : ` "${clip(said)}"`}`;
    }
    case 'capability':
    case 'error':
      return `it was refused with error ${first.code} "${clip(first.message)}"`;
  }
}

/** Does one first round. An ask that breaks the revision is an ask: what is wrong with it, the rules say. */
async function look(round: () => Promise<FirstRound>): Promise<string | undefined> {
  try {
    return whyNot(await round());
  } catch (error) {
    if (!(error instanceof VueltaError)) throw error;
    return error.code === 'protocol_violation' ? undefined : error.message;
  }
}

type Candidate =
  LeftOut | { readonly contractCase: ContractCase; readonly round: (harness: Harness) => Promise<FirstRound> };

class Explorer {
  readonly #found: Candidate[] = [];
  readonly #harness: Harness;
  readonly #lend: Lend;

  constructor(harness: Harness, lend: Lend) {
    this.#harness = harness;
    this.#lend = lend;
  }

  async tools(allowDestructive: boolean): Promise<void> {
    if (this.#harness.capabilities.tools === undefined) return;
    for (const tool of await this.#harness.listTools()) this.#tool(tool, allowDestructive);
  }

  async prompts(): Promise<void> {
    if (this.#harness.capabilities.prompts === undefined) return;
    for (const { name, arguments: wanted } of await this.#harness.listPrompts()) {
      const required = argumentsOf(wanted)
        .filter((one) => one['required'] === true)
        .map((one) => `'${printable(String(one['name']))}'`);
      if (required.length > 0) this.#found.push({ prompt: name, why: `it needs ${required.join(', ')}` });
      else this.#plan({ prompt: name }, (harness) => harness.firstPrompt(name));
    }
  }

  async resources(): Promise<void> {
    if (this.#harness.capabilities.resources === undefined) return;
    for (const { uri } of await this.#harness.listResources()) {
      this.#plan({ resource: uri }, (harness) => harness.firstResource(uri));
    }
  }

  #tool({ name, annotations, inputSchema }: Tool, allowDestructive: boolean): void {
    if (annotations?.destructiveHint === true && !allowDestructive) {
      this.#found.push({ tool: name, why: 'it is annotated as destructive' });
      return;
    }
    const { args, ...fault } = exampleArguments(inputSchema);
    if (args === undefined) {
      const { path, why } = fault as { path: string; why: string };
      this.#found.push({ tool: name, why: `no value can be made for '${printable(path)}': ${printable(why)}` });
      return;
    }
    this.#plan({ tool: name, args }, (harness) => harness.firstRound(name, args));
  }

  #plan(contractCase: ContractCase, round: (harness: Harness) => Promise<FirstRound>): void {
    const why = this.#unfit(contractCase);
    this.#found.push(why === undefined ? { contractCase, round } : leftOut(contractCase, why));
  }

  get planned(): readonly ContractCase[] {
    return this.#found.flatMap((one) => ('contractCase' in one ? [one.contractCase] : []));
  }

  /** Calls each once. What one tool left behind must not make another one ask. */
  async try(): Promise<Discovery> {
    const cases: ContractCase[] = [];
    const left: LeftOut[] = [];
    for (const one of this.#found) {
      const why = 'contractCase' in one ? await look(() => this.#lend(one.round, [this.#harness.revision])) : undefined;
      if (!('contractCase' in one)) left.push(one);
      else if (why === undefined) cases.push(named(one.contractCase, cases));
      else left.push(leftOut(one.contractCase, why));
    }
    return { cases, left };
  }

  #unfit(contractCase: ContractCase): string | undefined {
    const { kind, name } = whatOf(contractCase);
    if (name === '') return 'its name is empty';
    const twice = this.planned.some((other) => whatOf(other).kind === kind && whatOf(other).name === name);
    return twice ? 'it is listed more than once' : undefined;
  }
}

/** A tool and a prompt may have one name; the cases of a report may not. */
function named(contractCase: ContractCase, others: readonly ContractCase[]): ContractCase {
  const { kind, name } = whatOf(contractCase);
  const taken = new Set(others.map(nameOf));
  let free = name;
  for (let count = 1; taken.has(free); count += 1) free = `${kind} ${name}${count === 1 ? '' : ` (${count})`}`;
  return free === name ? contractCase : { ...contractCase, name: free };
}

function whatOf({ tool, prompt, resource = '' }: ContractCase): { readonly kind: string; readonly name: string } {
  if (tool !== undefined) return { kind: 'tool', name: tool };
  return prompt === undefined ? { kind: 'resource', name: resource } : { kind: 'prompt', name: prompt };
}

function leftOut({ tool, prompt, resource = '' }: ContractCase, why: string): LeftOut {
  if (tool !== undefined) return { tool, why };
  return prompt === undefined ? { resource, why } : { prompt, why };
}

/** The arguments that a prompt lists; a server may send anything there. */
const argumentsOf = (listed: unknown): JsonObject[] => (Array.isArray(listed) ? listed.filter(isObject) : []);

/**
 * Finds what a server asks: calls each tool once with arguments made from its input schema, each prompt that needs none, and each
 * resource, and makes a case of those that ask (MCP 2026-07-28, multi round-trip requests; server/tools, annotations).
 *
 * Nobody answers, so a tool that asks first does nothing. One that does not ask does its work: a tool annotated
 * `destructiveHint: true` is not called without `allowDestructive`. Arguments are made from const, default, examples and enum,
 * from formats and bounds; never for a pattern that neither these nor a plain word match.
 *
 * Each is tried on a connection of its own, and on a server that nobody has used where `open` gives one; a harness is shared.
 *
 * @throws VueltaError `connect_failed` when the target cannot be reached, `request_refused` when it refuses its own lists.
 * @example
 * ```ts
 * const { cases, left } = await discoverCases(createServer);
 * const report = await checkServer({ target: createServer, cases });
 * for (const { why, ...what } of left) console.error(what, why);
 * ```
 */
export async function discoverCases(
  source: Harness | Target | Opener,
  options: DiscoverOptions = {},
): Promise<Discovery> {
  const lend = lender(source, options.connect ?? {});
  return lend(async (harness) => {
    const explorer = new Explorer(harness, lend);
    await explorer.tools(options.allowDestructive === true);
    await explorer.prompts();
    await explorer.resources();
    await options.onPlan?.(explorer.planned);
    return explorer.try();
  });
}
