import type { ClientCapabilities } from '@modelcontextprotocol/client';
import { connect } from '../client/connect.js';
import { type Revision, REVISIONS, MODERN } from '../protocol/revision.js';
import type { ServerIdentity } from '../client/harness-types.js';
import { printable } from '../shown/line.js';
import type { Target } from '../client/connection/target.js';
import { requireWayBack } from '../client/call/way-back.js';
import { VueltaError } from '../errors.js';
import { type ContractCase, nameOf } from './case/case.js';
import { CATALOGUE } from './catalogue.js';
import type { Check } from './check.js';
import { type ContractConfig, defineContract, isFactory } from './case/config.js';
import type { Conversation } from './walk/conversation.js';
import { Redactor, type Step } from './walk/steps.js';
import { describeHeard } from './walk/response.js';
import { KnownAsks } from './walk/known-asks.js';
import { learn, type Learned, mayNeedMore, tellingOf } from './walk/learn.js';
import { Patience } from './walk/hanging.js';
import { type Place, ALL, USUAL, mayBeOlder } from './case/opened-server.js';
import type { CheckResult, Report } from './result.js';
import { showing } from './walk/evidence.js';
import { Trial, withToken } from './walk/trial.js';
import { type Finding, notApplicable, NotTestable } from './walk/finding.js';

/** What to hear of while a run goes on. */
export interface RunOptions {
  readonly onResult?: (result: CheckResult, done: number, total: number) => void;
  /** Ends the run, and every server that it opened; `checkServer` throws the reason. */
  readonly signal?: AbortSignal;
}

/** A configuration whose cases are all for other servers. */
export class NoCaseError extends TypeError {}

/** One rule to be tried on one case. */
export interface Pair {
  readonly check: Check;
  readonly case: ContractCase;
}

const chosen = ({ id }: Check, names: readonly string[]): boolean =>
  names.some((name) => id === name || id.startsWith(`${name}.`));

/** The rules and cases of a run, without asking the server anything. */
export function pairsOf({ cases, only, skip = [] }: Pick<ContractConfig, 'cases' | 'only' | 'skip'>): Pair[] {
  for (const name of [...(only ?? []), ...skip]) {
    if (!CATALOGUE.some((check) => chosen(check, [name])))
      throw new RangeError(`There is no check or family '${name}'.`);
  }
  const checks = CATALOGUE.filter((check) => (only === undefined || chosen(check, only)) && !chosen(check, skip));
  return cases.flatMap((of, index) =>
    checks.filter(({ scope }) => scope !== 'server' || index === 0).map((check) => ({ check, case: of })),
  );
}

/** Who is there, and the revision that it is held to. */
export interface Identified {
  readonly server: ServerIdentity;
  readonly revision: Revision;
}

const canBeTried = ({ revisions = [MODERN] }: Check, revision: Revision): boolean => revisions.includes(revision);
const NOT_SPOKEN = notApplicable(`the server does not speak ${MODERN}`);
const NOT_HELD = notApplicable(`it is a rule of ${MODERN}, to which the server is not held here`);

/** What the checks of one case share, besides what was learned. */
interface AboutCase {
  readonly redactor: Redactor;
  readonly known: KnownAsks;
  readonly patience: Patience;
}

/** Runs pairs of one configuration, and learns each case only once. */
export class Runner {
  readonly #config: ContractConfig;
  readonly #learned = new Map<ContractCase, Promise<Learned>>();
  readonly #cases = new Map<ContractCase, AboutCase>();
  readonly #trials = new Set<Trial>();
  #identified: Promise<Identified> | undefined;
  #number = 0;
  #stopping: Promise<void> | undefined;

  constructor(config: ContractConfig) {
    if (config.target === undefined && config.open === undefined)
      throw new TypeError('checkServer needs target or open.');
    this.#config = defineContract(config);
  }

  /**
   * Connects once, to fail early and to know who is there and on which revision: 2026-07-28, or 2025-11-25 where that is all that
   * the server speaks.
   */
  identify(): Promise<Identified> {
    this.#identified ??= this.#identify();
    return this.#identified;
  }

