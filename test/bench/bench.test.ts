import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const MAIN = fileURLToPath(new URL('main.mjs', import.meta.url));
const POSITIVE = expect.toSatisfy((value: unknown) => Number.isFinite(value) && Number(value) > 0);
const STORE = { retry_ms: POSITIVE, flow_ms: POSITIVE, ratio: POSITIVE, flow_ratio: POSITIVE };
const HTTP = { vuelta_rps: POSITIVE, sdk_rps: POSITIVE, ratio: POSITIVE };
const COMPARED = { vuelta_ms: POSITIVE, sdk_ms: POSITIVE, ratio: POSITIVE };

interface Compared {
  readonly vuelta_ms: number;
  readonly sdk_ms: number;
  readonly ratio: number;
}

interface Results {
  readonly flows: Record<string, Compared>;
  readonly growth: { readonly state_bytes: { readonly r2: number }; readonly legs: { readonly state_bytes: number }[] };
}

describe('the bench', () => {
  let directory: string;
  let table: string;
  let results: Results;

  beforeAll(async () => {
    directory = mkdtempSync(join(tmpdir(), 'vuelta-bench-'));
    const file = join(directory, 'bench.json');
    const run = promisify(execFile);
    table = (await run(process.execPath, [MAIN, '--smoke', '--json', file])).stdout;
    results = JSON.parse(readFileSync(file, 'utf8')) as Results;
  }, 60_000);

  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('writes the promised JSON', () => {
    expect(results).toMatchObject({
      flows: { two: COMPARED, three: COMPARED, ten: COMPARED },
      plain: COMPARED,
      codec: { seal_us: POSITIVE, open_us: POSITIVE, mint_us: POSITIVE, verify_us: POSITIVE },
      import_ms: { sdk: POSITIVE, vuelta: POSITIVE },
      single_use: { none: STORE, memory: STORE, sqlite: STORE, sqlite_normal: STORE, redis: STORE, ioredis: STORE },
      redis_round_trips: { first: 0, retry: 2 },
      http: [
        { processes: 1, ...HTTP },
        { processes: 2, ...HTTP },
      ],
    });
    expect(Object.keys(results.flows)).toEqual(['two', 'three', 'ten']);
  });

  it('divides ours by theirs', () => {
    for (const { vuelta_ms: ours, sdk_ms: theirs, ratio } of Object.values(results.flows)) {
      expect(ratio).toBeCloseTo(ours / theirs, 9);
    }
  });

  it('shows a state that grows by the same number of bytes with every answer', () => {
    const bytes = results.growth.legs.slice(1).map((row) => row.state_bytes);
    const steps = bytes.slice(1).map((size, i) => size - (bytes[i] ?? 0));
    // base64url rounds to whole characters, so a step may be one or two characters off.
    expect(Math.max(...steps) - Math.min(...steps)).toBeLessThanOrEqual(2);
    expect(Math.min(...steps)).toBeGreaterThan(0);
    expect(results.growth.state_bytes.r2).toBeGreaterThan(0.999);
  });

  it('prints a row for each comparison', () => {
    for (const row of [
      'two-leg flow',
      'three-leg flow',
      'ten-leg flow',
      'plain tool',
      'seal / mint',
      'open / verify',
      'single use, memory',
      'single use, ioredis',
      'http, 2 processes',
    ]) {
      expect(table).toContain(row);
    }
  });
});
