import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importModule } from '../../../src/cli/target.js';
import { CATALOGUE } from '../../../src/contract/catalogue.js';
import { FAMILIES } from '../../../src/contract/check.js';
import { brokenIn, checkModule, explain, modulesIn, SOUND, TWINS } from './describe-twins.js';

const ids: string[] = CATALOGUE.map(({ id }) => id);

describe('the catalogue', () => {
  it('every check has its broken twin, and every twin its check', () => {
    expect([...TWINS].sort()).toEqual([...ids].sort());
  });

  it('an id is used once and begins with its family', () => {
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(FAMILIES).toContain(id.split('.')[0]);
  });
});

const sound: string[] = [];
for (const name of modulesIn(SOUND)) {
  if ((await importModule(join(SOUND, name))).contract !== undefined) sound.push(name);
}

describe('sound servers', () => {
  const passed = new Set<string>();

  it.each(sound)(
    '%s breaks nothing',
    async (name) => {
      const report = await checkModule(join(SOUND, name));
      expect(brokenIn(report), explain(report)).toEqual([]);
      for (const { id, status } of report.results) if (status === 'pass') passed.add(id);
    },
    60_000,
  );

  it('every check passes on one of them, rather than not apply', () => {
    expect(ids.filter((id) => !passed.has(id))).toEqual([]);
  });
});
