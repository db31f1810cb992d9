import { createInterface } from 'node:readline';
import { killChild, startChild } from '../services/children.mjs';

const START_MS = 20_000;

/** Starts a process that ends with this one, and resolves to it and to its first line that fits. */
export async function start(command, args, fits) {
  const child = startChild(command, args, ['ignore', 'pipe', 'inherit']);
  const said = new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${command} ended with ${code} before it was ready`)));
    const late = setTimeout(() => reject(new Error(`${command} was not ready within ${START_MS} ms`)), START_MS);
    createInterface({ input: child.stdout }).on('line', (line) => {
      if (!fits(line)) return;
      clearTimeout(late);
      resolve(line);
    });
  });
  said.catch(() => killChild(child));
  return { child, line: await said };
}
