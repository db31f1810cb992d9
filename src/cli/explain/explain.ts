import { CATALOGUE, findCheck } from '../../contract/catalogue.js';
import type { Check } from '../../contract/check.js';
import { addressOf } from '../../protocol/spec.js';
import { EXIT } from '../exit.js';
import { hintFor } from '../check/selection.js';
import { UsageError } from '../usage.js';

const describe = ({ id, level, title, spec, why, fix }: Check): string =>
  `${[
    `${id} (${level})`,
    '',
    title,
    '',
    `Why    ${why}`,
    `Fix    ${fix}`,
    `Rests  ${addressOf(spec)}, "${spec.section}"`,
  ].join('\n')}\n`;

function list(checks: readonly Check[]): string {
  const width = Math.max(...checks.map(({ id }) => id.length));
  return checks.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${title}\n`).join('');
}

/** The command `vuelta explain`: one check, the checks of a family, or all. */
export async function explain(id: string | undefined): Promise<number> {
  const check = id === undefined ? undefined : findCheck(id);
  const family = CATALOGUE.filter((each) => id === undefined || each.id.startsWith(`${id}.`));
  if (id !== undefined && check === undefined && family.length === 0) {
    const ids = CATALOGUE.map((each) => each.id);
    throw new UsageError(`There is no check '${id}'. ${hintFor(id, ids)}`);
  }
  process.stdout.write(check === undefined ? list(family) : describe(check));
  return EXIT.ok;
}
