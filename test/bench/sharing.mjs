import { execFileSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { steadily } from './interleave.mjs';

const SHARE = fileURLToPath(new URL('share.mjs', import.meta.url));

/** A plain call is shorter than a flow: so many for the same number of samples. */
const PLAIN_CALLS = 4;

/** Shares of the processor's time in a two-leg flow and in a plain call, by whose code it ran. No machine changes these much. */
export async function benchShare({ turns, warmup, again }) {
  return {
    two: await steadily(() => shares('two', turns, warmup), again),
    plain: await steadily(() => shares('plain', turns * PLAIN_CALLS, warmup * PLAIN_CALLS), again),
  };
}

function shares(what, turns, warmup) {
  const args = [SHARE, what, String(turns), String(warmup)];
  const [first, second] = JSON.parse(execFileSync(process.execPath, args, { encoding: 'utf8' }));
  const names = new Set([...Object.keys(first), ...Object.keys(second)]);
  const all = Object.fromEntries([...names].map((name) => [name, (first[name] ?? 0) + (second[name] ?? 0)]));
  return { ...parts(all), first: parts(first).ours, second: parts(second).ours };
}

/** Shares of all samples: ours in one and by folder, and those of everybody else. */
function parts(counts) {
  const samples = Object.values(counts).reduce((sum, count) => sum + count, 0);
  const share = (fits) =>
    Object.entries(counts).reduce((sum, [name, count]) => (fits(name) ? sum + count : sum), 0) / samples;
  const others = ['sdk', 'zod', 'node', 'client', 'garbage'].map((owner) => [owner, share((name) => name === owner)]);
  const folders = Object.keys(counts).filter((name) => name.startsWith('ours '));
  return {
    samples,
    ours: share((name) => name.startsWith('ours ')),
    ...Object.fromEntries(others),
    folders: Object.fromEntries(folders.sort().map((folder) => [folder.slice(5), counts[folder] / samples])),
  };
}
