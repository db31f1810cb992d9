import type { ConnectOptions } from '../client/connect.js';
import { requireWayBack } from '../client/call/way-back.js';
import { MODERN, type Revision } from '../protocol/revision.js';
import { printable } from '../shown/line.js';
import { type ContractCase, nameOf } from './case/case.js';
import { type ContractConfig, defineContract } from './case/config.js';
import { connectOnFirst, isAddress, isCommand, type OpenedServer } from './case/opened-server.js';
import type { Check } from './check.js';
import { notTestableFor, outcomeOf } from './outcome.js';
import type { Pair } from './chosen-checks.js';
import type { CheckResult, Report } from './result.js';
import { CaseContext } from './walk/case-context.js';
import { withToken } from './walk/connections.js';
import { type Finding, notApplicable, NotTestable } from './evidence/finding.js';
import { Servers } from './walk/servers.js';
import { Trial } from './walk/trial.js';

/** Who is there, and the revision that it is held to. */
type Identified = Pick<Report, 'server' | 'revision'>;

const canBeTried = ({ revisions = [MODERN] }: Check, revision: Revision): boolean => revisions.includes(revision);
const NOT_SPOKEN = notApplicable(`the server does not speak ${MODERN}`);
const NOT_HELD = notApplicable(`it is a rule of ${MODERN}, to which the server is not held here`);

/** Runs pairs of one configuration, and learns each case only once. */
export class Runner {
  readonly #config: ContractConfig;
  readonly #servers: Servers;
  readonly #contexts = new Map<ContractCase, CaseContext>();
  #identified: Promise<Identified> | undefined;

  constructor(config: ContractConfig) {
    if (config.target === undefined && config.open === undefined)
      throw new TypeError('checkServer needs target or open.');
    this.#config = defineContract(config);
    this.#servers = new Servers(this.#config);
  }

  /**
   * Connects once, to fail early and to know who is there and on which revision: 2026-07-28, or 2025-11-25 where that is all that
   * the server speaks.
   */
  identify(): Promise<Identified> {
    this.#identified ??= this.#identify();
    return this.#identified;
  }

  async run({ check, case: contractCase }: Pair): Promise<CheckResult> {
    const started = performance.now();
    const { revision } = await this.identify();
    const context = this.#contextOf(contractCase, revision);
    const trial = new Trial(context);
    let finding: Finding | NotTestable;
    try {
      const leftOut = this.#config.revision === undefined ? NOT_SPOKEN : NOT_HELD;
      finding = canBeTried(check, revision) ? await find(check, trial, context) : leftOut;
    } catch (error) {
      finding = error instanceof NotTestable ? error : notTestableFor(error);
    } finally {
      await trial.end();
    }
    const { id, level, title, spec, fix } = check;
    const family = id.slice(0, id.indexOf('.')) as CheckResult['family'];
    const ms = Math.round(performance.now() - started);
    const found = outcomeOf(finding, context.redactor, trial.transcript.recorded);
    return { id, family, level, title, spec, case: nameOf(contractCase), fix, ms, ...found };
  }

  stop(): Promise<void> {
    return this.#servers.stop();
  }

  #contextOf(contractCase: ContractCase, revision: Revision): CaseContext {
    const parts = { case: contractCase, config: this.#config, revision, servers: this.#servers };
    const context = this.#contexts.get(contractCase) ?? new CaseContext(parts);
    this.#contexts.set(contractCase, context);
    return context;
  }

  async #identify(): Promise<Identified> {
    const { revision } = this.#config;
    const opened = await this.#servers.open();
    try {
      const harness = await connectOnFirst(opened, this.#greeting(opened), revision && [revision]);
      try {
        requireWayBack(harness, printable);
        return { revision: harness.revision, server: harness.server };
      } finally {
        await harness.close();
      }
    } finally {
      await opened.close?.();
    }
  }

  /** How to connect for the first time; a server may let nobody in without a token, and the first user's will do. */
  #greeting({ target }: OpenedServer): ConnectOptions {
    const { roundTimeoutMs = 10_000, headers, cases } = this.#config;
    if (isCommand(target)) return { roundTimeoutMs, stderr: 'ignore' };
    const token = cases.find(({ tokens }) => tokens !== undefined)?.tokens?.own;
    const isGiven = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
    const known = token === undefined || isGiven ? headers : withToken(headers ?? {}, token);
    return { roundTimeoutMs, ...(isAddress(target) && known && { headers: known }) };
  }
}

function find(check: Check, trial: Trial, { hanging }: CaseContext): Promise<Finding> {
  if (hanging.lost !== undefined) throw new NotTestable('the server does not answer', ...hanging.lost);
  return check.run(trial);
}
