import { spawnSync } from 'node:child_process';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
// The child is a program of the build.
import { transportsOf } from '../../dist/cli/serve-module.js';
import { accept } from '../../src/client/answers/answers.js';
import { connect } from '../../src/client/connect.js';
import { readText } from '../../src/client/call/outcome.js';

const MODULE = resolve('kit/servidor.mjs');
const ARGS = { turma_id: 'html-01', email: 'aluno@exemplo.com' };
const answers = { confirmar: accept({ confirmar: true }) };
const BOOKED = 'reservado: html-01 para aluno@exemplo.com (restam 2)';

describe('both transports of a module', () => {
  const { stdio, http } = transportsOf(MODULE);

  it.each(['2026-07-28', '2025-11-25'] as const)(
    'stdio, in a child with a world of its own, on %s',
    async (revision) => {
      await using harness = await connect(stdio, { revision, stderr: 'ignore' });
      expect(readText(await harness.call('reservar_vaga', ARGS, { answers }))).toBe(BOOKED);
    },
  );

  it('HTTP on 127.0.0.1, in a world of its own each time, and closed after use', async () => {
    if (typeof http !== 'function') throw new TypeError('http is not opened by a function');
    for (let time = 0; time < 2; time += 1) {
      const place = await http();
      const harness = await connect(place.target);
      expect(readText(await harness.call('reservar_vaga', ARGS, { answers }))).toBe(BOOKED);
      await harness.close();
      await place.close?.();
      await expect(connect(place.target)).rejects.toMatchObject({ code: 'connect_failed' });
    }
  });
});

describe('the program', () => {
  const run = (...args: readonly string[]) =>
    spawnSync(process.execPath, [resolve('dist/cli/serve-module.js'), ...args], { encoding: 'utf8', input: '' });

  it('says on stderr what is wrong, and ends with 2', () => {
    expect(run()).toMatchObject({ status: 2, stdout: '', stderr: expect.stringContaining('serve-module MODULE') });
    const none = run('test/contract/stdio/fragile.mjs');
    expect(none).toMatchObject({ status: 2, stderr: expect.stringContaining('exports no createServer') });
    expect(run(MODULE, '--http', '--port', 'x')).toMatchObject({ status: 2, stdout: '' });
  });
});
