/**
 * Every test of the project but the end-to-end ones (`e2e/playwright.config.ts`). Vitest no longer reads a
 * workspace by itself: call it with `--config vitest.workspace.ts`.
 */
import { fileURLToPath } from 'node:url';
import { playwright } from '@vitest/browser-playwright';
import { configDefaults, defineConfig } from 'vitest/config';
import { clipboardTurns } from './.ci/clipboard-turns.ts';
import { chromiumFlags, lightChromiumPath } from './e2e/chromium.ts';
import { LongestFirst } from './e2e/longest-first.ts';
import { longPatterns, patternsOf, testRun } from './e2e/test-run.ts';

declare module 'vitest' {
  interface ProvidedContext {
    propertySeed: number;
  }
}

const executablePath = lightChromiumPath();
const entities = 'decode-named-character-reference';
/** Of tests that open a library. */
const watchedTransactions = '.ci/transaction-watch.mjs';
/** Of tests in Node: a browser that is busy may print a line of its own. */
const quietConsole = '.ci/quiet-console.mjs';
const inBrowser = ['**/*.browser.test.{ts,tsx}', '**/*.browser.long.test.{ts,tsx}'];
const ofLength = (...patterns: string[]) => patternsOf(testRun.length, patterns);
/** Files of requests that every run sends once more with rows in PostgreSQL, or with bytes in a bucket; all is long. */
const quickOnPostgres = [
  'sync-server/routes/sync/*.test.ts',
  'sync-server/services/*/{large-changes,commit-mutation}.test.ts',
];
const quickInBucket = ['sync-server/routes/library/resources.test.ts'];
const allInBucket = ['sync-server/routes/library/{blobs,download,resources}.test.ts'];
const allOnPostgres = [
  ...quickOnPostgres,
  'sync-server/routes/*.test.ts',
  'sync-server/routes/{account,answers,library,links,operation}/*.test.ts',
  'sync-server/mcp/*.test.ts',
  'sync-server/{app,webhook-delivery}.test.ts',
  'sync-server/services/*/{prompt-versions,account-limits}.test.ts',
];

export default defineConfig({
  test: {
    // A gate that must see tests counts them itself; a project of its own may still be empty.
    passWithNoTests: true,
    exclude: [...configDefaults.exclude, ...longPatterns(testRun.length)],
    // Two workers, each with a server of its own, are as much as two cores carry: the browser's files come after all
    // others (`groupOrder`), and those all together, so that neither core waits for the other.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    // Nets for what hangs, not measures: a test of one second takes a minute on a machine that is busy.
    setupFiles: ['.ci/patient-waits.mjs', '.ci/fixed-seed.mjs'],
    provide: { propertySeed: testRun.propertySeed },
    expect: { poll: { timeout: 60_000 } },
    testTimeout: 120_000,
    hookTimeout: 120_000,
    projects: [
      {
        extends: true,
        test: {
          name: 'tooling',
          setupFiles: [quietConsole],
          include: ofLength('.ci/**/*.test.mjs', 'e2e/*.test.ts'),
          environment: 'node',
        },
      },
      {
        extends: true,
        // Pure functions alone: nothing of one file can reach another.
        test: {
          name: 'shared',
          setupFiles: [quietConsole],
          include: ofLength('shared/**/*.test.ts'),
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'server',
          setupFiles: [quietConsole],
          globalSetup: 'sync-server/testing/postgres/postgres-of-run.ts',
          include: ofLength('sync-server/**/*.test.ts', 'bench/**/*.test.ts'),
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        // Runs the tests of files again with their bytes in a bucket, in workers of its own because of its setup file.
        test: {
          name: 'server-bucket',
          setupFiles: [quietConsole, 'sync-server/testing/files-in-a-bucket.ts'],
          include: testRun.length === 'short' ? quickInBucket : allInBucket,
          environment: 'node',
        },
      },
      {
        extends: true,
        // Runs what requests do again with rows in PostgreSQL. Files that are left out are about SQLite, its file or its folder.
        test: {
          name: 'server-postgres',
          setupFiles: [quietConsole, 'sync-server/testing/postgres/rows-in-postgres.ts'],
          globalSetup: 'sync-server/testing/postgres/postgres-of-run.ts',
          include: testRun.length === 'short' ? quickOnPostgres : allOnPostgres,
          environment: 'node',
          isolate: false,
        },
      },
      {
        extends: true,
        test: {
          name: 'web',
          setupFiles: [quietConsole, watchedTransactions],
          include: ofLength('web/**/*.test.{ts,tsx}'),
          exclude: inBrowser,
          environment: 'node',
        },
      },
      {
        extends: true,
        test: {
          name: 'simulation',
          setupFiles: [quietConsole, watchedTransactions],
          globalSetup: 'sync-server/testing/postgres/postgres-of-run.ts',
          include: ofLength('e2e/simulation/**/*.test.ts'),
          environment: 'node',
          testTimeout: 300_000,
        },
      },
      {
        extends: true,
        // As in vite.config.ts: the rendered view is read in a worker.
        resolve: { alias: { [entities]: fileURLToPath(import.meta.resolve(entities)) } },
        // The React that ships: the checks of its development build cost a sixth of these tests.
        define: { 'process.env.NODE_ENV': '"production"' },
        oxc: { jsx: { development: false } },
        // Found while a test runs, they would make Vite reload it.
        optimizeDeps: {
          rolldownOptions: { transform: { define: { 'process.env.NODE_ENV': '"production"' } } },
          include: [
            '@ai-sdk/anthropic',
            '@ai-sdk/google',
            '@ai-sdk/openai-compatible',
            '@cfworker/json-schema',
            '@pydantic/genai-prices',
            '@secretlint/core',
            '@secretlint/secretlint-rule-preset-recommend',
            'ai',
            'fast-check',
            'fflate',
            'gpt-tokenizer/GptEncoding',
            'gpt-tokenizer/bpeRanks/cl100k_base',
            'gpt-tokenizer/bpeRanks/o200k_base',
            'lowlight',
            'micromark-util-decode-string',
            'rehype-highlight',
            'remark-gfm',
            'remark-parse',
            'remark-rehype',
            'unified',
            'yaml',
          ],
        },
        test: {
          name: 'browser',
          isolate: false,
          setupFiles: ['web/ui/testing/fresh-page.ts'],
          include: ofLength('web/**/*.browser.test.{ts,tsx}'),
          sequence: { groupOrder: 1 },
          // Each waits for timers and frames a sixth of the time.
          maxWorkers: 3,
          browser: {
            enabled: true,
            headless: true,
            // A net as well: a minute was not enough for a machine with thirty busy processes.
            connectTimeout: 300_000,
            screenshotFailures: false,
            commands: clipboardTurns(),
            provider: playwright({
              // Frames of dialogs that fade in and of rings that turn are a tenth of the CPU time of these tests.
              contextOptions: { reducedMotion: 'reduce' },
              launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...chromiumFlags] },
            }),
            instances: [{ browser: 'chromium' }],
          },
        },
      },
    ],
  },
});
