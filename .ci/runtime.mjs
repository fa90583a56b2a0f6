import { spawnSync } from 'node:child_process';
import { existsSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { modulesFolder } from './places.mjs';

/** From here on Node runs TypeScript as it is. */
const oldestNode = [22, 18];

/** @param {string} version `v24.1.0` */
export function isNewEnough(version) {
  const [major = 0, minor = 0] = version.trim().replace(/^v/, '').split('.').map(Number);
  return major > oldestNode[0] || (major === oldestNode[0] && minor >= oldestNode[1]);
}

/**
 * The Node for a task, and whether it is the one that runs this. Undefined: there is none.
 * @param {{ replaced: boolean }} packages whether an installation has just put another file in its place
 * @returns {{ path: string, running: boolean } | undefined}
 */
export function chooseNode({ replaced }) {
  const brought = broughtNode();
  if (brought !== undefined) {
    if (!replaced && brought === runningPath()) return { path: brought, running: true };
    if (answers(brought)) return { path: brought, running: false };
  }
  return isNewEnough(process.version) ? { path: process.execPath, running: true } : undefined;
}

/** @param {string} path */
function answers(path) {
  const asked = spawnSync(path, ['--version'], { encoding: 'utf8', timeout: 60_000 });
  return asked.status === 0 && isNewEnough(asked.stdout);
}

function broughtNode() {
  const name = process.platform === 'win32' ? 'node.exe' : 'node';
  const path = join(modulesFolder, 'node', 'bin', name);
  return existsSync(path) ? realpathSync(path) : undefined;
}

function runningPath() {
  // The file of a running Node can be gone: an installation that has just replaced it.
  return existsSync(process.execPath) ? realpathSync(process.execPath) : undefined;
}
