/**
 * Finds what drives the engines of Firefox and of Safari, or installs it where that is allowed (docs/engines.md).
 * 1. A program that the environment names is used; empty: it was looked for already, and there is none.
 * 2. Where an engine is missing, or does not start, its flows do not run: `npm run test:long` names it and goes on, `npm test --
 *    engines` fails.
 */
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstallAll } from './browser.mjs';

/** @typedef {{ name: string, variable: string, programs: string[], answersTo: string, packages: string[] }} EngineNeeds */

/** The first of the programs drives it; all of them have to be there. @type {readonly EngineNeeds[]} */
const engineNeeds = [
  {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    programs: ['firefox-esr'],
    answersTo: '--version',
    packages: ['firefox-esr'],
  },
  {
    name: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    programs: ['WebKitWebDriver', 'Xvfb'],
    answersTo: '--help',
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
];

/**
 * Names the engines in the environment, for whatever is started next, and resolves to those that are missing.
 * @returns {Promise<string[]>}
 */
export async function provideEngines({
  variables = process.env,
  install = aptInstallAll,
  answers = startsAndAnswers,
} = {}) {
  const isUnknown = ({ variable }) => variables[variable] === undefined;
  const missing = engineNeeds.filter((needs) => isUnknown(needs) && find(needs, variables) === undefined);
  if (missing.length > 0) await install(missing.flatMap(({ packages }) => packages));
  for (const needs of engineNeeds.filter(isUnknown)) {
    const program = find(needs, variables);
    variables[needs.variable] = program !== undefined && answers(program, needs.answersTo) ? program : '';
  }
  return engineNeeds.filter(({ variable }) => variables[variable] === '').map(({ name }) => name);
}

/** @param {EngineNeeds} needs */
function find({ programs }, { PATH = '' }) {
  const found = programs.map((name) =>
    PATH.split(delimiter)
      .map((folder) => join(folder, name))
      .find((path) => existsSync(path)),
  );
  return found.every(Boolean) ? found[0] : undefined;
}

/** @param {string} program @param {string} flag */
function startsAndAnswers(program, flag) {
  return spawnSync(program, [flag], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}
