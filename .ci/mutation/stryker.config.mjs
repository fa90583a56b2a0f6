/**
 * Mutation testing of one area (`MUTATION_AREA`, see `areas.mjs`) or of some of its files (`MUTATION_FILES`): small mistakes are put into the code one
 * after the other, and a test that stands beside it has to fail. `npm run mutation` calls it.
 */
import { availableParallelism } from 'node:os';
import { areas, notMutated } from './areas.mjs';
import { placesOf } from './places.mjs';

const name = process.env.MUTATION_AREA ?? '';
const area = areas[name];
if (area === undefined) throw new Error(`There is no area named "${name}".`);
const places = placesOf(process.env.MUTATION_NAME ?? name);
const files = (process.env.MUTATION_FILES ?? '').split(',').filter((file) => file !== '');

export default {
  testRunner: 'vitest',
  plugins: ['@stryker-mutator/vitest-runner'],
  vitest: { configFile: '.ci/mutation/vitest.config.ts', related: false },
  coverageAnalysis: 'perTest',
  mutate: [...(files.length > 0 ? files : area.mutate), ...notMutated],
  // What is here is what a mutant can reach. TypeScript 7 has no parser that Stryker could call to rewrite
  // paths in tsconfig.json, and Vitest needs none of them.
  ignorePatterns: ['*', '!package.json', '!.ci/mutation/**', '!shared/**', '!web/**', '!sync-server/**'],
  tsconfigFile: 'none.json',
  tempDirName: places.sandbox,
  cleanTempDir: 'always',
  incremental: true,
  incrementalFile: places.incremental,
  reporters: ['clear-text', 'progress-append-only', 'json', 'html'],
  clearTextReporter: { logTests: false, reportTests: false },
  jsonReporter: { fileName: places.report },
  htmlReporter: { fileName: places.page },
  // Most of a run is waiting: for what a mutant keeps from happening.
  concurrency: availableParallelism(),
  // Above the longest test: one that hangs is ended by Vitest, which costs less than ending its process.
  timeoutMS: 20_000,
  thresholds: { high: 95, low: 85, break: 85 },
};
