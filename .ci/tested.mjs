// Prints what `npm test` ran on: the commit, and what is changed and not committed. `.ci/run` hands it on to verify once all tests have
// passed, so that verify does not run them again on the same files. Nothing is printed where git cannot say it: then all run again.
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';

const git = (...args) =>
  execFileSync('git', args, { encoding: 'utf8', maxBuffer: 2 ** 28, stdio: ['ignore', 'pipe', 'ignore'] });

/** The name of the files as they are; `undefined` outside of a repository. */
export function stateOfFiles() {
  try {
    const parts = [git('rev-parse', 'HEAD'), git('status', '--porcelain'), git('diff', 'HEAD')];
    return createHash('sha256').update(parts.join('\0')).digest('hex');
  } catch {
    return undefined;
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) process.stdout.write(`${stateOfFiles() ?? ''}\n`);
