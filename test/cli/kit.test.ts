import { expect, it } from 'vitest';
import { vueltaChild } from './vuelta.js';

it.each(['servidor', 'buscador-videos', 'mesa-de-ayuda'])(
  'kit/%s.mjs keeps its contract',
  async (name) => {
    const { code, stdout } = await vueltaChild(['check', `kit/${name}.mjs`]);
    expect(stdout).toMatch(/^✓ \d+ checks: \d+ passed, 0 failed, /mu);
    expect(code).toBe(0);
  },
  60_000,
);
