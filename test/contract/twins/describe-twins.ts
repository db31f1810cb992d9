import { readdirSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { importModule, openModule } from '../../../src/cli/target.js';
import type { ContractConfig } from '../../../src/contract/case/config.js';
import type { Report } from '../../../src/contract/result.js';
import { checkServer } from '../../../src/contract/check-server.js';

const BROKEN = resolve('kit/broken');

/** Where the sound servers are. */
export const SOUND = join(BROKEN, 'base');

export const modulesIn = (folder: string): string[] => readdirSync(folder).filter((name) => name.endsWith('.mjs'));

/** The ids of all twins: their file names. */
export const TWINS = modulesIn(BROKEN).map((name) => basename(name, '.mjs'));

/** Holds a server of the kit to the whole catalogue, advice included. */
export async function checkModule(file: string): Promise<Report> {
  const { contract } = await importModule(file);
  return checkServer({ ...(contract as ContractConfig), failOn: 'advice', open: () => openModule(file) });
}

const isBroken = ({ status }: Report['results'][number]): boolean => status === 'fail' || status === 'not-testable';

/** The ids that a server breaks, advice included. */
export const brokenIn = ({ results }: Report): string[] => [...new Set(results.filter(isBroken).map(({ id }) => id))];

export const explain = ({ results }: Report): string =>
  results
    .filter(isBroken)
    .map(({ id, message }) => `${id}: ${message}`)
    .join('\n');

/** One test for each twin of these families. A file for a few of them, so that they run beside each other. */
export function describeTwins(...families: readonly string[]): void {
  it.each(TWINS.filter((id) => families.includes(id.split('.')[0] ?? '')))(
    '%s fails its check and no other',
    async (id) => {
      const report = await checkModule(join(BROKEN, `${id}.mjs`));
      expect(brokenIn(report), explain(report)).toEqual([id]);
    },
    60_000,
  );
}
