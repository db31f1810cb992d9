// Whose code a flow runs, in a process of its own: `share.mjs two|plain TURNS WARMUP`. Prints the samples of two halves, by owner.
import { call, leg } from './call.mjs';
import { FLOWS } from './flows.mjs';
import { samplesByOwner } from './profile.mjs';
import { vueltaFlow, vueltaPlain } from './vuelta.mjs';

const [what, ...numbers] = process.argv.slice(2);
const [turns, warmup] = numbers.map(Number);
const flow = vueltaFlow(FLOWS.two);
const plain = vueltaPlain();
const run = what === 'plain' ? () => leg(plain) : () => call(flow, FLOWS.two);

for (let i = 0; i < warmup; i += 1) await run();
const first = await samplesByOwner(run, turns / 2);
const second = await samplesByOwner(run, turns / 2);
console.log(JSON.stringify([first, second]));
