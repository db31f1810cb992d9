import '../services/leash.mjs';
import { randomInt } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { GRACE_MS, runFleet } from './fleet.mjs';
import { align, failuresOf, tableOf } from './table.mjs';

const LONG = { flows: 300, kills: 24, seconds: 60 };
const SHORT = { flows: 90, kills: 8, seconds: 12 };
const SHOWN = 10;

const { values } = parseArgs({
  options: {
    short: { type: 'boolean', default: false },
    flows: { type: 'string' },
    kills: { type: 'string' },
    restarts: { type: 'string', default: '1' },
    seconds: { type: 'string' },
    seed: { type: 'string', default: String(randomInt(1_000_000)) },
  },
});
const defaults = values.short ? SHORT : LONG;
const options = {
  seed: values.seed,
  flows: whole('flows', values.flows ?? defaults.flows),
  kills: whole('kills', values.kills ?? defaults.kills),
  restarts: whole('restarts', values.restarts),
  seconds: whole('seconds', values.seconds ?? defaults.seconds),
};

function whole(name, value) {
  const number = Number(value);
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(`--${name}: expected a whole number above 0`);
  process.exit(2);
}

const local = (file) => fileURLToPath(new URL(file, import.meta.url));

// Whatever hangs, this does not: every child ends with this process.
const limit = setTimeout(
  () => {
    console.error('the fleet did not end in time');
    process.exit(1);
  },
  2 * (options.seconds * 1000 + 2 * GRACE_MS),
);

const { seed, flows, kills, seconds } = options;
console.log(`seed ${seed}: ${flows} flows over ${seconds} s, ${kills} kills, 3 replicas`);
console.error('… the fleet');
const run = await runFleet({ ...options, file: local('../../kit/reservas.mjs'), store: true });
console.error('… the control run: no shared store, no unique column');
const control = await runFleet({ ...options, file: local('control.mjs'), store: false });
clearTimeout(limit);

console.log(`\n${align(tableOf(run, control, options)).join('\n')}\n`);
const failures = failuresOf(run, control, options);
if (failures.length > 0) {
  const details = [
    ...run.ledger.wrongs,
    ...run.flows.filter(({ why }) => why).map(({ plan, why }) => `${plan.number}: ${why}`),
  ];
  console.log(details.slice(0, SHOWN).join('\n'));
  console.log(`what the replicas said last:\n${run.replicas.lastLines.join('\n')}\n`);
}
console.log(failures.length === 0 ? 'passed' : `failed: ${failures.join('; ')}`);
process.exit(failures.length === 0 ? 0 : 1);
