import { join } from 'node:path';
import { expect, it } from 'vitest';
import { FIXTURES, onTerminal, vueltaChild } from './vuelta.js';

const CHECK = ['check', join(FIXTURES, 'other-word.mjs'), '--only', 'rounds.result-type', '--only', 'rounds.keys'];
const CLEAR = '\r\u001b[2K';
const ESCAPE = String.fromCodePoint(0x1b);
const COLOR = new RegExp(`${ESCAPE}\\[\\d+m`, 'u');

it('on a terminal, progress is one line that is written again and goes away, and the report has colour', async () => {
  const { code, stdout } = await onTerminal(CHECK);
  expect(code).toBe(1);
  const lines = ['1/2 rounds.result-type · reservar', '2/2 rounds.keys · reservar', ''];
  const [notice = '', ...rest] = stdout.split(CLEAR);
  expect(notice).toMatch(/^vuelta: 2 checks call .*\r\n {2}reservar .*\r\n$/u);
  expect(rest.slice(0, 2)).toEqual(lines.slice(0, 2));
  expect(rest).toHaveLength(lines.length);
  expect(stdout).toMatch(COLOR);
});

it('NO_COLOR takes the colour away, and leaves the progress', async () => {
  const { stdout } = await onTerminal(CHECK, { env: { NO_COLOR: '1' } });
  expect(stdout).not.toMatch(COLOR);
  expect(stdout).toContain(`${CLEAR}1/2 rounds.result-type`);
});

it('a dumb terminal gets neither', async () => {
  const { code, stdout } = await onTerminal(CHECK, { env: { TERM: 'dumb' } });
  expect(code).toBe(1);
  expect(stdout).toContain('✗ rounds.result-type');
  expect(stdout).not.toContain('\u001b');
});

it('a pipe gets neither', async () => {
  const { stdout, stderr } = await vueltaChild(CHECK, { env: { FORCE_COLOR: '1' } });
  expect(stdout).toContain('✗ rounds.result-type');
  expect(stdout).not.toContain('\u001b');
  expect(stderr.split('\n')).toHaveLength(3);
});
