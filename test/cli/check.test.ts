import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listen } from './fixtures/unsigned.mjs';
import { FIXTURES, REPO, vuelta, vueltaChild } from './vuelta.js';

const fixture = (name: string): string => join(FIXTURES, `${name}.mjs`);
const ROUNDS = ['--only', 'rounds.result-type', '--only', 'rounds.keys'];

let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-cli-'));
});

afterAll(() => rm(folder, { recursive: true, force: true }));

describe('exit codes of vuelta check', () => {
  it('0: every rule holds', async () => {
    const { code, stdout, stderr } = await vueltaChild(['check', fixture('sound'), ...ROUNDS]);
    expect(code).toBe(0);
    expect(stderr).toMatch(/^vuelta: 2 checks call test\/cli\/fixtures\/sound\.mjs for real, .*\n {2}reservar .*\n$/u);
    expect(stdout).toContain('salas 1.0.0 · test/cli/fixtures/sound.mjs');
    expect(stdout).toMatch(/✓ 2 checks: 2 passed, 0 failed, 0 not applicable · \d+\.\d s\n$/u);
  });

  it('1: a broken rule, with what was found, what to send and what to change', async () => {
    const { code, stdout } = await vueltaChild(['check', fixture('other-word'), ...ROUNDS, '--curl']);
    expect(code).toBe(1);
    expect(stdout).toContain('✗ rounds.result-type MUST · reservar');
    expect(stdout).toContain('Found    Round 1 asks with resultType "inputRequired".');
    expect(stdout).toContain('Change   Return { resultType');
    expect(stdout).toContain("-H 'Mcp-Name: reservar'");
    expect(stdout.indexOf('✗ rounds.result-type')).toBeLessThan(stdout.indexOf('2 checks:'));
  });

  it('a broken rule below --fail-on is advice and fails nothing', async () => {
    const only = ['--only', 'rounds.fresh-state'];
    const advice = await vuelta(['check', fixture('unsigned'), ...only]);
    expect(advice.code).toBe(0);
    expect(advice.stdout).toContain('Advice, which fails nothing here');
    const strict = await vuelta(['check', fixture('unsigned'), ...only, '--fail-on', 'advice']);
    expect(strict.code).toBe(1);
    expect(strict.stdout).not.toContain('Advice, which');
  });

  it.each([
    ['no target', ['check'], /Which server\?/u],
    ['two targets', ['check', fixture('sound'), '--', 'node', 'x.js'], /Give one target/u],
    ['a file that is not there', ['check', 'nowhere.mjs'], /There is no file 'nowhere\.mjs'/u],
    ['a module without a server', ['check', fixture('nothing')], /exports no server/u],
    [
      'a check that is not there',
      ['check', fixture('sound'), '--only', 'rounds.result-typ'],
      /Did you mean rounds\.result-type\?/u,
    ],
    ['a family that is not there', ['check', fixture('sound'), '--skip', 'zzz'], /no check or family 'zzz'/u],
    ['a header for a module', ['check', fixture('sound'), '--header', 'A: b'], /for an http\(s\) address only/u],
    ['a header that is none', ['check', 'http://127.0.0.1:1/mcp', '--header', 'sesame'], /--header is 'Name: value'/u],
    [
      'a level that is none',
      ['check', fixture('sound'), '--fail-on', 'never'],
      /Allowed choices are MUST, SHOULD, advice/u,
    ],
    ['a time that is none', ['check', fixture('sound'), '--timeout', '-3'], /Give milliseconds/u],
    [
      'a configuration that is not there',
      ['check', fixture('sound'), '--config', 'no.mjs'],
      /no configuration file 'no\.mjs'/u,
    ],
    [
      'a configuration that exports none',
      ['check', fixture('sound'), '--config', fixture('nothing')],
      /exports no configuration/u,
    ],
    [
      'a configuration that throws',
      ['check', fixture('sound'), '--config', fixture('throws')],
      /could not be loaded[\s\S]*no database here/u,
    ],
    ['JSON into a file of another kind', ['check', fixture('sound'), '--json', 'server.mjs'], /ends in \.json/u],
    ['an unknown option', ['check', fixture('sound'), '--fix'], /unknown option '--fix'/u],
    ['an unknown command', ['chekc'], /unknown command 'chekc'/u],
    ['no command', [], /Usage: vuelta/u],
  ])('2: %s', async (_name, args, said) => {
    const { code, stdout, stderr } = await vuelta(args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toMatch(said);
    expect(stderr).not.toContain('    at ');
  });

  it.each([
    ['a case that names nothing', 'export default { cases: [{}] };', /names exactly one of tool, prompt and resource/u],
    [
      'no case for this server',
      "export default { cases: [{ server: 'else', tool: 'a' }] };",
      /no case for the server 'salas'/u,
    ],
  ])('2: a configuration with %s', async (name, source, said) => {
    const file = join(folder, `${name.replaceAll(' ', '-')}.mjs`);
    await writeFile(file, source);
    const { code, stderr } = await vuelta(['check', fixture('sound'), '--config', file]);
    expect(code).toBe(2);
    expect(stderr).toMatch(said);
  });

  it.each([
    [
      'nobody listens',
      ['check', 'http://127.0.0.1:9/mcp', '--config', fixture('sound')],
      /Could not connect to http:\/\/127\.0\.0\.1:9\/mcp/u,
    ],
    [
      'a module that throws',
      ['check', fixture('throws')],
      /could not be loaded\.\n {2}no database here⟨U\+001B⟩\[31m\n/u,
    ],
    [
      'a command that ends',
      ['check', '--config', fixture('sound'), '--', process.execPath, '-e', ''],
      /Could not connect to command/u,
    ],
    [
      'a command that is not there',
      ['check', '--config', fixture('sound'), '--', 'no-such-program'],
      /Could not connect to command no-such-program/u,
    ],
  ])('3: %s', async (_name, args, said) => {
    const { code, stdout, stderr } = await vuelta(args);
    expect({ code, stdout }).toEqual({ code: 3, stdout: '' });
    expect(stderr).toMatch(said);
  });
});

describe('targets and configurations', () => {
  let http: Server;
  let url: string;

  beforeAll(async () => {
    http = listen('json');
    await once(http, 'listening');
    url = `http://127.0.0.1:${(http.address() as AddressInfo).port}/mcp`;
  });

  afterAll(() => {
    http.closeAllConnections();
    http.close();
  });

  it('an address, with its headers on every request and none of their values in the report', async () => {
    const seen: (string | undefined)[] = [];
    http.prependListener('request', ({ headers }: { headers: Record<string, string> }) => seen.push(headers['x-pass']));
    const args = ['check', `${url}?secret=1`, '--config', fixture('unsigned'), '--header', 'X-Pass: open sesame'];
    const { code, stdout } = await vuelta([...args, '--only', 'answers.bounds-outside', '--curl']);
    expect(code).toBe(1);
    expect(new Set(seen)).toEqual(new Set(['open sesame']));
    expect(stdout).toContain(`unsigned 1.0.0 · ${url}\n`);
    expect(stdout).toContain(`-H 'X-Pass: '"$X_PASS"`);
    expect(stdout).not.toMatch(/sesame|secret/u);
  });

  it('a command behind --, with options of its own', async () => {
    const server = join(REPO, 'kit/mesa-de-ayuda.mjs');
    const args = [
      'check',
      '--only',
      'rounds.result-type',
      '--config',
      'kit/vuelta.contract.mjs',
      '--',
      process.execPath,
      server,
    ];
    const { code, stdout } = await vuelta(args);
    expect(code).toBe(0);
    expect(stdout).toContain('support-desk 1.0.0 · command');
  });

  it('the nearest vuelta.contract.mjs, from the folder of the module upwards', async () => {
    const { code, stdout } = await vuelta(['check', 'kit/buscador-videos.mjs', '--only', 'rounds.result-type']);
    expect(code).toBe(0);
    expect(stdout).toContain('buscador-videos 1.0.0 · kit/buscador-videos.mjs');
  });

  it('a configuration with its own target needs none on the command line', async () => {
    const file = join(folder, 'own-target.mjs');
    const from = JSON.stringify(fixture('sound'));
    await writeFile(
      file,
      `import { contract, createServer } from ${from}; export default { ...contract, target: createServer };`,
    );
    const { code, stdout } = await vuelta(['check', '--config', file, '--only', 'rounds.result-type']);
    expect(code).toBe(0);
    expect(stdout).toContain('salas 1.0.0 · server in this process');
  });

  it('what a server in this process prints goes to stderr', async () => {
    const { code, stdout, stderr } = await vueltaChild([
      'check',
      fixture('noisy'),
      '--only',
      'rounds.result-type',
      '--json',
    ]);
    expect(code).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ ok: true, server: { name: 'salas' } });
    expect(stderr).toContain('loading\n');
    expect(stderr).toContain('a server is made\n');
  });

  it('without a configuration, what the lists of the server lead to, and what was left out with the reason', async () => {
    const { code, stdout } = await vuelta(['check', fixture('plain'), '--only', 'rounds.result-type']);
    expect(code).toBe(0);
    expect(stdout).toContain('Not checked, since no configuration says how\n\n   ver_reservas: it asked nothing');
    expect(stdout).toContain('✓ 2 checks: 2 passed');
  });

  it('2: nothing that asks can be found without a configuration', async () => {
    const server = join(REPO, 'kit/servidor.mjs');
    const { code, stderr } = await vuelta(['check', '--', process.execPath, server], { cwd: folder });
    expect(code).toBe(2);
    expect(stderr).toContain('Nothing of this server asks without being told how to call it.');
    expect(stderr).toContain('reservar_vaga: it asked nothing, and ended with an isError result "turma');
  });
});

describe('vuelta check TARGET NAME', () => {
  it('checks the one call that the command line names, whatever configuration lies near', async () => {
    const { code, stdout } = await vueltaChild(['check', 'kit/exercicio-e14.mjs', 'apagar_nota', '--arg', 'id=n-1']);
    expect(stdout).toMatch(/ 0 failed/u);
    expect(code).toBe(0);
  });

  it('asks a server what it has when the nearest configuration is for others', async () => {
    const { code, stderr } = await vuelta(['check', 'kit/exercicio-e14.mjs']);
    expect(stderr).toContain('apagar_nota: it asked nothing');
    expect(code).toBe(2);
  });

  it('refuses arguments without a name', async () => {
    const { code, stderr } = await vuelta(['check', 'kit/exercicio-e14.mjs', '--arg', 'id=n-1']);
    expect(stderr).toContain('Which tool?');
    expect(code).toBe(2);
  });
});
