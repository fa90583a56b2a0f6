/** End to end: each test starts the real server for itself, so there is no `webServer` here. */
import { defineConfig } from '@playwright/test';
import { chromiumFlags, lightChromiumPath } from './chromium.ts';
import { enginePrograms } from './engines/engine-programs.ts';
import { longPatterns, patternsOf, testRun } from './test-run.ts';

const executablePath = lightChromiumPath();
/** Of an engine that was found, and not in a short run: the flows that take seconds, or all of them where they are asked for. */
const flowsOf = (engine: string) => ({
  name: engine,
  testMatch: 'engines/engines.flows.ts',
  // One browser for all tests of an engine: its start takes longer than most of them.
  fullyParallel: false,
  workers: 1,
  ...(process.env.ENGINE_FLOWS === 'all' || testRun.isFull ? {} : { grepInvert: /@asked/ }),
});

export default defineConfig({
  testDir: '.',
  testMatch: patternsOf(testRun.length, ['**/*.spec.ts']),
  testIgnore: longPatterns(testRun.length),
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  // Of two cores, two workers leave a fifth idle: each waits for servers, timers and the pauses between two looks.
  workers: 3,
  // Nets for what hangs, not measures: a busy machine takes more than ten times as long. No test waits longer than a minute
  // for one thing (`actionTimeout`, also for an event of a page); the bound of a whole test is apart.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/reports/playwright.json' }]],
  projects: [
    // First, for each of them is one long row of tests.
    ...(testRun.length === 'short' ? [] : Object.keys(enginePrograms()).map(flowsOf)),
    { name: 'Chromium' },
  ],
  use: {
    actionTimeout: 60_000,
    navigationTimeout: 60_000,
    browserName: 'chromium',
    headless: true,
    // Keeping the app is work for each new device of a test (370 files): those that need it there allow it.
    serviceWorkers: 'block',
    // An animated dialog costs about a tenth of a test; the specs of first steps, keys and toasts do animate.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...chromiumFlags] },
  },
});