  async run({ check, case: of }: Pair): Promise<CheckResult> {
    const started = performance.now();
    const { revision } = await this.identify();
    const trial = this.#trial(of, revision);
    const { redactor } = this.#about(of);
    let finding: Finding | NotTestable;
    try {
      const leftOut = this.#config.revision === undefined ? NOT_SPOKEN : NOT_HELD;
      finding = canBeTried(check, revision) ? await this.#find(check, trial) : leftOut;
    } catch (error) {
      finding = error instanceof NotTestable ? error : unexpected(error);
    } finally {
      await this.#end(trial);
    }
    const { id, level, title, spec, fix } = check;
    const family = id.slice(0, id.indexOf('.')) as CheckResult['family'];
    const ms = Math.round(performance.now() - started);
    return { id, family, level, title, spec, case: nameOf(of), fix, ms, ...outcome(finding, redactor, trial.steps) };
  }

  #find(check: Check, trial: Trial): Promise<Finding> {
    const { lost } = this.#about(trial.case).patience;
    if (lost !== undefined) throw new NotTestable('the server does not answer', ...lost);
    return check.run(trial);
  }

  async #identify(): Promise<Identified> {
    let refused: unknown;
    for (const revision of this.#config.revision === undefined ? REVISIONS : [this.#config.revision]) {
      try {
        return { revision, server: await this.#greet(revision) };
      } catch (error) {
        if (hasNoWayBack(error)) throw error;
        if (!mayBeOlder(error)) throw refused ?? error;
        refused ??= error;
      }
    }
    throw refused;
  }

  async #greet(revision: Revision): Promise<ServerIdentity> {
    const place = await this.#open();
    try {
      const { roundTimeoutMs = 10_000 } = this.#config;
      const headers = this.#greeting();
      const isCommand = typeof place.target === 'object' && !(place.target instanceof URL);
      const quiet = isCommand ? { stderr: 'ignore' as const } : {};
      const known = headers === undefined || isCommand || isFactory(place.target) ? {} : { headers };
      const harness = await connect(place.target, { revision, roundTimeoutMs, ...quiet, ...known, ...place.connect });
      try {
        requireWayBack(harness, printable);
        return harness.server;
      } finally {
        await harness.close();
      }
    } finally {
      await place.close?.();
    }
  }

  /** The headers of the first request of all; a server may let nobody in without a token, and the first user's will do. */
  #greeting(): Readonly<Record<string, string>> | undefined {
    const { headers, cases } = this.#config;
    const token = cases.find(({ tokens }) => tokens !== undefined)?.tokens?.own;
    const isGiven = Object.keys(headers ?? {}).some((name) => name.toLowerCase() === 'authorization');
    return token === undefined || isGiven ? headers : withToken(headers ?? {}, token);
  }

  #trial(of: ContractCase, revision: Revision, declares?: () => Promise<ClientCapabilities>): Trial {
    const learned = (): Promise<Learned> => this.#learn(of, revision);
    const { redactor, known } = this.#about(of);
    const trial = new Trial({
      case: of,
      config: this.#config,
      revision,
      redactor,
      known,
      open: () => this.#open(),
      fresh: () => (this.#number += 1),
      learn: learned,
      declares:
        declares ??
        (() =>
          learned().then(
            ({ declared }) => declared,
            () => USUAL,
          )),
    });
    this.#trials.add(trial);
    return trial;
  }

  #about(of: ContractCase): AboutCase {
    const about = this.#cases.get(of) ?? { redactor: new Redactor(), known: new KnownAsks(), patience: new Patience() };
    this.#cases.set(of, about);
    return about;
  }

  #learn(of: ContractCase, revision: Revision): Promise<Learned> {
    const known = this.#learned.get(of);
    if (known !== undefined) return known;
    const learning = this.#walk(of, revision, USUAL).catch((error: unknown) => {
      if (!mayNeedMore(error)) throw error;
      return this.#walk(of, revision, ALL).catch((other: unknown) => {
        throw tellingOf(error, other);
      });
    });
    this.#learned.set(of, learning);
    return learning;
  }

  async #walk(of: ContractCase, revision: Revision, declared: ClientCapabilities): Promise<Learned> {
    const trial = this.#trial(of, revision, async () => declared);
    const open = async (): Promise<Conversation> => {
      await trial.renew();
      return trial.talk();
    };
    try {
      return await learn(open, declared);
    } finally {
      await this.#end(trial);
    }
  }

  async #end(trial: Trial): Promise<void> {
    this.#about(trial.case).patience.note(trial.firsts);
    try {
      await trial.close();
    } finally {
      this.#trials.delete(trial);
    }
  }

  /** Ends every server that is open, and opens none any more: what still runs fails. */
  stop(): Promise<void> {
    this.#stopping ??= this.#stop();
    return this.#stopping;
  }

  async #stop(): Promise<void> {
    while (this.#trials.size > 0) await Promise.allSettled([...this.#trials].map((trial) => this.#end(trial)));
  }

  async #open(): Promise<Place> {
    if (this.#stopping !== undefined) throw new VueltaError('client_aborted', 'The run was stopped.');
    const { open, target, reset } = this.#config;
    await part('reset', () => reset?.());
    return open === undefined ? { target: target as Target } : part('open', open);
  }
}

