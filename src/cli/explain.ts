import { CATALOGUE, findCheck } from '../contract/catalogue.js';
import type { Check } from '../contract/check.js';
import { addressOf } from '../contract/spec.js';
import { EXIT } from './exit.js';
import { hintFor } from './selection.js';
import { UsageError } from './usage.js';

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

function list(): string {
  const width = Math.max(...CATALOGUE.map(({ id }) => id.length));
  return CATALOGUE.map(({ id, level, title }) => `${id.padEnd(width)}  ${level.padEnd(6)}  ${title}\n`).join('');
}

/** The command `vuelta explain`. */
export async function explain(id: string | undefined): Promise<number> {
  const check = id === undefined ? undefined : findCheck(id);
  if (id !== undefined && check === undefined) {
    const ids = CATALOGUE.map((each) => each.id);
    throw new UsageError(`There is no check '${id}'. ${hintFor(id, ids)}`);
  }
  process.stdout.write(check === undefined ? list() : describe(check));
  return EXIT.ok;
}
