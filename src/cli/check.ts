import { relative } from 'node:path';
import { harmless } from '../client/printable.js';
import { judgeReport, type KnownFailure } from '../contract/baseline.js';
import type { ContractConfig } from '../contract/config.js';
import type { Report } from '../contract/report.js';
import type { ReportView } from '../contract/report/view.js';
import { checkServer, NoCaseError } from '../contract/run.js';
import { type ConfigOptions, configure } from './configuration.js';
import { withCases } from './discovery.js';
import { EXIT } from './exit.js';
import { type OutputOptions, prepareOutputs, writeOutputs } from './outputs.js';
import { requireNames } from './selection.js';
import { readTarget, type TargetWords } from './target.js';
import { holdStdout, progressOn } from './terminal.js';
import { UsageError } from './usage.js';

/** Options of `vuelta check`. */
export interface CheckOptions extends ConfigOptions, OutputOptions {
  readonly allowDestructive?: true;
}

/** `--json server.mjs` is a target behind an option that may have a value. */
function untangle(word: string | undefined, options: CheckOptions): [string | undefined, CheckOptions] {
  const { json } = options;
  if (word !== undefined || typeof json !== 'string' || json.endsWith('.json')) return [word, options];
  return [json, { ...options, json: true }];
}

/** The target as a report shows it. */
function labelOf(words: TargetWords | undefined, report: Report): string {
  if (words?.kind !== 'module') return report.target;
  return relative(process.cwd(), words.path) || words.path;
}

async function run(config: ContractConfig): Promise<Report> {
  const progress = progressOn(process.stderr);
  try {
    return await checkServer(config, {
      onResult: ({ id, case: name }, done, total) => progress.show(harmless(`${done}/${total} ${id} · ${name}`)),
    });
  } catch (error) {
    throw error instanceof NoCaseError ? new UsageError(error.message) : error;
  } finally {
    progress.clear();
  }
}

async function inspect(
  words: TargetWords | undefined,
  options: CheckOptions,
  baseline: readonly KnownFailure[],
): Promise<ReportView> {
  const release = holdStdout();
  try {
    const { config: configuration, serve } = await configure(words, options);
    requireNames([...(configuration.only ?? []), ...(configuration.skip ?? [])]);
    const { config, left } = await withCases(configuration, options.allowDestructive === true);
    const found = await run(config);
    const report = { ...found, target: labelOf(words, found) };
    return {
      report,
      verdict: judgeReport(report, config.cases, baseline),
      left,
      ...(serve !== undefined && { serve }),
    };
  } finally {
    release();
  }
}

/** The command `vuelta check`: holds a server to the contract. */
export async function check(word: string | undefined, after: readonly string[], given: CheckOptions): Promise<number> {
  const [target, options] = untangle(word, given);
  const words = target === undefined && after.length === 0 ? undefined : readTarget(target, after);
  const baseline = prepareOutputs(options);
  const view = await inspect(words, options, baseline);
  writeOutputs(view, options, baseline);
  return options.updateBaseline === true || isClean(view) ? EXIT.ok : EXIT.broken;
}

const isClean = ({ verdict }: ReportView): boolean => verdict.failures.length + verdict.stale.length === 0;
