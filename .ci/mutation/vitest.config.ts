/**
 * The tests that judge the mutants of one area (`MUTATION_AREA`). They are chosen here and not by Stryker's
 * `testFiles`: with that, a mutant in what a module makes as it loads would never be switched on.
 */
import { defineConfig } from 'vitest/config';
import { areas } from './areas.mjs';

const area = areas[process.env.MUTATION_AREA ?? ''];

export default defineConfig({
  test: {
    include: area?.tests ?? [],
    exclude: ['**/*.browser{,.long}.test.ts', '**/node_modules/**'],
    environment: 'node',
    setupFiles: area?.setupFiles ?? [],
    // One worker for all files of a run; each mutant has a worker of its own all the same.
    isolate: false,
    // A mutant that makes a test wait for ever is noticed by it.
    testTimeout: 10_000,
    hookTimeout: 10_000,
  },
});
