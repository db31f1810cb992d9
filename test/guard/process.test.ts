import { describe, expect, it } from 'vitest';
import { fileURLToPath } from 'node:url';
import { ended, ROOT, startNode } from '../kit/process.js';

const CALLS = fileURLToPath(new URL('fixtures/calls.mjs', import.meta.url));

describe('a process that has made its calls', () => {
  it.each([
    ['memory', 'paid\npaid\n'],
    ['memory throws', 'thrown\nthrown\n'],
    ['outside', 'paid\npaid\n'],
    ['outside throws', 'thrown\nthrown\n'],
    ['outside unsettled', 'paid\npaid\n'],
  ])('%s: ends by itself, with nothing unhandled', async (how, stdout) => {
    const child = startNode([CALLS, ...how.split(' ')], ROOT);
    let said: number | undefined;
    child.stdout.once('data', () => {
      said = performance.now();
    });
    const outcome = await ended(child);
    expect(outcome).toEqual({ stdout, stderr: '', code: 0 });
    expect(performance.now() - Number(said)).toBeLessThan(1500);
  });
});
