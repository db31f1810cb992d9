import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { basename, join, resolve } from 'node:path';
import { mutantsOf } from './sweep.mjs';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDERS = ['state', 'guard', 'ask', 'store'];
/** They run what was built, which no mutant changes. */
const BUILT = new Set(['test/store/node-sqlite.test.ts']);
const PAGE = join(ROOT, 'docs/contributing/mutants.md');

/** Every mutant of the sweep, with its tests in stages: those named like the file, those of its folder, those of the other folders. */
export function sweep() {
  return FOLDERS.flatMap((folder) => {
    const found = readdirSync(join(ROOT, 'src', folder), { recursive: true, encoding: 'utf8' });
    const files = found.filter((name) => name.endsWith('.ts'));
    return files.flatMap((name) => {
      const file = `src/${folder}/${name}`;
      const source = readFileSync(join(ROOT, file), 'utf8');
      const tests = stagesOf(folder, name);
      return mutantsOf(file, source).map((mutant) => Object.assign(mutant, { tests }));
    });
  });
}

function stagesOf(folder, name) {
  const own = testsIn(folder);
  const alike = own.filter((test) => basename(test) === basename(name).replace(/\.ts$/, '.test.ts'));
  const others = [...FOLDERS, 'adversarial', 'fleet'].filter((one) => one !== folder).flatMap(testsIn);
  return [alike, own.filter((test) => !alike.includes(test)), others];
}

function testsIn(folder) {
  const names = readdirSync(join(ROOT, 'test', folder));
  const tests = names.filter((name) => name.endsWith('.test.ts')).map((name) => `test/${folder}/${name}`);
  return tests.filter((test) => !BUILT.has(test));
}

/** About so many of them, the same ones for the same seed; a change of the code elsewhere does not change the choice. */
export function sampleOf(mutants, seed, count) {
  const rank = ({ id }) => createHash('sha256').update(`${seed} ${id}`).digest('hex');
  return mutants.toSorted((a, b) => (rank(a) < rank(b) ? -1 : 1)).slice(0, count);
}

/** The ids of the mutants that are known to survive: `- \`id\` …` in the page, each with its reason. */
export function listed(page = readFileSync(PAGE, 'utf8')) {
  return [...page.matchAll(/^- `([0-9a-f]{8})` /gm)].map(([, id]) => id);
}
