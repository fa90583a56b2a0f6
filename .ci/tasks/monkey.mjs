import { join } from 'node:path';
import { provideBrowser } from '../browser.mjs';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/**
 * `npm run monkey -- --seed N [--seeds COUNT] [--acts COUNT]`: two browsers of one account on which anything that can
 * be pressed is pressed at random. Not a part of the gate: what it finds becomes a test of its own.
 */
export async function run(args) {
  if (!(await provideBrowser()) || !(await ensureFreshBuild('web', 'server'))) return 1;
  return runChild(process.execPath, [join(root, 'e2e', 'monkey', 'main.ts'), ...args]);
}
