import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}
type RunScenario = (
  suite: { node: string; command: string },
  side: string,
  scenario: string,
  args: string[],
) => Promise<{ checks: Check[]; failed: Check[] }>;

const SUITE: string = new URL('suite.mjs', import.meta.url).href;
const { runScenario } = (await import(SUITE)) as { runScenario: RunScenario };

/** Stands for the public suite: writes the checks it is told to write, where it is told to, and ends as it is told to. */
const STAND_IN = `
import { mkdirSync, writeFileSync } from 'node:fs';
const [, , , , , , directory, checks, code] = process.argv;
console.log('the stand-in ran');
if (checks !== 'none') {
  mkdirSync(directory + '/server-x');
  writeFileSync(directory + '/server-x/checks.json', checks);
}
process.exit(Number(code));
`;

const PASSED = { id: 'a', status: 'SUCCESS' };

describe('a conformance scenario', () => {
  let directory: string;
  const run = (checks: readonly Check[] | undefined, code = 0) => {
    const suite = { node: process.execPath, command: join(directory, 'stand-in.mjs') };
    return runScenario(suite, 'server', 'x', [checks === undefined ? 'none' : JSON.stringify(checks), String(code)]);
  };

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'vuelta-stand-in-'));
    writeFileSync(join(directory, 'stand-in.mjs'), STAND_IN);
  });

  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('passes when all of its checks do', async () => {
    expect(await run([PASSED, { id: 'b', status: 'SKIPPED' }])).toEqual({
      checks: [PASSED, { id: 'b', status: 'SKIPPED' }],
      failed: [],
    });
  });

  it.each(['FAILURE', 'WARNING'])('fails on a %s, also when the suite exits 0', async (status) => {
    const check = { id: 'b', status, errorMessage: 'why' };
    expect((await run([PASSED, check])).failed).toEqual([check]);
  });

  it('fails when the suite does not exit 0, whatever its checks say', async () => {
    expect((await run([PASSED], 1)).failed).toMatchObject([{ id: 'scenario-ran', status: 'FAILURE' }]);
  });

  it('fails when nothing was checked, with what the suite said', async () => {
    const { failed } = await run(undefined);
    expect(failed).toMatchObject([{ id: 'scenario-ran' }]);
    expect(failed[0]?.errorMessage).toContain('the stand-in ran');
  });

  it('fails when everything was skipped: that proves nothing', async () => {
    expect((await run([{ id: 'b', status: 'SKIPPED' }])).failed).toMatchObject([{ id: 'scenario-ran' }]);
  });
});
