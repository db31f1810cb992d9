import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { pairsOf } from '../../src/contract/chosen-checks.js';
import { vueltaChild } from '../cli/vuelta.js';
import { regionOf } from './blocks.js';

const run = promisify(execFile);
const EXAMPLES = resolve(import.meta.dirname, 'examples/contract');
const example = (name: string): string => join(EXAMPLES, name);

describe('guides/contract', () => {
  it('the configuration is clean on its server, with a probe that counts', async () => {
    const { code, stdout } = await vueltaChild(['check', example('server.mjs'), '--config', example('config.mjs')]);
    expect(stdout).toMatch(/✓ \d+ checks: \d+ passed, 0 failed, /u);
    expect(stdout).not.toContain('the case has no probe');
    expect(code).toBe(0);
  }, 60_000);

  it('the tests for node:test pass', async () => {
    const { stdout } = await run(process.execPath, ['--test', '--test-reporter=tap', example('node-test.mjs')]);
    expect(stdout).toContain('ok 1 - rounds.result-type: Every response says');
    expect(stdout).toMatch(/^# fail 0$/mu);
  }, 60_000);

  it('contract tests take ten lines, and only one is different in Vitest', async () => {
    const texts = await Promise.all(['vitest.mjs', 'node-test.mjs'].map((name) => readFile(example(name), 'utf8')));
    const [vitest, node] = texts.map((text) => regionOf(text, 'test')?.split('\n') ?? []);
    expect(vitest?.length).toBeLessThanOrEqual(10);
    expect(node).toEqual(["import { describe, it } from 'node:test';", ...(vitest ?? []).slice(1)]);
  });

  it('the longer configuration can be run', async () => {
    const { default: config } = (await import(example('more.mjs'))) as {
      default: Parameters<typeof pairsOf>[0];
    };
    expect(pairsOf(config).length).toBeGreaterThan(50);
  });
});
