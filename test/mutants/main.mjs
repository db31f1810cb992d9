// Changes the code in a copy, one mutant at a time, and looks whether a test notices.
//
//   npm run mutants [-- --named | --all | --seed TEXT | --count N | TEXT …]   TEXT: only mutants whose name has it
import '../services/leash.mjs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { listed, sampleOf, sweep } from './choose.mjs';
import { NAMED } from './named.mjs';
import { Copy } from './run.mjs';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    named: { type: 'boolean', default: false },
    all: { type: 'boolean', default: false },
    seed: { type: 'string', default: 'vuelta' },
    count: { type: 'string', default: '40' },
  },
});

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(130));

const known = new Set(listed());
const every = sweep();
const wrongs = [...known]
  .filter((id) => !every.some((mutant) => mutant.id === id))
  .map((id) => `${id}: listed, and there is no such mutant`);
const mutants = [...NAMED, ...swept()].filter(({ name }) => positionals.every((text) => name.includes(text)));
const copies = Array.from({ length: Math.min(2, availableParallelism()) }, () => new Copy());
await assertSound();
await Promise.all(copies.map(work));

for (const wrong of wrongs) console.error(wrong);
const count = wrongs.length;
console.log(
  count === 0 ? 'every mutant died, or is listed with a reason' : `${count} wrong: see docs/contributing/mutants.md`,
);
process.exit(count === 0 ? 0 : 1);

function swept() {
  if (values.named) return [];
  if (values.all || positionals.length > 0) return every;
  const sample = sampleOf(every, values.seed, Number(values.count));
  return [...new Set([...sample, ...every.filter(({ id }) => known.has(id))])];
}

/** A test that fails without a mutant would kill them all. */
async function assertSound() {
  const tests = [...new Set(mutants.flatMap((mutant) => mutant.tests.flat()))];
  console.error(
    `${mutants.length} mutants of ${NAMED.length + every.length}; first the ${tests.length} files of tests as they are`,
  );
  const shares = copies.map((_copy, share) => tests.filter((_test, at) => at % copies.length === share));
  const failures = await Promise.all(copies.map((copy, share) => copy.failureOf(shares[share], 2)));
  const failed = failures.filter((one) => one !== undefined);
  if (failed.length === 0) return;
  console.error(`failed without a mutant: ${failed.join('; ')}`);
  process.exit(2);
}

async function work(copy) {
  for (let mutant = mutants.shift(); mutant !== undefined; mutant = mutants.shift()) {
    const killer = (await copy.killerOf(mutant)) ?? undefined;
    const isKnown = known.has(mutant.id);
    const label = mutant.id === undefined ? mutant.name : `${mutant.id} ${mutant.name}`;
    console.log(
      killer === undefined
        ? `${isKnown ? 'listed' : 'SURVIVED'}  ${label}`
        : `killed    ${label}\n            by ${killer}`,
    );
    if (killer === undefined && !isKnown)
      wrongs.push(
        mutant.id === undefined
          ? `${label}: survived`
          : `survived, and is not listed:\n- \`${mutant.id}\` ${mutant.name}`,
      );
    // Once more: a test that was only late has not killed it.
    if (killer !== undefined && isKnown && (await copy.killerOf(mutant)) !== undefined)
      wrongs.push(`${label}: listed, and does not survive`);
  }
}
