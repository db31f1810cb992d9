import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { median } from './interleave.mjs';

const LOAD = fileURLToPath(new URL('load.mjs', import.meta.url));

/** Milliseconds of an import in a process of its own, in the order A B B A; `vuelta` imports the SDK too. */
export function benchImport(turns) {
  const sdk = () => load('@modelcontextprotocol/server');
  const vuelta = () => load('vuelta');
  const times = { sdk: [], vuelta: [] };
  for (let i = 0; i < turns; i += 1) {
    times.sdk.push(sdk());
    times.vuelta.push(vuelta(), vuelta());
    times.sdk.push(sdk());
  }
  return { sdk: median(times.sdk), vuelta: median(times.vuelta) };
}

function load(name) {
  return Number(execFileSync(process.execPath, [LOAD, name], { encoding: 'utf8' }));
}
