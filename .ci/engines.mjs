/**
 * Finds what drives the engines of Firefox and of Safari, or installs it where that is allowed (docs/engines.md).
 * 1. A program that the environment names is used; empty: it was looked for already, and there is none.
 * 2. Where an engine is missing its flows do not run: the run names it and fails.
 */
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { aptInstallAll } from './browser.mjs';

/** @typedef {{ name: string, variable: string, programs: string[], packages: string[] }} EngineNeeds */

/** The first of the programs drives it; all of them have to be there. @type {readonly EngineNeeds[]} */
const engineNeeds = [
  {
    name: 'Firefox',
    variable: 'FIREFOX_PATH',
    programs: ['firefox-esr'],
    packages: ['firefox-esr'],
  },
  {
    name: 'WebKit',
    variable: 'WEBKIT_DRIVER_PATH',
    programs: ['WebKitWebDriver', 'Xvfb'],
    packages: ['webkit2gtk-driver', 'xvfb'],
  },
];

/**
 * Names the engines in the environment, for whatever is started next, and resolves to those that are missing.
 * @returns {Promise<string[]>}
 */
export async function provideEngines({ variables = process.env, install = aptInstallAll } = {}) {
  const isUnknown = ({ variable }) => variables[variable] === undefined;
  const missing = engineNeeds.filter((needs) => isUnknown(needs) && find(needs, variables) === undefined);
  if (missing.length > 0) await install(missing.flatMap(({ packages }) => packages));
  for (const needs of engineNeeds.filter(isUnknown)) {
    variables[needs.variable] = find(needs, variables) ?? '';
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
