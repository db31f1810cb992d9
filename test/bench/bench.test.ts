import { execFile } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { steadily } from './interleave.mjs';

const MAIN = fileURLToPath(new URL('main.mjs', import.meta.url));
const SHARE = expect.toSatisfy((value: unknown) => Number(value) > 0 && Number(value) < 1);
const POSITIVE = expect.toSatisfy((value: unknown) => Number.isFinite(value) && Number(value) > 0);
const STORE = { retry_ms: POSITIVE, flow_ms: POSITIVE, ratio: POSITIVE, flow_ratio: POSITIVE };
const HTTP = { vuelta_rps: POSITIVE, sdk_rps: POSITIVE, ratio: POSITIVE };
const COMPARED = { vuelta_ms: POSITIVE, sdk_ms: POSITIVE, ratio: POSITIVE };

interface Compared {
  readonly vuelta_ms: number;
  readonly sdk_ms: number;
  readonly ratio: number;
}

type Owners = Record<'ours' | 'sdk' | 'zod' | 'node' | 'client' | 'garbage', number> & {
  readonly folders: Readonly<Record<string, number>>;
};

interface Results {
  readonly flows: Record<string, Compared>;
  readonly cpu_share: Record<string, Owners>;
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
      two_legs_cheap_signing: { converted: COMPARED, lean: COMPARED },
      cpu_share: { two: { ours: SHARE, sdk: SHARE }, plain: { ours: SHARE, sdk: SHARE } },
      machine: { processors: POSITIVE, own_cpu_s: POSITIVE },
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

  it('gives the whole processor to somebody', () => {
    for (const { ours, sdk, zod, node, client, garbage, folders } of Object.values(results.cpu_share)) {
      expect(ours + sdk + zod + node + client + garbage).toBeCloseTo(1, 9);
      expect(Object.values(folders).reduce((sum, share) => sum + share, 0)).toBeCloseTo(ours, 9);
      expect(Object.keys(folders)).toContain('guard');
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
      'cheap signing',
      'share of the processor',
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

describe('a row whose halves disagree by more than 5 points', () => {
  const rows = (...seconds: number[]) => {
    let taken = 0;
    const measure = (): Promise<{ first: number; second: number; number: number }> => {
      taken += 1;
      return Promise.resolve({ first: 0.8, second: seconds[taken - 1] ?? 0, number: taken });
    };
    return steadily(measure, true);
  };

  it.each([
    ['is kept when they agree', [0.84], 1, false],
    ['is run again', [0.9, 0.82], 2, false],
    ['is marked when they still do', [0.9, 0.7, 0.8], 2, true],
  ])('%s', async (_name, seconds, number, unsteady) => {
    expect(await rows(...seconds)).toMatchObject({ number, unsteady });
  });
});
