import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type KnownFailure, parseBaseline, renderBaseline } from '../../contract/baseline.js';
import { jsonReport } from '../../contract/report/json.js';
import { junitReport } from '../../contract/report/junit.js';
import { markdownReport } from '../../contract/report/markdown.js';
import { textReport } from '../../contract/report/text.js';
import type { ReportView } from '../../contract/report/view.js';
import { hasColor } from '../terminal.js';
import { UsageError } from '../usage.js';

export interface OutputOptions {
  /** `true` for stdout. */
  readonly json?: true | string;
  readonly junit?: string;
  readonly markdown?: string;
  readonly baseline?: string;
  readonly updateBaseline?: true;
  /** The requests that show each broken rule, as `curl` lines, in every report. */
  readonly curl?: true;
}

function attempt<T>(what: string, file: string, work: () => T): T {
  try {
    return work();
  } catch (error) {
    throw new UsageError(`${what} '${file}' does not work.`, { cause: error });
  }
}

/** Refuses what could only fail after a whole run, and reads the baseline. */
export function prepareOutputs({ json, junit, markdown, baseline, updateBaseline }: OutputOptions): KnownFailure[] {
  if (typeof json === 'string' && !json.endsWith('.json')) {
    throw new UsageError(
      `--json writes into a file that ends in .json, and '${json}' does not. Put --json last for stdout.`,
    );
  }
  if (updateBaseline === true && baseline === undefined)
    throw new UsageError('--update-baseline needs --baseline FILE.');
  for (const file of [json, junit, markdown, baseline]) {
    if (typeof file === 'string') attempt('The folder of', file, () => mkdirSync(dirname(file), { recursive: true }));
  }
  return baseline === undefined ? [] : readBaseline(baseline, updateBaseline === true);
}

function readBaseline(file: string, mayBeMissing: boolean): KnownFailure[] {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (error) {
    if (mayBeMissing && (error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw new UsageError(`The baseline '${file}' cannot be read; --update-baseline writes it.`, { cause: error });
  }
  return attempt('The baseline', file, () => parseBaseline(text));
}

export function writeOutputs(view: ReportView, options: OutputOptions, before: readonly KnownFailure[]): void {
  const { json, junit, markdown, baseline, updateBaseline } = options;
  const write = (file: string, text: string): void => attempt('Writing', file, () => writeFileSync(file, text));
  process.stdout.write(json === true ? jsonReport(view) : textReport(view, { color: hasColor(process.stdout) }));
  if (typeof json === 'string') write(json, jsonReport(view));
  if (junit !== undefined) write(junit, junitReport(view));
  if (markdown !== undefined) write(markdown, markdownReport(view));
  if (baseline !== undefined && updateBaseline === true) {
    write(baseline, renderBaseline(view.verdict, before));
    process.stderr.write(`Known failures are written to ${baseline}; the next run with it fails on anything else.\n`);
  }
}
