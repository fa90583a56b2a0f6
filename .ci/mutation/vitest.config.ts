/** The tests that judge mutants: those of the areas that need no browser. Stryker chooses among them. */
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['{shared,web,sync-server}/**/*.test.ts'],
    exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
    environment: 'node',
    // One worker for all files of a run; each mutant has a worker of its own all the same.
    isolate: false,
    // A mutant that makes a test wait for ever is noticed by it.
    testTimeout: 10_000,
    hookTimeout: 10_000,
  },
});
