import { join } from 'node:path';
import { provideBrowser } from '../browser.mjs';
import { ensureFreshBuild } from '../fresh-build.mjs';
import { root, serverFolder } from '../places.mjs';
import { runChild } from '../run-child.mjs';

/** `npm run bench`: what this machine carries, in figures; `-- server` for a part of it. */
export async function run(args) {
  if (!(await provideBrowser()) || !(await ensureFreshBuild('web', 'server'))) return 1;
  // The servers that it starts are those that ship.
  const env = { ...process.env, PROMPTORY_SERVER_BUNDLE: serverFolder };
  return runChild(process.execPath, [join(root, 'bench', 'main.ts'), ...args], { env });
}
