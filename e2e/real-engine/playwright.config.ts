/** Of `npm run models`, in a Chromium that finds this machine alone. */
import { defineConfig } from '@playwright/test';
import { chromiumFlags } from '../chromium.ts';
import gate from '../playwright.config.ts';

const onlyThisMachine = '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost';

export default defineConfig({
  ...gate,
  testDir: '.',
  testMatch: '*.flows.ts',
  testIgnore: [],
  outputDir: '../../test-results',
  // There is one engine, and it answers one after another.
  fullyParallel: false,
  workers: 1,
  reporter: 'list',
  projects: [{ name: 'Chromium' }],
  use: {
    ...gate.use,
    serviceWorkers: 'allow',
    launchOptions: { ...gate.use?.launchOptions, args: [...chromiumFlags, onlyThisMachine] },
  },
});
