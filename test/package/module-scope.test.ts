import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';

const run = promisify(execFile);
const FIXTURE = 'test/package/fixtures/module-scope.mjs';

/** Four guards, each with a round that was sent twice, and a codec. */
const SERVED = [...Array.from({ length: 4 }, () => 'true done, true done'), 'opened', ''].join('\n');

const load = (environment: string) => run(process.execPath, [FIXTURE, environment]);

describe('the built entries, in a runtime that forbids random values, timers and WebCrypto while modules load', () => {
  it('F104: load, make guards with and without keys, and attach; the first request makes the rest', async () => {
    expect((await load('node')).stdout).toBe(SERVED);
  });

  it.each([
    ['no-process'],
    ['empty-process'],
    ['process-that-throws'],
    ['members-that-throw'],
    ['builtins-that-throw'],
    ['builtins-that-are-stubs'],
    ['no-buffer'],
    ['a-buffer-without-base64url'],
    ['a-buffer-that-throws'],
  ])('F105: what a bundle for the edge makes of process and Buffer is absent: %s', async (environment) => {
    const { stdout, stderr } = await load(environment);
    expect(stdout).toBe(SERVED);
    expect(stderr).toContain('[vuelta] ephemeral_keys');
  });
});
