// Runs the shared suite over node:sqlite, for the test of a runtime that does not have it: one line of JSON a check.
import { mkdtempSync, rmSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { sqliteStore } from 'vuelta/store/sqlite';

// This Node takes the types away by itself; the sources name each other as they are called when built.
registerHooks({
  resolve: (specifier, context, next) =>
    next(context.parentURL?.endsWith('.ts') ? specifier.replace(/^(\..*)\.js$/u, '$1.ts') : specifier, context),
});
const { CHECKS } = await import('./suite.ts');

const directory = mkdtempSync(join(tmpdir(), 'vuelta-node-sqlite-'));

/** @type {Record<string, () => ReturnType<typeof sqliteStore>>} */
const OPENERS = {
  path: () => sqliteStore(join(directory, 'path.db')),
  database: () => sqliteStore(new DatabaseSync(join(directory, 'database.db'))),
};

for (const [source, open] of Object.entries(OPENERS)) {
  const subject = { one: await open(), other: await open(), open };
  // A few at a time: every write waits for the disk, and some checks are about time.
  const left = [...CHECKS];
  const worker = async () => {
    for (let check = left.shift(); check !== undefined; check = left.shift()) {
      const { name, run } = check;
      const error = await run(subject).then(
        () => undefined,
        (failure) => String(failure?.stack ?? failure),
      );
      console.log(JSON.stringify({ source, name, error }));
    }
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}
// Opened first: to open a store is to write to its file.
const waiting = await sqliteStore(join(directory, 'path.db'));
const holder = new DatabaseSync(join(directory, 'path.db'));
holder.exec('BEGIN IMMEDIATE');
const begun = waiting.beginStep('locked', 'step', Date.now() + 60_000);
setTimeout(() => holder.exec('COMMIT'), 100);
console.log(JSON.stringify({ source: 'path', name: 'waits for a lock', error: undefined, ...(await begun) }));

const { sharedObjects } = /** @type {{ sharedObjects: string[] }} */ (process.report.getReport());
console.log(JSON.stringify({ native: sharedObjects.filter((file) => file.includes('better')) }));
rmSync(directory, { recursive: true });
