/**
 * The Chromium of the tests: found, or installed where that is allowed. There is no run without one.
 * 1. CHROMIUM_PATH decides alone where it is set: another browser in its place would be a surprise.
 * 2. What is found has to answer: some systems have a `chromium` that only says how to install one.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';
import { modulesFolder } from './places.mjs';
import { runChild } from './run-child.mjs';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const usualPlaces = [
  '/usr/bin/chromium',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** Resolves to the browser's path, or to a sentence for a person. */
export async function ensureBrowser({
  variables = process.env,
  answers = answersVersion,
  install = installBrowser,
} = {}) {
  const named = variables.CHROMIUM_PATH;
  if (named) {
    if (answers(named)) return { path: named };
    return { problem: `CHROMIUM_PATH names "${named}", and that is no browser that starts.` };
  }
  const found = candidates(variables).find(answers);
  if (found !== undefined) return { path: found };
  console.error('No Chromium was found: installing one ...');
  await install();
  const installed = candidates(variables).find(answers);
  if (installed !== undefined) return { path: installed };
  return {
    problem:
      'The tests need a Chromium, and none could be found or installed here. Install Chromium or Google Chrome ' +
      '(on Debian or Ubuntu: apt-get install chromium), or name one: CHROMIUM_PATH=/path/to/chromium npm test.',
  };
}

/** Does the same for a task: whatever it starts finds the browser by CHROMIUM_PATH. False: the reason was printed. */
export async function provideBrowser() {
  const browser = await ensureBrowser();
  if ('problem' in browser) {
    console.error(browser.problem);
    return false;
  }
  process.env.CHROMIUM_PATH = browser.path;
  return true;
}

/** @param {Record<string, string | undefined>} variables */
function candidates(variables) {
  const folders = (variables.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  const onPath = programs.flatMap((program) => folders.map((folder) => join(folder, program)));
  return [chromium.executablePath(), ...usualPlaces, ...onPath].filter(
    (path) => path !== '' && isProgram(path),
  );
}

/** @param {string} path */
function isProgram(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** @param {string} path */
function answersVersion(path) {
  if (!existsSync(path)) return false;
  // On Windows it would open a window, and there is no such stand-in there.
  if (process.platform === 'win32') return true;
  const asked = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  return asked.status === 0 && /chrom/i.test(asked.stdout);
}

/** The system's own where we may, since it brings its libraries; otherwise the one that Playwright serves. */
async function installBrowser() {
  if (process.platform === 'linux' && process.getuid?.() === 0 && (await isThere('apt-get'))) {
    const apt = (...args) => quietly('apt-get', args, { ...process.env, DEBIAN_FRONTEND: 'noninteractive' });
    if (
      (await apt('update', '-q')) === 0 &&
      (await apt('install', '-y', '-q', '--no-install-recommends', 'chromium')) === 0
    ) {
      return;
    }
  }
  await quietly(
    process.execPath,
    [join(modulesFolder, 'playwright-core', 'cli.js'), 'install', 'chromium'],
    process.env,
  );
}

/** @param {string} program */
async function isThere(program) {
  return (await quietly(program, ['--version'], process.env)) === 0;
}

/** An installer's words are not a task's output. */
async function quietly(program, args, env) {
  return runChild(program, args, { env, stdio: ['ignore', 'ignore', process.stderr] }).catch(() => 127);
}
