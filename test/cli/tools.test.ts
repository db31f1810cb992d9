import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Listing } from '../../src/cli/tools/listing.js';
import { FIXTURES, REPO, vuelta, vueltaChild } from './vuelta.js';

const WORKSHOP = join(FIXTURES, 'workshop.mjs');

async function listing(args: readonly string[]): Promise<Listing> {
  const { code, stdout } = await vuelta(['tools', ...args, '--json']);
  expect(code).toBe(0);
  return JSON.parse(stdout) as Listing;
}

const verdicts = ({ tools }: Listing, ...names: string[]): unknown[] =>
  names.map((name) => tools.find((tool) => tool.name === name)?.mayAsk.verdict);

describe('vuelta tools', () => {
  it('lists tools with their arguments, and prompts and resources', async () => {
    const { code, stdout } = await vueltaChild(['tools', WORKSHOP]);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^workshop 1\.0\.0 \(The workshop\), on 2026-07-28\n\ntools\n {2}order\n/u);
    for (const line of [
      '    --arg count=… (integer, optional)',
      '    --arg weight=… (number or null, optional)',
      '    --arg paid=… (boolean, optional)',
      '    --arg size=… (one of 1, 2, optional)',
      'prompts, with --prompt\n  letter\n    --arg to=… (required)',
      'resources, with --resource\n  note://1\n    note',
    ])
      expect(stdout).toContain(line);
  });

  it('shows titles and descriptions', async () => {
    const { stdout } = await vuelta(['tools', join(REPO, 'kit/servidor.mjs')]);
    expect(stdout).toContain('  reservar_vaga\n    Reserva 1 vaga em uma turma, com a confirmação da pessoa\n');
    expect(stdout).toContain('    --arg turma_id=… (string, required)  Id da turma, por exemplo html-01\n');
  });

  it('learns from annotations which tools may ask, and calls nothing', async () => {
    const listed = await listing([WORKSHOP]);
    expect(verdicts(listed, 'greet', 'drop', 'look', 'peek')).toEqual(['possible', 'likely', 'unlikely', 'unlikely']);
    expect(listed).toMatchObject({
      server: { name: 'workshop' },
      revision: '2026-07-28',
      prompts: [{ name: 'letter' }],
    });
  });

  it('--probe sees it, of tools that only read and of no other', async () => {
    const listed = await listing([WORKSHOP, '--probe']);
    expect(verdicts(listed, 'greet', 'drop', 'look', 'peek')).toEqual(['possible', 'likely', 'asks', 'quiet']);
    const look = listed.tools.find(({ name }) => name === 'look');
    expect(look?.mayAsk.asks).toEqual([{ key: 'look', kind: 'form', message: 'May I look?' }]);
    const { stdout } = await vuelta(['tools', WORKSHOP, '--probe']);
    expect(stdout).toContain('asks: yes, it asked in a first round\n      look (form): May I look?');
    expect(stdout).toContain('so it was not tried');
  });

  it('works on a command, on 2025-11-25', async () => {
    const command = ['--', process.execPath, join(REPO, 'dist/cli/serve-module.js'), WORKSHOP];
    const { code, stdout } = await vuelta(['tools', '--probe', '--json', '--revision', '2025-11-25', ...command]);
    expect(code).toBe(0);
    expect(verdicts(JSON.parse(stdout) as Listing, 'look', 'peek')).toEqual(['asks', 'quiet']);
  });

  it('F46 nothing of a hostile server reaches the terminal as a command', async () => {
    const { stdout, stderr } = await vuelta(['tools', join(FIXTURES, 'hostile.mjs')]);
    expect(stdout).toContain('strike');
    // oxlint-disable-next-line no-control-regex -- control characters are what is looked for
    expect(stdout + stderr).not.toMatch(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/u);
  });

  it.each([
    ['2: no target', [], 2, /Which server\?/u],
    ['2: no such file', ['none.mjs'], 2, /There is no file/u],
    ['3: no server', ['http://127.0.0.1:9/mcp'], 3, /Could not connect/u],
  ])('%s', async (_name, args, expected, said) => {
    const { code, stdout, stderr } = await vuelta(['tools', ...args]);
    expect({ code, stdout }).toEqual({ code: expected, stdout: '' });
    expect(stderr).toMatch(said);
  });
});
