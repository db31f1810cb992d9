import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
}
interface Row {
  readonly scenario: string;
  readonly checks: readonly Check[];
  readonly failed: readonly Check[];
}
interface Command {
  readonly node: string;
  readonly command: string;
}
interface Suite extends Command {
  readonly requirements: string;
}
interface Requirements {
  readonly required: readonly string[];
  readonly reported: readonly string[];
}
interface SuiteModule {
  readonly findSuite: () => Suite;
  readonly serverRequirements: (suite: Suite, revision: string) => Requirements;
  readonly runServer: (
    suite: Command,
    revision: string,
    scenarios: readonly string[],
    url: string,
  ) => Promise<readonly Row[]>;
  readonly runClient: (suite: Command, scenario: string, command: string) => Promise<Row>;
}
interface ScenariosModule {
  readonly SERVER_SCENARIOS: Record<string, Requirements>;
}

const at = (name: string): string => new URL(name, import.meta.url).href;
const { findSuite, serverRequirements, runServer, runClient } = (await import(at('suite.mjs'))) as SuiteModule;
const { SERVER_SCENARIOS } = (await import(at('scenarios.mjs'))) as ScenariosModule;

/** Stands for the public suite: writes the checks it is told to write, where it is told to, and ends as it is told to. */
const STAND_IN = `
import { mkdirSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
const names = ['requirements', 'url', 'scenario', 'command', 'output-dir'];
const options = Object.fromEntries(names.map((name) => [name, { type: 'string' }]));
const { values } = parseArgs({ allowPositionals: true, options });
const { code, results } = JSON.parse(values.url ?? values.command);
console.log('the stand-in ran');
for (const [name, checks] of Object.entries(results)) {
  const folder = values['output-dir'] + '/' + name + '-2026-07-28T10-11-12-345Z';
  mkdirSync(folder);
  if (checks !== null) writeFileSync(folder + '/checks.json', JSON.stringify(checks));
}
process.exit(code);
`;

const PASSED = { id: 'a', status: 'SUCCESS' };
const SKIPPED = { id: 'b', status: 'SKIPPED' };

describe('a run of the conformance suite', () => {
  let directory: string;
  let suite: Command;

  type Results = Record<string, readonly Check[] | null>;
  const server = (scenarios: readonly string[], results: Results, code = 0) =>
    runServer(suite, '2026-07-28', scenarios, JSON.stringify({ results, code }));
  const alone = async (checks: readonly Check[] | null, code = 0) =>
    (await server(['x'], { 'server-x': checks }, code))[0] as Row;

  beforeAll(() => {
    directory = mkdtempSync(join(tmpdir(), 'vuelta-stand-in-'));
    suite = { node: process.execPath, command: join(directory, 'stand-in.mjs') };
    writeFileSync(suite.command, STAND_IN);
  });

  afterAll(() => {
    rmSync(directory, { recursive: true, force: true });
  });

  it('passes a scenario when all of its checks do', async () => {
    expect(await alone([PASSED, SKIPPED])).toEqual({ scenario: 'x', checks: [PASSED, SKIPPED], failed: [] });
  });

  it.each(['FAILURE', 'WARNING'])('fails on a %s, also when the suite exits 0', async (status) => {
    const check = { id: 'b', status, errorMessage: 'why' };
    expect((await alone([PASSED, check])).failed).toEqual([check]);
  });

  it('fails when the suite does not exit 0, whatever the checks say', async () => {
    expect((await alone([PASSED], 1)).failed).toMatchObject([{ id: 'scenario-ran', status: 'FAILURE' }]);
  });

  it('fails when nothing was checked, with what the suite said', async () => {
    const { failed } = await alone(null);
    expect(failed).toMatchObject([{ id: 'scenario-ran' }]);
    expect(failed[0]?.errorMessage).toContain('the stand-in ran');
  });

  it('fails when everything was skipped: that proves nothing', async () => {
    expect((await alone([SKIPPED])).failed).toMatchObject([{ id: 'scenario-ran' }]);
  });

  it('tells scenarios apart, also where one name begins with another', async () => {
    const failure = { id: 'b', status: 'FAILURE' };
    const rows = await server(['x', 'x-y', 'z'], { 'server-x-y': [failure], 'server-x': [PASSED] }, 1);
    expect(rows.map(({ scenario, failed }) => [scenario, failed.map(({ id }) => id)])).toEqual([
      ['x', []],
      ['x-y', ['b']],
      ['z', ['scenario-ran']],
    ]);
  });

  it('judges a client by the same rule', async () => {
    const told = (results: Results, code: number) => runClient(suite, 'x', JSON.stringify({ results, code }));
    expect((await told({ x: [PASSED] }, 0)).failed).toEqual([]);
    expect((await told({ x: [PASSED] }, 1)).failed).toMatchObject([{ id: 'scenario-ran' }]);
    expect((await told({}, 0)).failed).toMatchObject([{ id: 'scenario-ran' }]);
  });
});

describe('the list of scenarios', () => {
  let suite: Suite;

  // The first time, the suite and its runtime come from the registry.
  beforeAll(() => {
    suite = findSuite();
  }, 300_000);

  it.each(Object.keys(SERVER_SCENARIOS))('is what the suite asks of a server of %s, all of it', (revision) => {
    expect(SERVER_SCENARIOS[revision]).toEqual(serverRequirements(suite, revision));
  });

  it('has the 37 that 2026-07-28 requires', () => {
    expect(SERVER_SCENARIOS['2026-07-28']?.required).toHaveLength(37);
  });
});
