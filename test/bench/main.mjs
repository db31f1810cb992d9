import '../services/leash.mjs';
import { writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { bench, FULL, SMOKE } from './bench.mjs';
import { report } from './report.mjs';

const { values } = parseArgs({ options: { json: { type: 'string' }, smoke: { type: 'boolean', default: false } } });

const results = await bench(values.smoke ? SMOKE : FULL, (step) => console.error(`… ${step}`));
console.log(report(results));
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`);
