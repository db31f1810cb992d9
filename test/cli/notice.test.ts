import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { accept } from '../../src/client/index.js';
import { describePlan } from '../../src/cli/check/notice.js';
import { discoverCases } from '../../src/contract/case/discover.js';
import { PseudoTerminal } from '../client/ports/fixtures/pseudo-terminal.js';
import { FIXTURES, MAIN, onTerminal, vuelta, vueltaChild } from './vuelta.js';

const ARCHIVE = join(FIXTURES, 'unannounced.mjs');
const ONLY = ['--only', 'rounds.keys'];

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-notice-'));
});
afterEach(() => PseudoTerminal.closeAll());
afterAll(() => rm(folder, { recursive: true, force: true }));

/** A file in which the server writes what was called. */
async function log(): Promise<string> {
  const path = join(folder, `${(count += 1)}.log`);
  await writeFile(path, '');
  return path;
}

const called = async (path: string): Promise<string[]> => (await readFile(path, 'utf8')).split('\n').filter(Boolean);

describe('F91 what a check will run is said before it is run', () => {
  it('the tools that nobody named, then the calls of the checks; stdout holds the report alone', async () => {
    const path = await log();
    const { code, stdout, stderr } = await vueltaChild(['check', ARCHIVE, ...ONLY, '--json'], {
      env: { CALLED: path },
    });
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true });
    expect(stderr.split('\n')).toEqual([
      'vuelta: nobody says what to call on test/cli/fixtures/unannounced.mjs. Each of these is called once, for real, to see which ask; what asks nothing does its work:',
      String.raw`  burn {"file":"a\u202etxt"}`,
      '  count {}',
      'vuelta: 1 check calls test/cli/fixtures/unannounced.mjs for real, about 2 times, and some of the calls get a yes and do what they are for:',
      String.raw`  burn {"file":"a\u202etxt"}`,
      '',
    ]);
    expect(await called(path)).not.toContain('wipe');
  });

  it('a case that the command line names, on any kind of target', async () => {
    const path = await log();
    const serve = [process.execPath, join(MAIN, '../serve-module.js'), ARCHIVE];
    const args = ['check', 'burn', '--arg', 'file=b', ...ONLY, '--', ...serve];
    const { code, stderr } = await vueltaChild(args, { env: { CALLED: path } });
    expect(code).toBe(0);
    expect(stderr).toMatch(/^vuelta: 1 check calls .* for real, .*\n {2}burn \{"file":"b"\}\n$/u);
  });

  it('at a terminal it waits, and Ctrl-C ends it before anything was called', async () => {
    const path = await log();
    const person = await PseudoTerminal.open('bash --norc --noprofile', { PS1: '% ', CALLED: path, CI: '' });
    await person.until('%');
    await person.keys(`${process.execPath} ${MAIN} check ${ARCHIVE} ${ONLY.join(' ')}; echo C""ODE $?`, 'Enter');
    await person.until('Enter begins, Ctrl-C stops.');
    expect(await called(path)).toEqual([]);
    await person.keys('C-c');
    expect(await person.until('CODE ')).toContain('CODE 130');
    expect(await called(path)).toEqual([]);
  });

  it('Enter begins, and --yes does not ask', async () => {
    const path = await log();
    const asked = await onTerminal(['check', ARCHIVE, ...ONLY], { input: '\n', env: { CALLED: path, CI: '' } });
    expect(asked.code).toBe(0);
    expect(asked.stdout).toContain('Enter begins');
    const told = await onTerminal(['check', ARCHIVE, ...ONLY, '--yes'], { env: { CALLED: path, CI: '' } });
    expect(told.code).toBe(0);
    expect(told.stdout).toContain('nobody says what to call');
    expect(told.stdout).not.toContain('Enter begins');
  });

  it('nothing is said of the servers of the kit, which hold nothing', async () => {
    expect(await vuelta(['check', 'kit/servidor.mjs', ...ONLY])).toMatchObject({ code: 0, stderr: '' });
    const stdio = ['check', 'escalate_ticket', '--arg', 'ticketId=T-1', ...ONLY, '--', 'node', 'kit/mesa-de-ayuda.mjs'];
    expect((await vuelta(stdio)).stderr).not.toContain('for real');
  });

  it('probes, what comes before, and what answers is no part of it', () => {
    const text = describePlan({
      target: 'https://example.com/mcp',
      checks: 90,
      cases: [
        { tool: 'book', args: { id: 'a' }, answers: { ok: accept({ pin: 'rosebud' }) }, probe: { tool: 'count' } },
        { prompt: 'letter', args: (fresh) => ({ fresh }), before: () => undefined, server: 'classes' },
        { resource: 'note://1', probe: { command: ['psql', '-c', 'secret'] } },
        ...Array.from({ length: 30 }, (_, at) => ({ tool: `t${at}`, args: { long: 'x'.repeat(5000) } })),
      ],
    });
    const lines = text.split('\n');
    expect(lines[0]).toContain('90 checks call https://example.com/mcp for real, about 180 times');
    expect(lines.slice(1, 4)).toEqual([
      '  book {"id":"a"}, and count to see what it did',
      '  prompt letter with arguments made for each check, after what its "before" does, if the server is classes',
      '  resource note://1, and the command psql to see what it did',
    ]);
    expect(lines.at(-2)).toBe('  and 13 more');
    expect(text.length).toBeLessThan(6000);
    expect(text).not.toContain('rosebud');
  });

  it('--help says it', async () => {
    const help = await vuelta(['check', '--help']);
    expect(help.stdout).toContain('It calls the server for real');
    expect(help.stdout).toContain('never one in production');
    for (const name of ['call', 'record', 'replay'])
      expect((await vuelta([name, '--help'])).stdout).toContain('for real');
  });

  it('a search hears the plan first, and can be stopped there', async () => {
    const { importModule } = await import('../../src/cli/target.js');
    const path = await log();
    process.env['CALLED'] = path;
    const { createServer } = await importModule(ARCHIVE);
    if (createServer === undefined) throw new Error('The fixture has a server.');
    const stop = new Error('no');
    const onPlan = (): never => {
      throw stop;
    };
    await expect(discoverCases(createServer, { onPlan })).rejects.toBe(stop);
    expect(await called(path)).toEqual([]);
  });
});
