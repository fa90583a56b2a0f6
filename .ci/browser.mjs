/**
 * Finds the browsers of the tests, or installs them where that is allowed: a Chromium, without which there is no run,
 * and its headless shell, which does the same for about half of the CPU time (docs/decisions/027).
 * 1. CHROMIUM_PATH decides alone where it is set: another browser in its place would be a surprise.
 * 2. What is found has to answer: some systems have a `chromium` that only says how to install one.
 * 3. Without a headless shell every test runs in Chromium.
 */
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { modulesFolder } from './places.mjs';
import { runChild } from './run-child.mjs';

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
const shellPrograms = ['chromium-headless-shell', 'chrome-headless-shell'];
/** Bounds the wait for a mirror; without an answer a run begins without the headless shell. */
const mirrorsAnswerMs = 60_000;
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
  const found = (await candidates(variables)).find(answers);
  if (found !== undefined) return { path: found };
  console.log('No Chromium was found: installing one ...');
  await install();
  const installed = (await candidates(variables)).find(answers);
  if (installed !== undefined) return { path: installed };
  return {
    problem:
      'The tests need a Chromium, and none could be found or installed here. Install Chromium or Google Chrome ' +
      '(on Debian or Ubuntu: apt-get install chromium), or name one: CHROMIUM_PATH=/path/to/chromium npm test.',
  };
}

/** Resolves to the path of a headless shell, or to undefined. */
export async function ensureHeadlessShell({
  variables = process.env,
  answers = answersVersion,
  install = installHeadlessShell,
} = {}) {
  // Empty where a process before this one found none.
  if (variables.HEADLESS_SHELL_PATH !== undefined) return variables.HEADLESS_SHELL_PATH || undefined;
  if (variables.CHROMIUM_PATH) return undefined;
  const find = () => onPath(shellPrograms, variables).find(answers);
  const found = find();
  if (found !== undefined) return found;
  await install();
  return find();
}

/**
 * Finds the browsers for a task: whatever it starts reads CHROMIUM_PATH and HEADLESS_SHELL_PATH.
 * Resolves to false where there is no browser; the reason was printed.
 */
export async function provideBrowser() {
  const shell = await provideHeadlessShell();
  const browser = await ensureBrowser();
  if ('problem' in browser) {
    console.error(browser.problem);
    return false;
  }
  process.env.CHROMIUM_PATH = browser.path;
  process.env.HEADLESS_SHELL_PATH = shell ?? browser.path;
  return true;
}

/** Finds the browser for what needs no more than a headless shell; resolves to undefined where there is none. */
export async function provideHeadlessShell() {
  const shell = await ensureHeadlessShell();
  process.env.HEADLESS_SHELL_PATH = shell ?? '';
  return shell;
}

/** @param {Record<string, string | undefined>} variables */
async function candidates(variables) {
  // Not at the top: the headless shell is provided while npm brings the packages.
  const { chromium } = await import('playwright-core');
  const named = [chromium.executablePath(), ...usualPlaces].filter((path) => path !== '' && isProgram(path));
  return [...named, ...onPath(programs, variables)];
}

/**
 * @param {readonly string[]} names
 * @param {Record<string, string | undefined>} variables
 */
function onPath(names, variables) {
  const folders = (variables.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).filter(isProgram);
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
  if (await isAptAllowed()) {
    if ((await apt(['update', '-q'])) === 0 && (await aptInstall(['chromium'])) === 0) return;
  }
  await quietly(
    process.execPath,
    [join(modulesFolder, 'playwright-core', 'cli.js'), 'install', 'chromium'],
    process.env,
  );
}

/** Installs it from the system's packages; where that fails, the tests take longer and are the same. */
async function installHeadlessShell() {
  await aptInstallAll(['chromium-headless-shell']);
}

/**
 * Installs packages of the system where that is allowed; a mirror that does not answer is not waited for.
 * @param {readonly string[]} names
 */
export async function aptInstallAll(names) {
  if (!(await isAptAllowed())) return;
  console.error(`Installing ${names.join(', ')} ...`);
  const limit = { timeout: mirrorsAnswerMs };
  if ((await apt(['update', '-q'], limit)) !== 0) return;
  // Only the download may be broken off: packages that are half installed would be in the way of everything else.
  const download = await aptInstall(names, ['--download-only'], { timeout: 2 * mirrorsAnswerMs });
  if (download === 0) await aptInstall(names);
}

async function isAptAllowed() {
  const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
  return isRoot && (await quietly('apt-get', ['--version'], process.env)) === 0;
}

function apt(args, options = {}) {
  return quietly('apt-get', args, { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }, options);
}

function aptInstall(names, flags = [], options = {}) {
  return apt(['install', '-y', '-q', '--no-install-recommends', ...flags, ...names], options);
}

/** An installer's words are not a task's output. */
async function quietly(program, args, env, options = {}) {
  const stdio = ['ignore', 'ignore', process.stderr];
  return runChild(program, args, { env, stdio, ...options }).catch(() => 127);
}
