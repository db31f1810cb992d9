import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { importModule, openModule } from '../../src/cli/target.js';
import { CATALOGUE } from '../../src/contract/catalogue.js';
import type { ContractConfig } from '../../src/contract/config.js';
import type { Report } from '../../src/contract/report.js';
import { checkServer } from '../../src/contract/run.js';

const BROKEN = resolve('kit/broken');
const SOUND = join(BROKEN, 'base');
const modules = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.mjs'));

async function check(file: string): Promise<Report> {
  const { contract } = await importModule(file);
  return checkServer({ ...(contract as ContractConfig), failOn: 'advice', open: () => openModule(file) });
}

const broken = ({ results }: Report): string[] => [
  ...new Set(results.filter(({ status }) => status === 'fail' || status === 'not-testable').map(({ id }) => id)),
];
const explain = ({ results }: Report): string =>
  results
    .filter(({ status }) => status === 'fail' || status === 'not-testable')
    .map(({ id, message }) => `${id}: ${message}`)
    .join('\n');

const twins = modules(BROKEN).map((name) => basename(name, '.mjs'));
const sound: string[] = [];
for (const name of modules(SOUND)) {
  if ((await importModule(join(SOUND, name))).contract !== undefined) sound.push(name);
}

describe('broken twins', () => {
  it('every check has its twin, and every twin its check', () => {
    expect(twins.sort()).toEqual(CATALOGUE.map(({ id }) => id as string).sort());
  });

  it.each(twins)('%s fails its check and no other', async (id) => {
    const report = await check(join(BROKEN, `${id}.mjs`));
    expect(broken(report), explain(report)).toEqual([id]);
  });
});

describe('sound twins', () => {
  const passed = new Set<string>();

  it.each(sound)('%s breaks nothing', async (name) => {
    const report = await check(join(SOUND, name));
    expect(broken(report), explain(report)).toEqual([]);
    for (const { id, status } of report.results) if (status === 'pass') passed.add(id);
  });

  it('every check passes on one of them, rather than not apply', () => {
    expect(CATALOGUE.map(({ id }) => id).filter((id) => !passed.has(id))).toEqual([]);
  });
});
