import { execFileSync } from 'node:child_process';

const found = new Map([['node', process.execPath]]);

/** The executable of a runtime: `node` is the one that runs this, `node@22` comes from the npm registry. */
export function executableOf(runtime) {
  const known = found.get(runtime);
  if (known !== undefined) return known;
  const options = { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], shell: process.platform === 'win32' };
  const path = execFileSync('npx', ['-y', '-p', runtime, '--', 'node', '-p', 'process.execPath'], options).trim();
  found.set(runtime, path);
  return path;
}
