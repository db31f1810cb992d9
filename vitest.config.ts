import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    globalSetup: ['test/services/leash.mjs'],
    setupFiles: ['test/services/leash.mjs'],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxWorkers: 2,
    // Node imports these as a server's process does. Vite would transform a fixture again for each import with a query of its own.
    server: { deps: { external: [/\/dist\/.*\.js/, /\.mjs/] } },
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
