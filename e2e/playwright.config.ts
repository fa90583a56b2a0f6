/** End to end: each test starts the real server for itself, so there is no `webServer` here. */
import { defineConfig } from '@playwright/test';
import { chromiumFlags, lightChromiumPath } from './chromium.ts';
import { enginePrograms } from './engines/engine-programs.ts';

const executablePath = lightChromiumPath();
/** Run by `npm test -- engines` alone. */
const ofEngines = 'engines/engines.flows.ts';

export default defineConfig({
  testDir: '.',
  testMatch: '**/*.spec.ts',
  outputDir: '../test-results',
  fullyParallel: true,
  forbidOnly: true,
  retries: 0,
  workers: 2,
  // Nets for what hangs, not measures: a busy machine takes more than ten times as long.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  reporter: [['list'], ['json', { outputFile: '../.cache/reports/playwright.json' }]],
  projects: [
    { name: 'Chromium' },
    // One browser for all tests of an engine: its start takes longer than most of them.
    ...Object.keys(enginePrograms()).map((name) => ({ name, testMatch: ofEngines, fullyParallel: false })),
  ],
  use: {
    browserName: 'chromium',
    headless: true,
    // A service worker is part of what is tested.
    serviceWorkers: 'allow',
    // An animated dialog costs about a tenth of a test; the specs of first steps, keys and toasts do animate.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath ? { executablePath } : {}), args: [...chromiumFlags] },
  },
});
