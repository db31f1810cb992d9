import { execFile } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const REPO = resolve(import.meta.dirname, '../..');
const EXAMPLES = join(REPO, 'test/docs/examples/contract');
const SDK = ['@modelcontextprotocol/server', '@modelcontextprotocol/client'];

let folder: string;
let tarball: string;
let versions: Record<string, string>;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-contract-'));
  const packing = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
  const [{ filename }] = JSON.parse((await run('npm', packing, { cwd: REPO })).stdout) as [{ filename: string }];
  tarball = join(folder, filename);
  const manifest = await readFile(join(REPO, 'package.json'), 'utf8');
  versions = (JSON.parse(manifest) as { devDependencies: Record<string, string> }).devDependencies;
}, 60_000);

afterAll(() => rm(folder, { recursive: true, force: true }));

/** A fresh project with Vuelta, the SDK and what else is named, and the example of the guide as its only test. */
async function project(name: string, others: readonly string[]): Promise<string> {
  const place = await mkdtemp(join(folder, `${name}-`));
  const dependencies = Object.fromEntries([...SDK, ...others].map((each) => [each, versions[each]]));
  const manifest = {
    name,
    private: true,
    type: 'module',
    devDependencies: { ...dependencies, vuelta: `file:${tarball}` },
  };
  await writeFile(join(place, 'package.json'), JSON.stringify(manifest));
  await copyFile(join(EXAMPLES, 'server.mjs'), join(place, 'server.mjs'));
  await copyFile(join(EXAMPLES, `${name}.mjs`), join(place, 'contract.test.mjs'));
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline'], { cwd: place });
  return place;
}

describe('a fresh project gets its contract tests in ten lines', () => {
  it('with Vitest', async () => {
    const place = await project('vitest', ['vitest']);
    const { stdout } = await run('npx', ['vitest', 'run', '--reporter=json'], { cwd: place });
    const report = JSON.parse(stdout) as Record<string, number>;
    expect(report).toMatchObject({ success: true, numFailedTests: 0 });
    expect(report['numPassedTests']).toBeGreaterThan(50);
  }, 180_000);

  it('with node:test, and with the command line', async () => {
    const place = await project('node-test', []);
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap'], { cwd: place });
    expect(stdout).toMatch(/^# pass [5-9]\d$/mu);
    expect(stdout).toMatch(/^# fail 0$/mu);

    await copyFile(join(EXAMPLES, 'config.mjs'), join(place, 'vuelta.contract.mjs'));
    const main = join(place, 'node_modules/vuelta/dist/cli/main.js');
    const checked = await run(process.execPath, [main, 'check', 'server.mjs'], { cwd: place });
    expect(checked.stdout).toMatch(/✓ \d+ checks: \d+ passed, 0 failed, /u);
    expect(checked.stdout).not.toContain('the case has no probe');
  }, 180_000);
});
