import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { connect } from '../../src/client/index.js';
import { checkServer } from '../../src/contract/check-server.js';
import { FIXTURES, REPO, vueltaChild } from './vuelta.js';

const MODULE = join(FIXTURES, 'environment.mjs');
const COMMAND = { command: process.execPath, args: [MODULE] };
const DATABASE_URL = 'postgres://localhost/test_only';

interface Started {
  readonly DATABASE_URL?: string;
  readonly DATABASE_SCHEMA?: string;
  readonly cwd: string;
  readonly place: 'served' | 'here';
}

let folder: string;
let env: Record<string, string>;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-environment-'));
  env = { DATABASE_URL, STARTED: join(folder, 'started') };
  await writeFile(join(folder, 'started'), '');
});
afterEach(async () => {
  delete process.env['DATABASE_URL'];
  delete process.env['STARTED'];
  await rm(folder, { recursive: true });
});

async function started(): Promise<Started[]> {
  const lines = (await readFile(join(folder, 'started'), 'utf8')).trim().split('\n');
  return lines.filter((line) => line !== '').map((line) => JSON.parse(line) as Started);
}

describe('F84: every server that is started gets the environment of the caller', { timeout: 60_000 }, () => {
  it.each<[string, readonly string[]]>([
    ['call', ['call', 'book', '--yes', '--', process.execPath, MODULE]],
    ['tools', ['tools', '--', process.execPath, MODULE]],
    ['check of a command', ['check', '--only', 'transport.stdout', '--', process.execPath, MODULE]],
    [
      'check of a module, which is also served in children',
      ['check', MODULE, '--only', 'transport', '--only', 'parity.transports'],
    ],
  ])('%s', async (_name, words) => {
    const { stderr, stdout } = await vueltaChild(words, { env });
    const children = await started();
    expect(children.length, stdout + stderr).toBeGreaterThan(0);
    for (const child of children) expect(child).toMatchObject({ DATABASE_URL, cwd: REPO });
    if (_name.includes('served')) expect(children.some(({ place }) => place === 'served')).toBe(true);
  });

  it('the harness and the checks in code: own variables come on top, and the folder is the caller’s unless one is named', async () => {
    Object.assign(process.env, env);
    const target = { ...COMMAND, env: { DATABASE_SCHEMA: 'own' }, cwd: folder };
    await (await connect(target)).close();
    await (await connect({ ...COMMAND, env: { DATABASE_URL: 'postgres://other' } })).close();
    const [first, second] = await started();
    expect(first).toMatchObject({ DATABASE_URL, DATABASE_SCHEMA: 'own', cwd: folder });
    expect(second).toMatchObject({ DATABASE_URL: 'postgres://other', cwd: process.cwd() });

    await checkServer({
      target,
      cases: [{ tool: 'book' }],
      only: ['parity.transports', 'transport.stdout', 'rounds.result-type'],
      transports: { stdio: target },
    });
    const checked = (await started()).slice(2);
    expect(checked.length).toBeGreaterThan(2);
    for (const child of checked) expect(child).toMatchObject({ DATABASE_URL, DATABASE_SCHEMA: 'own', cwd: folder });
  });

  it('what a shell can hold, and the SDK would leave out', async () => {
    const odd = { ...env, 'BASH_FUNC_db%%': '() { :; }', EMPTY: '' };
    Object.assign(process.env, odd);
    const show = 'process.stderr.write(JSON.stringify([process.env["BASH_FUNC_db%%"], process.env.EMPTY]))';
    let said = '';
    await connect({ command: process.execPath, args: ['-e', show] }, { stderr: (chunk) => (said += chunk) }).catch(
      () => {},
    );
    delete process.env['BASH_FUNC_db%%'];
    delete process.env['EMPTY'];
    expect(said).toBe('["() { :; }",""]');
  });
});
