import type { ContractCase } from './case/case.js';
import type { ContractConfig } from './case/config.js';
import { CATALOGUE } from './catalogue.js';
import type { Check } from './check.js';

export interface Pair {
  readonly check: Check;
  readonly case: ContractCase;
}

const chosen = ({ id }: Check, names: readonly string[]): boolean =>
  names.some((name) => id === name || id.startsWith(`${name}.`));

/** The rules and cases of a run, without asking the server anything. Throws `RangeError` for an unknown check or family. */
export function pairsOf({ cases, only, skip = [] }: Pick<ContractConfig, 'cases' | 'only' | 'skip'>): Pair[] {
  for (const name of [...(only ?? []), ...skip]) {
    if (!CATALOGUE.some((check) => chosen(check, [name])))
      throw new RangeError(`There is no check or family '${name}'.`);
  }
  const checks = CATALOGUE.filter((check) => (only === undefined || chosen(check, only)) && !chosen(check, skip));
  return cases.flatMap((contractCase, index) =>
    checks.filter(({ scope }) => scope !== 'server' || index === 0).map((check) => ({ check, case: contractCase })),
  );
}
