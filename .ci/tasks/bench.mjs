import { join } from 'node:path';
import { provideBrowser } from '../browser.mjs';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { root } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/** `npm run bench`: what this machine carries, in figures; `-- server` for a part of it. */
export async function run(args) {
  if (!(await provideBrowser()) || !(await ensureFreshBuild('web', 'server'))) return 1;
  return runChild(process.execPath, [join(root, 'bench', 'main.ts'), ...args]);
}
