import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { FIXTURES, vuelta } from './vuelta.js';

const BROKEN = join(FIXTURES, 'other-word.mjs');
const SOUND = join(FIXTURES, 'sound.mjs');
const ONLY = ['--only', 'rounds.result-type', '--only', 'rounds.state-only', '--only', 'rounds.keys'];
const KNOWN = { check: 'rounds.result-type', case: 'reservar' };

let folder: string;
let file: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vuelta-baseline-'));
  file = join(folder, 'known', 'baseline.json');
});

afterEach(() => rm(folder, { recursive: true, force: true }));

const check = (target: string, ...args: string[]) => vuelta(['check', target, ...ONLY, '--baseline', file, ...args]);

async function write(known: unknown): Promise<void> {
  file = join(folder, 'baseline.json');
  await writeFile(file, JSON.stringify({ known }));
}

it('--update-baseline writes the failures, and with it they fail no run', async () => {
  const update = await check(BROKEN, '--update-baseline');
  expect(update.code).toBe(0);
  expect(update.stderr.split('\n').slice(2).join('\n')).toBe(
    `Known failures are written to ${file}; the next run with it fails on anything else.\n`,
  );
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ known: [KNOWN] });
  const { code, stdout } = await check(BROKEN);
  expect(code).toBe(0);
  expect(stdout).toContain('Known failures\n\n   rounds.result-type · reservar: Round 1 asks');
  expect(stdout).toMatch(/✓ 3 checks: 1 passed, 0 failed, 1 known, 1 not applicable/u);
});

it.each([
  ['its check passes', SOUND, KNOWN, 'it passes'],
  ['its check does not apply', BROKEN, { check: 'rounds.state-only', case: 'reservar' }, 'it does not apply'],
  ['there is no such check', BROKEN, { check: 'rounds.gone', case: 'reservar' }, 'there is no such check'],
  ['there is no such case', BROKEN, { check: 'rounds.result-type', case: 'gone' }, 'there is no such case'],
])('a stale entry fails the run and says so: %s', async (_name, target, entry, why) => {
  await write(target === BROKEN ? [KNOWN, entry] : [entry]);
  const { code, stdout } = await check(target);
  expect(code).toBe(1);
  expect(stdout).toContain(`Stale entries of the baseline: take them out\n\n   ${entry.check} · ${entry.case}: ${why}`);
  expect(stdout).toContain(', 1 stale baseline entry');
  expect((await check(target, '--update-baseline')).code).toBe(0);
  expect((await check(target)).code).toBe(0);
});

it('an entry that this run leaves out is neither stale nor lost', async () => {
  const elsewhere = { check: 'answers.wrong-type', case: 'reservar' };
  await write([KNOWN, elsewhere]);
  expect((await check(BROKEN)).code).toBe(0);
  expect((await check(BROKEN, '--update-baseline')).code).toBe(0);
  expect(JSON.parse(await readFile(file, 'utf8'))).toEqual({ known: [elsewhere, KNOWN] });
});

it('an entry of a case for another server is not judged', async () => {
  const config = ['--config', 'kit/vuelta.contract.mjs'];
  await write([{ check: 'rounds.result-type', case: 'reservar_vaga' }]);
  const { code } = await vuelta(['check', 'kit/mesa-de-ayuda.mjs', ...config, ...ONLY, '--baseline', file]);
  expect(code).toBe(0);
});

it.each([
  ['is not there', undefined, /cannot be read; --update-baseline writes it/u],
  ['is not JSON', '{', /it is not JSON/u],
  ['has another shape', '[]', /it must be \{ "known"/u],
  ['has an entry without a case', '{"known":[{"check":"a"}]}', /each entry needs check and case/u],
])('2: a baseline that %s', async (_name, text, said) => {
  if (text !== undefined) {
    file = join(folder, 'baseline.json');
    await writeFile(file, text);
  }
  const { code, stderr } = await check(BROKEN);
  expect(code).toBe(2);
  expect(stderr).toMatch(said);
});

it('2: --update-baseline without a file', async () => {
  const { code, stderr } = await vuelta(['check', BROKEN, '--update-baseline']);
  expect(code).toBe(2);
  expect(stderr).toContain('--update-baseline needs --baseline FILE');
});
