import { defineConfig } from 'vitest/config';
import { stateOfFiles } from './.ci/tested.mjs';

/**
 * The tests that reach the lines for which there are thresholds. Only they run when all tests have passed on these very files a moment
 * ago, as `.ci/run` says with `VUELTA_TESTED`: then the second run has nothing to find out but the coverage.
 */
const COVERING = 'test/{adversarial,ask,form,guard,state,store}/**/*.test.ts';
const tested = process.env['VUELTA_TESTED'] ?? '';
const isTested = tested !== '' && tested === stateOfFiles() && process.argv.includes('--coverage');
const ALL = isTested ? COVERING : 'test/**/*.test.ts';

/**
 * Files that need modules nobody has used before them: they look at what an import loads, count from one, change the engine, or use what is
 * built beside its source.
 */
const FRESH_FOLDERS = ['test/{bench,conformance,docs,fleet,package,services}/**/*.test.ts'];
const FRESH_FILES = [
  'test/ask/blind.test.ts',
  'test/client/ports/lazy.test.ts',
  'test/client/script/schema.test.ts',
  'test/form/imports.test.ts',
  'test/cli/serve-module.test.ts',
  'test/guard/process.test.ts',
  'test/store/examples.test.ts',
];

const FRESH = isTested ? FRESH_FILES : [...FRESH_FOLDERS, ...FRESH_FILES];

export default defineConfig({
  test: {
    globalSetup: ['test/services/leash.mjs'],
    setupFiles: ['test/services/leash.mjs'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Node imports these as a server's process does. Vite would transform a fixture again for each import with a query of its own.
    server: { deps: { external: [/\/dist\/.*\.js/, /\.mjs/] } },
    projects: [
      { extends: true, test: { name: 'fresh', include: FRESH } },
      // A file costs 0.6 seconds of processor to begin in a process of its own, and there are more than two hundred.
      { extends: true, test: { name: 'shared', include: [ALL], exclude: FRESH, isolate: false } },
    ],
    coverage: {
      provider: 'v8',
      include: ['src/**/*.ts'],
      reporter: ['text-summary', 'text', 'json-summary'],
      thresholds: {
        'src/state/**': { lines: 95, branches: 95 },
        'src/guard/**': { lines: 95, branches: 95 },
        'src/ask/**': { lines: 95, branches: 95 },
      },
    },
  },
});
