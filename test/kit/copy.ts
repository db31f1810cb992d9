import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ended, KIT, ROOT, startNode, type Ended } from './process.js';

/** `[what stands there, what stands there instead]`. */
export type Edit = readonly [from: string | RegExp, to: string];

/** A student's clone of kit/, outside the repository; packages resolve to those of the repository. */
export interface KitCopy {
  /** Copies a file of the folder and edits the copy; an edit that finds nothing is an error. */
  derive(from: string, to: string, edits?: readonly Edit[]): Promise<void>;
  /** Runs `node ARGS` to its end, from inside the folder. */
  run(...args: string[]): Promise<Ended>;
  remove(): Promise<void>;
}

export async function copyKit(): Promise<KitCopy> {
  const clone = await mkdtemp(join(tmpdir(), 'vuelta-kit-'));
  const folder = join(clone, 'kit');
  await cp(KIT, folder, { recursive: true });
  await mkdir(join(clone, 'node_modules'));
  await symlink(ROOT, join(clone, 'node_modules/vuelta'), 'junction');
  for (const name of ['@modelcontextprotocol', 'zod']) {
    await symlink(join(ROOT, 'node_modules', name), join(clone, 'node_modules', name), 'junction');
  }
  return {
    derive: async (from, to, edits = []) => {
      const source = await readFile(join(folder, from), 'utf8');
      await mkdir(join(folder, to, '..'), { recursive: true });
      await writeFile(join(folder, to), edits.reduce(edited, source));
    },
    run: (...args) => ended(startNode(args, folder)),
    remove: () => rm(clone, { recursive: true, force: true }),
  };
}

function edited(text: string, [from, to]: Edit): string {
  const result = text.replace(from, () => to);
  if (result === text) throw new Error(`nothing to edit at ${String(from)}`);
  return result;
}
