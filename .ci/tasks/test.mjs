import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { readTestRun } from '../../e2e/test-run.ts';
import { provideBrowser, provideHeadlessShell } from '../browser.mjs';
import { provideEngines } from '../engines.mjs';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { cacheFolder, modulesFolder, root, serverFolder } from '../places.mjs';
import { runChild } from '../run-child.mjs';
import { accountForTests, reports } from '../test-reports.mjs';
import { wallTimes } from '../wall-times.mjs';

/**
 * `npm test`: every test but those of the long files (`npm run test:long`). With arguments only those that they name,
 * long or not: `npm test -- e2e ...` and whatever names a `.spec.ts` goes to Playwright, `npm test -- engines` runs all
 * flows in Firefox and in WebKit, everything else (a path, `--project shared`, `-t words`) goes to Vitest. The wall time
 * of each part stands before the last line.
 */
export function run(args) {
  return runTests(args, 'short');
}

/**
 * Resolves to the exit code of a run.
 * @param {readonly string[]} args
 * @param {import('../../e2e/test-run.ts').TestLength} length of a run without arguments
 */
export async function runTests(args, length) {
  const { timed, summary } = wallTimes();
  const { propertySeed, simulationSeeds } = readTestRun(process.env);
  console.log(
    `Seeds: ${simulationSeeds.length} of the simulation; FAST_CHECK_SEED=${propertySeed} of the properties.`,
  );
  const shell = await timed('headless shell', provideHeadlessShell);
  const chosen = chooseTests(args, length);
  process.env.TEST_LENGTH = chosen.length;
  // Vitest runs in the shell: where Chromium has to be installed, that is done meanwhile.
  const browser = shell === undefined || chosen.playwright ? provideBrowser() : true;
  if (shell === undefined && !(await browser)) return 1;
  // While Vitest runs, and after the browser, for one installer waits for another.
  const missingEngines = chosen.engines ? Promise.resolve(browser).then(() => provideEngines()) : [];
  // Both, also where the first fails: whoever waited wants to know everything.
  const codes = [];
  if (chosen.vitest) codes.push(await timed('Vitest', () => runVitest(chosen.vitest)));
  if (chosen.playwright) {
    const isReady =
      (await timed('Chromium', () => browser)) &&
      (await timed('build', () => ensureFreshBuild('web', 'server')));
    const missing = await timed('engines', async () => missingEngines);
    for (const name of missing) {
      console.error(
        `NOT RUN: the flows in ${name}, which is not here and could not be installed (docs/engines.md).`,
      );
    }
    // A run that was asked for and did not happen is no success.
    if (chosen.engines === 'all' && missing.length > 0) codes.push(1);
    codes.push(isReady ? await timed('Playwright', () => runPlaywright(chosen)) : 1);
  }
  const passed = codes.every((code) => code === 0);
  console.log(summary());
  if (args.length > 0) return passed ? 0 : 1;
  return account(chosen.length) && passed ? 0 : 1;
}

/**
 * Returns the tests of a run: all of one length, or of any length those that the arguments name.
 * @param {readonly string[]} args
 * @param {import('../../e2e/test-run.ts').TestLength} length
 */
export function chooseTests(args, length) {
  if (args.length > 0) return { length: 'all', ...chooseNamed(args) };
  return { length, vitest: [], playwright: [], ...(length === 'short' ? {} : { engines: 'quick' }) };
}

function chooseNamed(args) {
  if (args[0] === 'engines') return { playwright: ['engines.flows', ...args.slice(1)], engines: 'all' };
  if (args[0] === 'e2e') return { playwright: args.slice(1) };
  return args.some((arg) => arg.includes('.spec')) ? { playwright: args } : { vitest: args };
}

export async function runVitest(args) {
  if (!(await ensureFreshBuild('server'))) return 1;
  rmSync(reports.vitest, { force: true });
  const program = join(modulesFolder, 'vitest', 'vitest.mjs');
  const config = ['--config', 'vitest.workspace.ts'];
  const reporters = ['--reporter', 'default', '--reporter', './.ci/vitest-report.mjs'];
  return runChild(process.execPath, [program, 'run', ...config, ...reporters, ...args], {
    env: withBundle(),
  });
}

/** Hundreds of servers start: they run the bundle that ships, compiled once, in half the time of the sources. */
function withBundle() {
  return {
    NODE_COMPILE_CACHE: join(cacheFolder, 'compiled'),
    PROMPTORY_SERVER_BUNDLE: serverFolder,
    ...process.env,
  };
}

function runPlaywright({ playwright: args, engines }) {
  rmSync(reports.playwright, { force: true });
  const config = join(root, 'e2e', 'playwright.config.ts');
  const program = join(modulesFolder, '@playwright', 'test', 'cli.js');
  return runChild(process.execPath, [program, 'test', '--config', config, ...args], {
    env: { ...withBundle(), ...(engines === 'all' ? { ENGINE_FLOWS: 'all' } : {}) },
  });
}

/** The last lines of a run: what was proved, or each thing that was not and why. */
function account(length) {
  const { tests, endToEnd, files, complaints } = accountForTests({ folder: root, ...reports, length });
  for (const complaint of complaints) console.error(complaint);
  if (complaints.length > 0) return false;
  console.log(`${tests} tests and ${endToEnd} end to end, in ${files} files: all passed, none was left out.`);
  return true;
}