/** Runs a function of the configuration; a server that it could not give is one that cannot be reached. */
async function part<T>(name: 'open' | 'reset', work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof VueltaError) throw error;
    const why = error instanceof Error ? error.message : 'it threw no error';
    throw new VueltaError('connect_failed', `'${name}' of the configuration failed: ${why}`, { cause: error });
  }
}

const hasNoWayBack = (error: unknown): boolean => error instanceof VueltaError && error.code === 'no_way_to_ask';

const isOverflow = (error: unknown): boolean => error instanceof RangeError && /call stack/.test(error.message);

function unexpected(error: unknown): NotTestable {
  if (error instanceof VueltaError) return new NotTestable(error.message);
  if (isOverflow(error)) return new NotTestable('the server gave something that is nested too deeply to be judged');
  throw error;
}

function outcome(
  finding: Finding | NotTestable,
  redactor: Redactor,
  steps: readonly Step[],
): Pick<CheckResult, 'status' | 'message' | 'evidence'> {
  if (finding instanceof NotTestable) {
    return {
      status: 'not-testable',
      message: redactor.text(`not testable: ${finding.message}`),
      evidence: showing(finding.heard, steps),
    };
  }
  if (finding.status === 'pass') return { status: 'pass', message: '', evidence: [] };
  if (finding.status === 'not-applicable') return { status: finding.status, message: finding.reason, evidence: [] };
  const last = finding.heard?.at(-1);
  const said = last === undefined ? '' : ` The server ${describeHeard(last)}.`;
  return {
    status: 'fail',
    message: redactor.text(`${finding.message}${said}`),
    evidence: showing(finding.heard ?? [], steps),
  };
}

/** The target of a report: no query, no credentials, no arguments. */
function labelOf({ target, open }: ContractConfig): string {
  if (open !== undefined || typeof target === 'function') return 'server in this process';
  if (typeof target === 'string' || target instanceof URL) {
    const { origin, pathname } = new URL(target);
    return `${origin}${pathname}`;
  }
  return `command ${target?.command ?? ''}`;
}

/**
 * Holds a server to the contract, case by case, and reports each rule (MCP 2026-07-28, multi round-trip requests).
 *
 * It works on any server that speaks the revision. One that speaks only 2025-11-25 is held to what can be held there; the report
 * says so in `revision` and in what does not apply. Each check runs on a server that nobody has used when the target can be opened
 * anew (a command, or `open`); else `reset` puts the world back.
 *
 * @throws TypeError or RangeError for a configuration that could not be run.
 * @throws VueltaError `connect_failed` when the server cannot be reached, `no_way_to_ask` when its questions reach nobody.
 * @example
 * ```ts
 * const report = await checkServer({
 *   target: createServer,
 *   cases: [{ tool: 'book', args: { id: 'a' }, answers: { confirm: accept({ confirm: true }) } }],
 * });
 * console.log(failures(report).map(({ id, message }) => `${id}: ${message}`));
 * ```
 */
export async function checkServer(config: ContractConfig, { onResult, signal }: RunOptions = {}): Promise<Report> {
  const startedAt = new Date().toISOString();
  const started = performance.now();
  const runner = new Runner(config);
  const { server, revision } = await runner.identify();
  const cases = config.cases.filter((of) => of.server === undefined || of.server === server.name);
  if (cases.length === 0) throw new NoCaseError(`There is no case for the server '${server.name}'.`);
  const pairs = pairsOf({ ...config, cases });
  const results: CheckResult[] = [];
  const stop = (): void => void runner.stop();
  signal?.addEventListener('abort', stop);
  try {
    for (const pair of pairs) {
      signal?.throwIfAborted();
      const result = await runner.run(pair);
      signal?.throwIfAborted();
      results.push(result);
      onResult?.(result, results.length, pairs.length);
    }
  } finally {
    signal?.removeEventListener('abort', stop);
    if (signal?.aborted === true) await runner.stop();
  }
  const ms = Math.round(performance.now() - started);
  const headers = Object.keys(config.headers ?? {});
  return {
    target: labelOf(config),
    headers,
    server,
    revision,
    startedAt,
    ms,
    failOn: config.failOn ?? 'SHOULD',
    results,
  };
}
