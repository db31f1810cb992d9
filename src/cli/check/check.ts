import { existsSync } from 'node:fs';
import { harmless } from '../../shown/line.js';
import { judgeReport, type KnownFailure } from '../../contract/baseline.js';
import type { ContractCase } from '../../contract/case/case.js';
import type { ContractConfig } from '../../contract/case/config.js';
import type { Report } from '../../contract/result.js';
import type { ReportView } from '../../contract/report/view.js';
import { checkServer, NoCaseError } from '../../contract/check-server.js';
import { type CallOptionWords, type NamedCall, readCall } from '../call-words.js';
import { type ConfigOptions, type Configured, configure } from './configuration.js';
import { type Cases, prepareCase, withCases } from './discovery.js';
import { EXIT } from '../exit.js';
import { Interruption, interruptible } from '../interruption.js';
import { describePlan, isKit, type Plan, waitForEnter } from './notice.js';
import { type OutputOptions, prepareOutputs, writeOutputs } from './outputs.js';
import { requireNames } from './selection.js';
import { splitWords } from '../with-server.js';
import { labelOf, readTarget, type TargetWords } from '../target.js';
import { holdStdout, progressOn } from '../terminal.js';
import { UsageError } from '../usage.js';
import { pairsOf } from '../../contract/chosen-checks.js';

export interface CheckOptions extends ConfigOptions, OutputOptions, CallOptionWords {
  readonly allowDestructive?: true;
  /** Begins without asking, also where nobody said what to call. */
  readonly yes?: true;
}

type Words = readonly [string | undefined, string | undefined];

/** `--json server.mjs` is a target behind an option that may have a value. */
function untangle([first, second]: Words, options: CheckOptions): [Words, CheckOptions] {
  const { json } = options;
  if (first !== undefined || typeof json !== 'string' || json.endsWith('.json')) return [[first, second], options];
  return [[json, undefined], { ...options, json: true }];
}

const namesCall = ({ arg, args, prompt, resource }: CallOptionWords): boolean =>
  [arg, args, prompt, resource].some((option) => option !== undefined);

function callOf(name: string | undefined, options: CheckOptions): NamedCall | undefined {
  return name === undefined && !namesCall(options) ? undefined : readCall(name, options);
}

const labelIn = (words: TargetWords | undefined, report: Report): string =>
  words?.kind === 'module' ? labelOf(words) : report.target;

/** Says what is about to be done, on the way to it. */
interface Announce {
  readonly trying: (cases: readonly ContractCase[]) => Promise<void>;
  readonly checking: (config: ContractConfig) => void;
}

function announcing(words: TargetWords | undefined, { yes }: CheckOptions): Announce {
  const target = words === undefined ? 'the server of the configuration' : labelOf(words);
  const say = (plan: Omit<Plan, 'target'>): void => {
    if (!isKit(words)) process.stderr.write(describePlan({ target, ...plan }));
  };
  return {
    trying: async (cases) => {
      say({ cases });
      if (yes !== true && !isKit(words)) await waitForEnter();
    },
    checking: (config) => say({ cases: config.cases, checks: pairsOf(config).length }),
  };
}

async function run(config: ContractConfig, { checking }: Announce): Promise<Report> {
  checking(config);
  const progress = progressOn(process.stderr);
  try {
    return await interruptible((signal) =>
      checkServer(config, {
        signal,
        onResult: ({ id, case: name }, done, total) => progress.show(harmless(`${done}/${total} ${id} · ${name}`)),
      }),
    );
  } finally {
    progress.clear();
  }
}

/** A configuration that was only found near the server may be for other servers; this one is then asked what it has. */
async function runCases(
  configured: Configured,
  allowDestructive: boolean,
  announce: Announce,
): Promise<Cases & { found: Report }> {
  const { config: configuration, searched } = configured;
  const how = { allowDestructive, onPlan: announce.trying };
  const cases = await withCases(configuration, how);
  try {
    return { ...cases, found: await run(cases.config, announce) };
  } catch (error) {
    if (!(error instanceof NoCaseError)) throw error;
    if (searched !== true) throw new UsageError(error.message);
    const { cases: _, ...rest } = configuration;
    const own = await withCases(rest, how);
    return { ...own, found: await run(own.config, announce) };
  }
}

async function inspect(
  words: TargetWords | undefined,
  name: string | undefined,
  options: CheckOptions,
  baseline: readonly KnownFailure[],
): Promise<ReportView> {
  const release = holdStdout();
  try {
    const call = callOf(name, options);
    const configured = await configure(words, options, call);
    const { only = [], skip = [] } = configured.config;
    requireNames([...only, ...skip]);
    const cases = call === undefined ? {} : { cases: [await prepareCase(configured.config, call, options)] };
    const { config, left, found } = await runCases(
      { ...configured, config: { ...configured.config, ...cases } },
      options.allowDestructive === true,
      announcing(words, options),
    );
    const { serve } = configured;
    const report = { ...found, target: labelIn(words, found) };
    return {
      report,
      verdict: judgeReport(report, config.cases, baseline),
      left,
      curl: options.curl === true,
      ...(serve !== undefined && { serve }),
    };
  } finally {
    release();
  }
}

/** Whether a word cannot be the name of a tool: before a command it would be a second target. */
const isTarget = (word: string): boolean => URL.canParse(word) || existsSync(word);

/** The command `vuelta check`: holds a server to the contract. */
export async function check(given: Words, after: readonly string[], all: CheckOptions): Promise<number> {
  const [named, options] = untangle(given, all);
  const [target, name] = splitWords(named, after);
  const second = target === undefined && name !== undefined && isTarget(name) ? name : target;
  const words = second === undefined && after.length === 0 ? undefined : readTarget(second, after);
  const baseline = prepareOutputs(options);
  const view = await inspect(words, name, options, baseline).catch((error: unknown) => {
    if (error instanceof Interruption) return undefined;
    throw error;
  });
  if (view === undefined) return EXIT.interrupted;
  writeOutputs(view, options, baseline);
  return options.updateBaseline === true || isClean(view) ? EXIT.ok : EXIT.broken;
}

const isClean = ({ verdict }: ReportView): boolean => verdict.failures.length + verdict.stale.length === 0;
