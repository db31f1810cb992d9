import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** What a probe read: a count where there is one, else a picture that can only be seen to change. */
export interface ProbeReading {
  readonly count?: number;
  readonly picture: string;
}

function countOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  if (Array.isArray(value)) return value.length;
  return undefined;
}

/** A text that is JSON is read as JSON: that is what tools and commands can print. */
function parse(value: unknown): unknown {
  if (typeof value !== 'string') return value;
  try {
    return JSON.parse(value) as unknown;
  } catch {
    return value;
  }
}

export function readingOf(value: unknown): ProbeReading {
  const read = parse(value);
  const count = countOf(read);
  return { picture: JSON.stringify(read) ?? 'undefined', ...(count !== undefined && { count }) };
}

/** How many effects lie between two readings; `some` when they differ and nothing counts them. */
export function effectsBetween(before: ProbeReading, after: ProbeReading): number | 'some' {
  if (before.picture === after.picture) return 0;
  if (before.count === undefined || after.count === undefined) return 'some';
  return Math.abs(after.count - before.count) || 'some';
}

const run = promisify(execFile);

const PROBE_MS = 30_000;

export async function runProbe([file, ...args]: readonly [string, ...string[]]): Promise<string> {
  const { stdout } = await run(file, args, { timeout: PROBE_MS });
  return stdout.trim();
}
